/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library to preload into QEMU on a machine without a DRM render node. With it, QEMU's display
 * egl-headless uses EGL of the X server instead of EGL of a render node. The library defines some
 * functions of libgbm and libepoxy; QEMU calls these definitions in place of the original ones. */
#include <stdbool.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>

typedef __eglMustCastToProperFunctionPointerType function;

struct gbm_device;
struct gbm_device *gbm_create_device(int fd);
bool epoxy_has_egl_extension(EGLDisplay display, const char *name);
extern function (*epoxy_eglGetProcAddress)(const char *name);

struct gbm_device *gbm_create_device(int fd)
{
    static char device;
    (void)fd;
    return (struct gbm_device *)&device;
}

static EGLDisplay get_display(EGLenum platform, void *native, const EGLint *attributes)
{
    (void)platform;
    (void)native;
    (void)attributes;
    return eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, NULL);
}

static function look_up(const char *name)
{
    return strcmp(name, "eglGetPlatformDisplayEXT") ? eglGetProcAddress(name)
                                                    : (function)get_display;
}

function (*epoxy_eglGetProcAddress)(const char *name) = look_up;

/* Reports the display's extensions, and in addition the export of dma-bufs, which QEMU requires and
 * this display does not use. */
bool epoxy_has_egl_extension(EGLDisplay display, const char *name)
{
    const char *all = eglQueryString(display, EGL_EXTENSIONS);
    return !strcmp(name, "EGL_MESA_image_dma_buf_export") || (all && strstr(all, name));
}
