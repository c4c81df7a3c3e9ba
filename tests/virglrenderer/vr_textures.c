/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL. The caller has EGL contexts that share, like QEMU, and reads the
 * textures in a context other than the library's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include "vr.h"

enum {
    TEXTURE = 7,
    WIDTH = 33,
    HEIGHT = 20
};

/* ---- The caller's OpenGL --------------------------------------------------------------------- */

static struct {
    EGLDisplay display;
    EGLenum api;
    EGLContext own; /* a context that only the caller uses */
    bool refuses;   /* the callback refuses to create contexts */
    unsigned num_asked, num_made, num_ended, num_current;
} gl;

static EGLContext make_context(EGLContext shared, int major, int minor)
{
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
                                 EGL_NONE};
    eglBindAPI(gl.api);
    return eglCreateContext(gl.display, EGL_NO_CONFIG_KHR, shared, attributes);
}

static virgl_renderer_gl_context create(void *cookie, int idx,
                                        struct virgl_renderer_gl_ctx_param *param)
{
    assert_ptr_equal(cookie, &vr_seen);
    assert_int_equal(idx, 0);
    assert_int_equal(param->version, 1);
    /* Calls from inside of a callback must be rejected. */
    assert_int_equal(virgl_renderer_context_create(6, 0, NULL), EBUSY);
    assert_int_equal(virgl_renderer_init(cookie, 0, NULL), -EBUSY);
    gl.num_asked++;
    EGLContext context =
        gl.refuses ? NULL : make_context(gl.own, param->major_ver, param->minor_ver);
    gl.num_made += context != NULL;
    return context;
}

static void destroy(void *cookie, virgl_renderer_gl_context context)
{
    (void)cookie;
    gl.num_ended++;
    eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    assert_true(eglDestroyContext(gl.display, context));
}

/* Makes the context current. Returns the result of eglMakeCurrent() unchanged, as QEMU's displays
 * on EGL do. */
static int make_current(void *cookie, int idx, virgl_renderer_gl_context context)
{
    (void)cookie;
    (void)idx;
    gl.num_current++;
    return (int)eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static struct virgl_renderer_callbacks callbacks = {
    .version = 1,
    .create_gl_context = create,
    .destroy_gl_context = destroy,
    .make_current = make_current,
};

static int open_gl(EGLenum api)
{
    memset(&gl, 0, sizeof(gl));
    gl.api = api;
    gl.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    assert_true(eglInitialize(gl.display, NULL, NULL));
    gl.own = make_context(EGL_NO_CONTEXT, 3, 0);
    assert_non_null(gl.own);
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &callbacks), 0);
    return 0;
}

static int setup(void **state)
{
    (void)state;
    return open_gl(EGL_OPENGL_API);
}

static int setup_es(void **state)
{
    (void)state;
    return open_gl(EGL_OPENGL_ES_API);
}

static int teardown(void **state)
{
    (void)state;
    virgl_renderer_cleanup(&vr_seen);
    assert_int_equal(gl.num_ended, gl.num_made);
    eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    assert_true(eglDestroyContext(gl.display, gl.own));
    eglTerminate(gl.display);
    return 0;
}

/* ---- Pixels that the caller reads */

#define GL(type, name) ((type)eglGetProcAddress(#name))

static uint32_t texture_of(int handle)
{
    struct virgl_renderer_resource_info info;
    assert_int_equal(virgl_renderer_resource_get_info(handle, &info), 0);
    assert_int_equal(info.flags, 0);
    return info.tex_id;
}

/* Returns a texel of the texture as R, G, B, A, read through a framebuffer of the caller's context.
 */
