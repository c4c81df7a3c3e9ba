/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An OpenGL ES program without a window that exports and imports sync files by
 * EGL_ANDROID_native_fence_sync. Exits with status 1 at the first fault, or with status 77 if EGL
 * has no sync files. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#include "expect.h"

enum {
    TIMEOUT_MS = 10000,
    ROUNDS = 20,
    ABSENT = 77,
};

static EGLDisplay display;
static PFNEGLCREATESYNCKHRPROC create_sync;
static PFNEGLDESTROYSYNCKHRPROC destroy_sync;
static PFNEGLCLIENTWAITSYNCKHRPROC client_wait_sync;
static PFNEGLWAITSYNCKHRPROC wait_sync;
static PFNEGLDUPNATIVEFENCEFDANDROIDPROC dup_fence;

static void open_display(void)
{
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EXPECT(eglInitialize(display, NULL, NULL));
    if (!strstr(eglQueryString(display, EGL_EXTENSIONS), "EGL_ANDROID_native_fence_sync"))
        exit(ABSENT);
    create_sync = (PFNEGLCREATESYNCKHRPROC)eglGetProcAddress("eglCreateSyncKHR");
    destroy_sync = (PFNEGLDESTROYSYNCKHRPROC)eglGetProcAddress("eglDestroySyncKHR");
    client_wait_sync = (PFNEGLCLIENTWAITSYNCKHRPROC)eglGetProcAddress("eglClientWaitSyncKHR");
    wait_sync = (PFNEGLWAITSYNCKHRPROC)eglGetProcAddress("eglWaitSyncKHR");
    dup_fence = (PFNEGLDUPNATIVEFENCEFDANDROIDPROC)eglGetProcAddress("eglDupNativeFenceFDANDROID");
    EXPECT(create_sync && destroy_sync && client_wait_sync && wait_sync && dup_fence);
}

static EGLContext create_context(void)
{
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EXPECT(eglBindAPI(EGL_OPENGL_ES_API));
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    EXPECT(context);
    return context;
}

static void make_current(EGLContext context)
{
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
}

/* Clears a new texture of the current context. */
static void draw(void)
{
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    EXPECT(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    glClear(GL_COLOR_BUFFER_BIT);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT(glGetError() == GL_NO_ERROR);
}

/* Returns a sync file of what the current context has drawn. */
static int export_fence(void)
{
    EGLSyncKHR sync = create_sync(display, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
    EXPECT(sync);
    glFlush();
    int fd = dup_fence(display, sync);
    EXPECT(fd >= 0);
    EXPECT(destroy_sync(display, sync));
    return fd;
}

/* Takes the descriptor. */
static EGLSyncKHR import_fence(int fd)
{
    const EGLint attributes[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, fd, EGL_NONE};
    return create_sync(display, EGL_SYNC_NATIVE_FENCE_ANDROID, attributes);
}

static void test_round_trip(EGLContext from, EGLContext to)
{
    make_current(from);
    draw();
    int fd = export_fence();
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    EXPECT(poll(&wait, 1, TIMEOUT_MS) == 1);
    make_current(to);
    EGLSyncKHR sync = import_fence(fd);
    EXPECT(sync);
    EXPECT(wait_sync(display, sync, 0));
    draw();
    EXPECT(client_wait_sync(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, EGL_FOREVER_KHR) ==
           EGL_CONDITION_SATISFIED_KHR);
    EXPECT(destroy_sync(display, sync));
}

static void test_refusal(void)
{
    int ends[2];
    EXPECT(!pipe(ends));
    EXPECT(!import_fence(ends[0]));
    EXPECT(!close(ends[0]) && !close(ends[1])); /* the program still owns the descriptor */
}

int main(void)
{
    open_display();
    EGLContext from = create_context(), to = create_context();
    for (unsigned i = 0; i < ROUNDS; i++)
        test_round_trip(from, to);
    test_refusal();
    EXPECT(eglTerminate(display));
    return 0;
}
