/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws the picture without a window, by EGL. */
#include <EGL/egl.h>
#include <dlfcn.h>
#include <stddef.h>

#include "probe/probe.h"

enum {
    PLATFORM_SURFACELESS = 0x31DD /* EGL_PLATFORM_SURFACELESS_MESA */
};

#define FUNCTIONS(F)                                                                               \
    F(EGLDisplay, eglGetPlatformDisplay, EGLenum, void *, const EGLAttrib *)                       \
    F(EGLBoolean, eglInitialize, EGLDisplay, EGLint *, EGLint *)                                   \
    F(EGLBoolean, eglBindAPI, EGLenum)                                                             \
    F(EGLBoolean, eglChooseConfig, EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *)      \
    F(EGLSurface, eglCreatePbufferSurface, EGLDisplay, EGLConfig, const EGLint *)                  \
    F(EGLContext, eglCreateContext, EGLDisplay, EGLConfig, EGLContext, const EGLint *)             \
    F(EGLBoolean, eglMakeCurrent, EGLDisplay, EGLSurface, EGLSurface, EGLContext)                  \
    F(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, const char *)

static struct {
#define F(type, name, ...) type (*name)(__VA_ARGS__);
    FUNCTIONS(F)
#undef F
} api;

static void *find(const char *name)
{
    return (void *)api.eglGetProcAddress(name);
}

void gv_probe_egl(void)
{
    static const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8,
        EGL_NONE};
    static const EGLint sizes[] = {EGL_WIDTH, GV_PROBE_SIZE, EGL_HEIGHT, GV_PROBE_SIZE, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    EGLConfig config;
    EGLint num = 0;

    if (!egl)
        gv_probe_fail("%s", dlerror());
#define F(type, name, ...) *(void **)&api.name = gv_probe_symbol(egl, #name);
    FUNCTIONS(F)
#undef F
    EGLDisplay display = api.eglGetPlatformDisplay(PLATFORM_SURFACELESS, NULL, NULL);
    if (!display || !api.eglInitialize(display, NULL, NULL))
        gv_probe_fail("EGL has no display without a window");
    api.eglBindAPI(EGL_OPENGL_ES_API);
    if (!api.eglChooseConfig(display, wanted, &config, 1, &num) || num == 0)
        gv_probe_fail("EGL has no configuration with 8 bits a colour");
    EGLSurface surface = api.eglCreatePbufferSurface(display, config, sizes);
    EGLContext context = api.eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!surface || !context || !api.eglMakeCurrent(display, surface, surface, context))
        gv_probe_fail("EGL makes no context");
    gv_probe_draw(find);
}