static uint32_t texel(uint32_t texture, int x, int y)
{
    GLuint fb;
    uint8_t c[4];
    assert_true(eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl.own));
    GL(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers)(1, &fb);
    GL(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer)(GL_FRAMEBUFFER, fb);
    GL(PFNGLFRAMEBUFFERTEXTURE2DPROC, glFramebufferTexture2D)
    (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    assert_int_equal(GL(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus)(GL_FRAMEBUFFER),
                     GL_FRAMEBUFFER_COMPLETE);
    GL(PFNGLREADPIXELSPROC, glReadPixels)(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, c);
    GL(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers)(1, &fb);
    return (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | c[3];
}

/* Writes this byte to the whole texture as the caller. */
static void paint(uint32_t texture, int byte)
{
    uint8_t pixels[WIDTH * HEIGHT * 4];
    memset(pixels, byte, sizeof(pixels));
    assert_true(eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl.own));
    GL(PFNGLBINDTEXTUREPROC, glBindTexture)(GL_TEXTURE_2D, texture);
    GL(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D)
    (GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    GL(PFNGLFINISHPROC, glFinish)();
}

static bool is_texture(uint32_t name)
{
    assert_true(eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl.own));
    return GL(PFNGLISTEXTUREPROC, glIsTexture)(name) != 0;
}

static void make(uint32_t handle, uint32_t format)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(handle, WIDTH, HEIGHT);
    args.format = format;
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
}

static void write_texel(int handle, uint32_t x, uint32_t y, uint32_t bytes)
{
    struct virgl_box box = {.x = x, .y = y, .w = 1, .h = 1, .d = 1};
    struct iovec iov = {.iov_base = &bytes, .iov_len = sizeof(bytes)};
    assert_int_equal(
        virgl_renderer_transfer_write_iov((uint32_t)handle, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Changes a resource in each way; checks that the GL texture has the resource's pixels, row 0
 * first. */
static void test_contents(void **state)
{
    (void)state;
    vr_context_with_texture(TEXTURE, WIDTH, HEIGHT);
    write_texel(TEXTURE, 2, 1, 0x40302010);
    assert_int_equal(gl.num_asked, 0); /* no GL context before the first query */
    uint32_t texture = texture_of(TEXTURE);
    assert_int_not_equal(texture, 0);
    assert_int_equal(texel(texture, 2, 1), 0x30201040);
    assert_int_equal(texel(texture, WIDTH - 1, HEIGHT - 1), 0);

    write_texel(TEXTURE, WIDTH - 1, HEIGHT - 1, 0xff0000ff);
    assert_int_equal(texel(texture, WIDTH - 1, HEIGHT - 1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, WIDTH - 1, HEIGHT - 1), 0x0000ffff);

    assert_int_equal(vr_clear(1, TEXTURE, 1, 1, 0, 0, 1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 5, 5), 0xff0000ff);

    /* The texture is still the colour buffer: a command that names no resource draws to it. */
    struct vr_commands c = {0};
    VR_COMMAND(&c, CLEAR, 4, 0, 0x3f800000, 0, 0x3f800000, 0, 0, 0);
    assert_int_equal(vr_submit(&c, 1), 0);
    assert_int_equal(texture_of(TEXTURE), texture);
    assert_int_equal(texel(texture, 5, 5), 0x00ff00ff);

    /* Draws to the texture and unbinds it in one submission. Then lets a context draw to the
     * texture, and destroys the context. */
    VR_COMMAND(&c, CLEAR, 4, 0, 0, 0x3f800000, 0x3f800000, 0, 0, 0);
    VR_COMMAND(&c, SET_FRAMEBUFFER_STATE, 0, 0);
    assert_int_equal(vr_submit(&c, 1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 5, 5), 0x0000ffff);
    assert_int_equal(vr_clear(1, TEXTURE, 2, 1, 1, 1, 1), 0);
    virgl_renderer_force_ctx_0();
    VR_COMMAND(&c, CLEAR, 4, 0, 0, 0, 0, 0, 0, 0);
    assert_int_equal(vr_submit(&c, 1), 0);
    virgl_renderer_context_destroy(1);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 5, 5), 0);
    assert_int_equal(gl.num_made, 1);
}

/* Changes some pixels after the caller has overwritten the GL texture; checks that only the changed
 * pixels are copied to the GL texture. */
static void test_changed_part(void **state)
{
    (void)state;
    vr_context_with_texture(TEXTURE, WIDTH, HEIGHT);
    uint32_t texture = texture_of(TEXTURE);
    paint(texture, 0xff);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 0, 0), 0xffffffff);
    write_texel(TEXTURE, 2, 1, 0x40302010);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 2, 1), 0x30201040);
    assert_int_equal(texel(texture, 1, 1), 0xffffffff);
    assert_int_equal(texel(texture, 3, 1), 0xffffffff);
    assert_int_equal(texel(texture, 2, 0), 0xffffffff);
    assert_int_equal(texel(texture, 2, 2), 0xffffffff);
    /* The box has several rows, which are narrower than the texture's. */
    const uint32_t pixels[] = {0x01020304, 0x05060708, 0x11121314, 0x15161718};
    struct virgl_box box = {.x = 2, .y = 2, .w = 2, .h = 2, .d = 1};
    struct iovec iov = {(void *)(uintptr_t)pixels, sizeof(pixels)};
    assert_int_equal(virgl_renderer_transfer_write_iov(TEXTURE, 0, 0, 8, 0, &box, 0, &iov, 1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 2, 2), 0x02030401);
    assert_int_equal(texel(texture, 3, 3), 0x16171815);
    assert_int_equal(texel(texture, 4, 3), 0xffffffff);
    /* The whole texture must be copied after a clear. */
    assert_int_equal(vr_clear(1, TEXTURE, 1, 0, 1, 0, 1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 0, 0), 0x00ff00ff);
    assert_int_equal(texel(texture, WIDTH - 1, HEIGHT - 1), 0x00ff00ff);
}

