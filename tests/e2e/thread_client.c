/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* thread_client THREADS ROUNDS [share]: runs threads on one EGL display. Each thread has a context
 * of its own; with "share", these contexts share objects. In each round, each thread creates
 * textures, samplers and buffers, draws, reads its pixels back, and deletes everything. Prints the
 * number of rounds, and how many rounds were wrong. */
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

enum {
    MAX_THREADS = 64,
    SIZE = 64
};

struct worker {
    EGLContext context;
    unsigned id, rounds, wrong;
};

static EGLDisplay display;

static EGLContext make_context(EGLContext share)
{
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};

    return eglCreateContext(display, EGL_NO_CONFIG_KHR, share, version);
}

static void attach(GLuint framebuffer, GLuint texture)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

static GLuint make_texture(const uint32_t *pixels)
{
    GLuint texture;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return texture;
}

/* Copies a texture to another texture by blits through a multisample renderbuffer, whose memory the
 * program cannot access. */
static void copy_by_samples(const GLuint *framebuffers, GLuint source, GLuint target)
{
    GLuint samples;

    glGenRenderbuffers(1, &samples);
    glBindRenderbuffer(GL_RENDERBUFFER, samples);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, SIZE, SIZE);
    attach(framebuffers[0], source);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, samples);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
    glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    attach(framebuffers[0], target);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
    glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
    glDeleteRenderbuffers(1, &samples);
}

/* Draws a round. Returns whether the pixels are unchanged when they are read back, first to memory
 * and then to a pixel buffer. */
static int draw_round(const uint32_t *pixels)
{
    static const size_t size_B = SIZE * SIZE * sizeof(*pixels);
    uint32_t got[SIZE * SIZE];
    GLuint framebuffers[2], buffer;
    int is_right;

    const GLuint textures[] = {make_texture(pixels), make_texture(NULL)};
    glGenFramebuffers(2, framebuffers);
    glGenBuffers(1, &buffer);
    copy_by_samples(framebuffers, textures[0], textures[1]);
    memset(got, 0, sizeof(got));
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
    is_right = memcmp(got, pixels, size_B) == 0;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, size_B, NULL, GL_STREAM_READ);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    const void *map = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size_B, GL_MAP_READ_BIT);
    is_right &= map && memcmp(map, pixels, size_B) == 0;
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
    glDeleteFramebuffers(2, framebuffers);
    glDeleteTextures(2, textures);
    return is_right && glGetError() == GL_NO_ERROR;
}

static void *work(void *priv)
{
    struct worker *w = priv;
    uint32_t pixels[SIZE * SIZE];

    eglBindAPI(EGL_OPENGL_API);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, w->context)) {
        w->wrong = w->rounds;
        return NULL;
    }
    for (unsigned round = 0; round < w->rounds; round++) {
        for (unsigned i = 0; i < SIZE * SIZE; i++)
            pixels[i] = 0xff000000 | w->id << 16 | (round & 0xff) << 8 | (i & 0xff);
        w->wrong += !draw_round(pixels);
    }
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return NULL;
}

/* Parses a number; returns 0 for any other text. */
static unsigned number(const char *text)
{
    uint64_t value;

    return gv_parse_u64(text, strlen(text), 1 << 20, &value) ? (unsigned)value : 0;
}

int main(int argc, char **argv)
{
    struct worker workers[MAX_THREADS] = {0};
    pthread_t threads[MAX_THREADS];
    const unsigned num = argc > 2 ? number(argv[1]) : 0;
    unsigned rounds = 0, wrong = 0;

    display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, (void *)EGL_DEFAULT_DISPLAY, NULL);
    if (num == 0 || num > MAX_THREADS || !eglInitialize(display, NULL, NULL) ||
        !eglBindAPI(EGL_OPENGL_API))
        return 2;
    for (unsigned i = 0; i < num; i++) {
        workers[i].context = make_context(argc > 3 && i ? workers[0].context : EGL_NO_CONTEXT);
        workers[i].id = i + 1;
        workers[i].rounds = number(argv[2]);
    }
    for (unsigned i = 0; i < num; i++) {
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
            return 2;
    }
    for (unsigned i = 0; i < num; i++) {
        pthread_join(threads[i], NULL);
        rounds += workers[i].rounds;
        wrong += workers[i].wrong;
    }
    printf("%u rounds, %u wrong\n", rounds, wrong);
    return wrong != 0;
}
