/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An OpenGL ES program without a window that imports dma-bufs by EGL_EXT_image_dma_buf_import, and
 * exports textures by EGL_MESA_image_dma_buf_export: it samples, renders to and shares files in
 * memory, which the Vulkan layer of tests/support/dma_buf_layer.c takes as dma-bufs. Exits with
 * status 1 at the first fault, or with status 77 if EGL imports no dma-bufs. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <GLES3/gl31.h>

#include "expect.h"

#define FOURCC(a, b, c, d)                                                                         \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum {
    WIDTH = 64,
    HEIGHT = 32,
    FRAME_B = WIDTH * HEIGHT * 4,
    FILE_B = 1 << 20,
    LINEAR = 0, /* DRM_FORMAT_MOD_LINEAR */
    ABSENT = 77,
};

static const EGLint ARGB8888 = (EGLint)FOURCC('A', 'R', '2', '4'),
                    ABGR8888 = (EGLint)FOURCC('A', 'B', '2', '4'),
                    NV12 = (EGLint)FOURCC('N', 'V', '1', '2');

static EGLDisplay display;
static EGLContext context, second; /* share objects; `context` is current */
static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC query_export;
static PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC set_texture;

/* ---- The context */

static void open_context(void)
{
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EXPECT(eglInitialize(display, NULL, NULL));
    const char *extensions = eglQueryString(display, EGL_EXTENSIONS);
    if (!strstr(extensions, "EGL_EXT_image_dma_buf_import "))
        exit(ABSENT);
    EXPECT(strstr(extensions, "EGL_EXT_image_dma_buf_import_modifiers"));
    EXPECT(strstr(extensions, "EGL_MESA_image_dma_buf_export"));
    EXPECT(eglBindAPI(EGL_OPENGL_ES_API));
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    second = eglCreateContext(display, EGL_NO_CONFIG_KHR, context, version);
    EXPECT(second);
    EXPECT(context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    create_image = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
    destroy_image = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
    query_export =
        (PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC)eglGetProcAddress("eglExportDMABUFImageQueryMESA");
    export_image = (PFNEGLEXPORTDMABUFIMAGEMESAPROC)eglGetProcAddress("eglExportDMABUFImageMESA");
    set_texture =
        (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
}

static void test_formats(void)
{
    PFNEGLQUERYDMABUFFORMATSEXTPROC query_formats =
        (PFNEGLQUERYDMABUFFORMATSEXTPROC)eglGetProcAddress("eglQueryDmaBufFormatsEXT");
    PFNEGLQUERYDMABUFMODIFIERSEXTPROC query_modifiers =
        (PFNEGLQUERYDMABUFMODIFIERSEXTPROC)eglGetProcAddress("eglQueryDmaBufModifiersEXT");
    static const EGLint wanted[] = {(EGLint)FOURCC('A', 'R', '2', '4'),
                                    (EGLint)FOURCC('X', 'R', '2', '4'),
                                    (EGLint)FOURCC('N', 'V', '1', '2')};
    EGLint formats[256], num = 0;
    EXPECT(query_formats(display, 256, formats, &num));
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        bool found = false;
        for (EGLint k = 0; k < num; k++)
            found |= formats[k] == wanted[i];
        EXPECT(found);
        EGLuint64KHR modifier = 1;
        EGLBoolean external_only = EGL_FALSE;
        EGLint num_modifiers = 0;
        EXPECT(query_modifiers(display, wanted[i], 1, &modifier, &external_only, &num_modifiers));
        EXPECT(num_modifiers == 1 && modifier == LINEAR);
        EXPECT(external_only == (wanted[i] == NV12));
    }
}

/* ---- Images */

/* A file in memory that stands for a dma-buf. */
struct file {
    int fd;
    uint8_t *bytes;
};

static struct file open_file(void)
{
    struct file file = {.fd = memfd_create("dma-buf", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    EXPECT(file.fd >= 0 && !ftruncate(file.fd, FILE_B));
    EXPECT(!fcntl(file.fd, F_ADD_SEALS, F_SEAL_SHRINK));
    file.bytes = mmap(NULL, FILE_B, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, 0);
    EXPECT(file.bytes != MAP_FAILED);
    return file;
}

static EGLImageKHR import_rgb(int fd, EGLint offset_B, EGLint stride_B, bool with_modifier)
{
    const EGLint attributes[] = {
        EGL_WIDTH,
        WIDTH,
        EGL_HEIGHT,
        HEIGHT,
        EGL_LINUX_DRM_FOURCC_EXT,
        ARGB8888,
        EGL_DMA_BUF_PLANE0_FD_EXT,
        fd,
        EGL_DMA_BUF_PLANE0_OFFSET_EXT,
        offset_B,
        EGL_DMA_BUF_PLANE0_PITCH_EXT,
        stride_B,
        with_modifier ? EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT : EGL_NONE,
        LINEAR,
        EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT,
        LINEAR,
        EGL_NONE,
    };
    return create_image(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
}

static EGLImageKHR import_video(int fd)
{
    const EGLint attributes[] = {
        EGL_WIDTH,
        WIDTH,
        EGL_HEIGHT,
        HEIGHT,
        EGL_LINUX_DRM_FOURCC_EXT,
        NV12,
        EGL_DMA_BUF_PLANE0_FD_EXT,
        fd,
        EGL_DMA_BUF_PLANE0_OFFSET_EXT,
        0,
        EGL_DMA_BUF_PLANE0_PITCH_EXT,
        WIDTH,
        EGL_DMA_BUF_PLANE1_FD_EXT,
        fd,
        EGL_DMA_BUF_PLANE1_OFFSET_EXT,
        WIDTH * HEIGHT,
        EGL_DMA_BUF_PLANE1_PITCH_EXT,
        WIDTH,
        EGL_NONE,
    };
    return create_image(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
}

static GLuint texture_of(GLenum target, EGLImageKHR image)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    set_texture(target, image);
    EXPECT(glGetError() == GL_NO_ERROR);
    return texture;
}

static GLuint framebuffer_of(GLuint texture)
{
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    EXPECT(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    return framebuffer;
}

/* Returns the pixel as 0xRRGGBBAA. */
static uint32_t pixel(int x, int y)
{
    uint8_t rgba[4];
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    return (uint32_t)rgba[0] << 24 | (uint32_t)rgba[1] << 16 | (uint32_t)rgba[2] << 8 | rgba[3];
}

/* Renders to a file and reads what the CPU has written there. */
static void test_target(void)
{
    const struct file file = open_file();
    for (int round = 0; round < 2; round++) {
        const EGLint offset_B = round * 4096;
        EGLImageKHR image = import_rgb(file.fd, offset_B, WIDTH * 4, round);
        EXPECT(image);
        GLuint texture = texture_of(GL_TEXTURE_2D, image);
        GLuint framebuffer = framebuffer_of(texture);
        uint8_t *texel = file.bytes + offset_B + (5 * WIDTH + 7) * 4;
        memcpy(texel, (uint8_t[]){0x33, 0x22, 0x11, 0x44}, 4);
        EXPECT(pixel(7, 5) == 0x11223344);
        glClearColor(1, 0, 0, 0.2f);
        glClear(GL_COLOR_BUFFER_BIT);
        glFinish();
        EXPECT(!memcmp(texel, (uint8_t[]){0, 0, 0xff, 0x33}, 4));
        memcpy(texel, (uint8_t[]){1, 2, 3, 4}, 4);
        EXPECT(pixel(7, 5) == 0x03020104);
        glDeleteFramebuffers(1, &framebuffer);
        glDeleteTextures(1, &texture);
        destroy_image(display, image);
    }
    close(file.fd);
}

static GLuint compile(GLenum type, const char *text)
{
    GLuint shader = glCreateShader(type);
    GLint is_compiled;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    EXPECT(is_compiled);
    return shader;
}

/* Samples a video frame whose luma the CPU changes between two draws. */
static void test_video(void)
{
    const struct file file = open_file();
    memset(file.bytes, 235, WIDTH * HEIGHT);                      /* white */
    memset(file.bytes + WIDTH * HEIGHT, 128, WIDTH * HEIGHT / 2); /* no colour */
    EGLImageKHR image = import_video(file.fd);
    EXPECT(image);
    GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER,
                                    "attribute vec2 at; varying vec2 place; void main() {"
                                    " place = at * 0.5 + 0.5; gl_Position = vec4(at, 0, 1); }"));
    glAttachShader(program,
                   compile(GL_FRAGMENT_SHADER, "#extension GL_OES_EGL_image_external : require\n"
                                               "precision mediump float; varying vec2 place;"
                                               "uniform samplerExternalOES frame; void main() {"
                                               " gl_FragColor = texture2D(frame, place); }"));
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    glUseProgram(program);
    GLuint target, source = texture_of(GL_TEXTURE_EXTERNAL_OES, image);
    glGenTextures(1, &target);
    glBindTexture(GL_TEXTURE_2D, target);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    framebuffer_of(target);
    glBindTexture(GL_TEXTURE_EXTERNAL_OES, source);
    static const float square[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, square);
    glEnableVertexAttribArray(0);
    glViewport(0, 0, WIDTH, HEIGHT);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    uint32_t white = pixel(20, 10);
    EXPECT((white >> 24) > 250 && (white >> 16 & 0xff) > 250 && (white >> 8 & 0xff) > 250);
    memset(file.bytes, 16, WIDTH * HEIGHT / 2); /* the first half becomes black */
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    uint32_t black = pixel(20, 10);
    EXPECT((black >> 24) < 5 && (black >> 16 & 0xff) < 5 && (black >> 8 & 0xff) < 5);
    EXPECT(pixel(20, 20) == white);
    EXPECT(glGetError() == GL_NO_ERROR);
    destroy_image(display, image);
    close(file.fd);
}

/* ---- Exports */

/* A texture, and the bytes of its dma-buf. */
struct exported {
    EGLImageKHR image;
    int fd;
    EGLint offset_B, stride_B;
    uint8_t *bytes;
};

static GLuint new_texture(GLsizei levels)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, levels, GL_RGBA8, WIDTH, HEIGHT);
    return texture;
}

static EGLImageKHR image_of(GLuint texture)
{
    return create_image(display, eglGetCurrentContext(), EGL_GL_TEXTURE_2D,
                        (EGLClientBuffer)(uintptr_t)texture, NULL);
}

static struct exported export(GLuint texture)
{
    struct exported e = {.image = image_of(texture)};
    EGLint fourcc = 0, planes = 0;
    EGLuint64KHR modifier = 1;
    EXPECT(e.image);
    EXPECT(query_export(display, e.image, &fourcc, &planes, &modifier));
    EXPECT(fourcc == ABGR8888 && planes == 1 && modifier == LINEAR);
    EXPECT(export_image(display, e.image, &e.fd, &e.stride_B, &e.offset_B));
    EXPECT(e.fd >= 0 && e.stride_B >= WIDTH * 4 && e.offset_B >= 0);
    e.bytes = mmap(NULL, (size_t)e.offset_B + (size_t)e.stride_B * HEIGHT, PROT_READ | PROT_WRITE,
                   MAP_SHARED, e.fd, 0);
    EXPECT(e.bytes != MAP_FAILED);
    return e;
}

static void end_export(struct exported *e)
{
    munmap(e->bytes, (size_t)e->offset_B + (size_t)e->stride_B * HEIGHT);
    close(e->fd);
    destroy_image(display, e->image);
}

/* Returns the texel in the dma-buf as 0xRRGGBBAA, after all commands have finished. */
static uint32_t texel(const struct exported *e, int x, int y)
{
    const uint8_t *rgba = e->bytes + e->offset_B + y * e->stride_B + x * 4;
    glFinish();
    return (uint32_t)rgba[0] << 24 | (uint32_t)rgba[1] << 16 | (uint32_t)rgba[2] << 8 | rgba[3];
}

static void clear(float red, float green)
{
    glClearColor(red, green, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

/* Exports a texture that both contexts have rendered to, and renders to it again through the same
 * framebuffers. */
static void test_export(void)
{
    GLuint texture = new_texture(1);
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, second));
    framebuffer_of(texture);
    clear(0, 1);
    glFinish();
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    GLuint framebuffer = framebuffer_of(texture);
    EXPECT(pixel(7, 5) == 0x00ff00ff);
    clear(1, 0);
    struct exported e = export(texture);
    EXPECT(texel(&e, 7, 5) == 0xff0000ff);
    clear(1, 1);
    EXPECT(texel(&e, 7, 5) == 0xffff00ff);
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, second));
    EXPECT(pixel(7, 5) == 0xffff00ff);
    clear(0, 1);
    EXPECT(texel(&e, 7, 5) == 0x00ff00ff);
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    memcpy(e.bytes + e.offset_B + 5 * e.stride_B + 7 * 4, (uint8_t[]){1, 2, 3, 4}, 4);
    EXPECT(pixel(7, 5) == 0x01020304);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    end_export(&e);
}