/* Gets a GL texture; checks that it lies in memory of the device if OpenGL and the device have one
 * driver. */
static void test_memory(void **state)
{
    (void)state;
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM);
    uint32_t texture = texture_of(1);
    assert_true(eglMakeCurrent(gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl.own));
    const char *name = (const char *)GL(PFNGLGETSTRINGPROC, glGetString)(GL_RENDERER);
    if (strncmp(name, "llvmpipe", 8))
        skip(); /* unknown: whether another driver's OpenGL imports the device's memory */
    GLint immutable = GL_FALSE;
    GL(PFNGLBINDTEXTUREPROC, glBindTexture)(GL_TEXTURE_2D, texture);
    GL(PFNGLGETTEXPARAMETERIVPROC, glGetTexParameteriv)
    (GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
    /* The software device of a worker does not draw to memory that the monitor could use for the
     * texture. */
    assert_int_equal(immutable == GL_TRUE, !getenv("GALVAN_MASK") && !getenv("GALVAN_RENDERER"));
    write_texel(1, 0, 0, 0xff0000ff);
    assert_int_equal(texture_of(1), texture);
    assert_int_equal(texel(texture, 0, 0), 0x0000ffff);
}

/* Exports a resource's dma-buf before its GL texture exists; checks that both follow the resource's
 * changes. */
static void test_dmabuf(void **state)
{
    int fd, exported;
    uint32_t type;
    (void)state;
    if (!getenv("GALVAN_TEST_LAYER"))
        skip();
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM);
    write_texel(1, 2, 1, 0x40302010);
    assert_int_equal(virgl_renderer_resource_export_blob(1, &type, &exported), 0);
    close(exported);
    uint32_t texture = texture_of(1);
    assert_int_equal(texel(texture, 2, 1), 0x30201040);
    write_texel(1, 3, 1, 0xff0000ff);
    virgl_renderer_force_ctx_0();
    assert_int_equal(texel(texture, 3, 1), 0x0000ffff);
    assert_int_equal(virgl_renderer_get_fd_for_texture(texture, &fd), 0);
    close(fd);
    assert_int_equal(virgl_renderer_get_fd_for_texture(texture + 1000, &fd), -EINVAL);
}

static void test_formats(void **state)
{
    static const struct {
        uint32_t format, bytes, texel;
    } cases[] = {
        {PIPE_FORMAT_B8G8R8A8_UNORM, 0x40302010, 0x30201040},
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0x40302010, 0x10203040},
        {PIPE_FORMAT_B8G8R8X8_UNORM, 0xff302010, 0x302010ff},
        {PIPE_FORMAT_R8G8B8X8_UNORM, 0xff302010, 0x102030ff},
        {PIPE_FORMAT_B8G8R8A8_SRGB, 0x40302010, 0x30201040},
        {PIPE_FORMAT_R8G8B8X8_SRGB, 0xff302010, 0x102030ff},
        {PIPE_FORMAT_B5G6R5_UNORM, 0x0000f800, 0xff0000ff},
        {PIPE_FORMAT_B10G10R10A2_UNORM, 0xfff00000, 0xff0000ff},
    };
    (void)state;
    for (int i = 0; i < (int)(sizeof(cases) / sizeof(cases[0])); i++) {
        make((uint32_t)i + 1, cases[i].format);
        write_texel(i + 1, 3, 4, cases[i].bytes);
        uint32_t texture = texture_of(i + 1);
        if (gl.api == EGL_OPENGL_ES_API && cases[i].format == PIPE_FORMAT_B10G10R10A2_UNORM)
            assert_int_equal(texture, 0);
        else
            assert_int_equal(texel(texture, 3, 4), cases[i].texel);
    }
    /* Formats that no display has, and buffers, get no GL texture. */
    make(20, PIPE_FORMAT_R32G32B32A32_FLOAT);
    assert_int_equal(texture_of(20), 0);
    struct virgl_renderer_resource_create_args buffer = vr_args_buffer(21, 64);
    assert_int_equal(virgl_renderer_resource_create(&buffer, NULL, 0), 0);
    assert_int_equal(texture_of(21), 0);
}

static void test_ends(void **state)
{
    (void)state;
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM);
    make(2, PIPE_FORMAT_B8G8R8A8_UNORM);
    uint32_t first = texture_of(1), second = texture_of(2);
    assert_int_not_equal(first, second);
    virgl_renderer_resource_unref(1);
    assert_false(is_texture(first));
    assert_true(is_texture(second));
    virgl_renderer_reset();
    assert_false(is_texture(second));
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM); /* reset keeps the GL context */
    assert_true(is_texture(texture_of(1)));
    assert_int_equal(gl.num_made, 1);
}

/* Gets a GL texture for callers whose callback creates no context, or that let virglrenderer open
 * OpenGL; checks that there is none. */
static void test_none(void **state)
{
    (void)state;
    gl.refuses = true;
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM);
    assert_int_equal(texture_of(1), 0);
    unsigned num_asked = gl.num_asked;
    assert_in_range(num_asked, 1, 3);
    assert_int_equal(texture_of(1), 0);
    virgl_renderer_force_ctx_0();
    assert_int_equal(gl.num_asked, num_asked);
    assert_int_equal(gl.num_current, 0);

    virgl_renderer_cleanup(&vr_seen);
    gl.refuses = false;
    assert_int_equal(virgl_renderer_init(&vr_seen, VIRGL_RENDERER_USE_EGL, &callbacks), 0);
    make(1, PIPE_FORMAT_B8G8R8A8_UNORM);
    assert_int_equal(texture_of(1), getenv("GALVAN_TEST_LAYER") ? 1 : 0); /* its dma-buf */
    assert_int_equal(gl.num_asked, num_asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_contents, setup, teardown),
        cmocka_unit_test_setup_teardown(test_contents, setup_es, teardown),
        cmocka_unit_test_setup_teardown(test_changed_part, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup_es, teardown),
        cmocka_unit_test_setup_teardown(test_dmabuf, setup, teardown),
        cmocka_unit_test_setup_teardown(test_formats, setup, teardown),
        cmocka_unit_test_setup_teardown(test_formats, setup_es, teardown),
        cmocka_unit_test_setup_teardown(test_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(test_none, setup, teardown),
    };
    return cmocka_run_group_tests_name("textures", tests, NULL, NULL);
}