/* Exports a texture that shaders store to. */
static void test_export_of_stores(void)
{
    static const char text[] = "#version 310 es\nlayout(local_size_x = 1) in;"
                               "layout(rgba8, binding = 0) writeonly uniform highp image2D target;"
                               "void main() { imageStore(target, ivec2(7, 5), vec4(1, 0, 1, 0)); }";
    GLuint texture = new_texture(1), program = glCreateProgram();
    glAttachShader(program, compile(GL_COMPUTE_SHADER, text));
    glLinkProgram(program);
    glUseProgram(program);
    struct exported e = export(texture);
    EXPECT(texel(&e, 7, 5) == 0);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(1, 1, 1);
    EXPECT(texel(&e, 7, 5) == 0xff00ff00);
    EXPECT(texel(&e, 6, 5) == 0);
    EXPECT(glGetError() == GL_NO_ERROR);
    glUseProgram(0);
    glDeleteTextures(1, &texture);
    end_export(&e);
}

/* A texture with two levels can be shared, but not exported. */
static void test_no_export(void)
{
    GLuint texture = new_texture(2);
    EGLImageKHR image = image_of(texture);
    int fd = 0;
    EXPECT(image);
    export_image(display, image, &fd, NULL, NULL);
    EXPECT(fd == -1);
    destroy_image(display, image);
    glDeleteTextures(1, &texture);
}

static void test_refusals(void)
{
    const struct file file = open_file();
    int ends[2];
    EXPECT(!pipe(ends));
    EXPECT(!import_rgb(ends[0], 0, WIDTH * 4, true));
    EXPECT(!import_rgb(file.fd, 0, WIDTH * 2, true));
    EXPECT(!import_rgb(file.fd, FILE_B - FRAME_B / 2, WIDTH * 4, true));
    EXPECT(!import_rgb(-1, 0, WIDTH * 4, true));
    close(file.fd);
}

int main(void)
{
    open_context();
    test_formats();
    test_target();
    test_video();
    test_export();
    test_export_of_stores();
    test_no_export();
    test_refusals();
    EXPECT(eglTerminate(display));
    return 0;
}
