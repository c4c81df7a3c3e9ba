/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where swaps are seen. Programs come to glXSwapBuffers() and its like in many ways, by symbol, by
 * dlsym(), by glXGetProcAddress(); all end in glvnd, which asks Mesa for its functions once. So
 * what glvnd finds as Mesa's entry point is ours, and of the functions that it hands out a few are.
 * Without glvnd nothing is seen, and every swap is Mesa's. */
#include <EGL/egl.h>
#include <GL/glx.h>
#include <dlfcn.h>
#include <glvnd/libeglabi.h>
#include <glvnd/libglxabi.h>
#include <stdint.h>
#include <string.h>

#include "preload/connections.h"
#include "preload/export.h"
#include "preload/next.h"
#include "preload/wire.h"

/* Mesa's. Written under glvnd's locks before anybody gets what reads it. */
static struct {
    __PFNGLXMAINPROC glx_main;
    void *(*glx_address)(const GLubyte *);
    void (*glx_swap)(Display *, GLXDrawable);
    int64_t (*glx_swap_msc)(Display *, GLXDrawable, int64_t, int64_t, int64_t);
    void (*glx_part)(Display *, GLXDrawable, int, int, int, int);
    void (*glx_wait_gl)(void);
    __PFNEGLMAINPROC egl_main;
    void *(*egl_address)(const char *);
    EGLBoolean (*egl_swap)(EGLDisplay, EGLSurface);
    EGLBoolean (*egl_swap_damage_khr)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    EGLBoolean (*egl_swap_damage_ext)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    EGLBoolean (*egl_part)(EGLDisplay, EGLSurface, EGLint, EGLint, EGLint, EGLint);
    EGLBoolean (*egl_wait_gl)(void);
    EGLBoolean (*egl_wait_client)(void);
} mesa;

/* ---- Functions of Mesa's with something around them ------------------------------------------ */

static void glx_swap(Display *x, GLXDrawable drawable)
{
    gv_wire_begin_swap(false);
    mesa.glx_swap(x, drawable);
    gv_wire_end_swap();
}

static int64_t glx_swap_msc(Display *x, GLXDrawable drawable, int64_t target, int64_t divisor,
                            int64_t remainder)
{
    gv_wire_begin_swap(false);
    int64_t result = mesa.glx_swap_msc(x, drawable, target, divisor, remainder);
    gv_wire_end_swap();
    return result;
}

static void glx_part(Display *x, GLXDrawable drawable, int left, int low, int width, int height)
{
    gv_wire_begin_part();
    mesa.glx_part(x, drawable, left, low, width, height);
    gv_wire_end_part();
}

static void glx_wait_gl(void)
{
    mesa.glx_wait_gl();
    gv_connections_drain();
}

static EGLBoolean egl_swap(EGLDisplay display, EGLSurface surface)
{
    gv_wire_begin_swap(true);
    EGLBoolean result = mesa.egl_swap(display, surface);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_swap_damage_khr(EGLDisplay display, EGLSurface surface, const EGLint *rects,
                                      EGLint num)
{
    gv_wire_begin_swap(true);
    EGLBoolean result = mesa.egl_swap_damage_khr(display, surface, rects, num);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_swap_damage_ext(EGLDisplay display, EGLSurface surface, const EGLint *rects,
                                      EGLint num)
{
    gv_wire_begin_swap(true);
    EGLBoolean result = mesa.egl_swap_damage_ext(display, surface, rects, num);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_part(EGLDisplay display, EGLSurface surface, EGLint left, EGLint low,
                           EGLint width, EGLint height)
{
    gv_wire_begin_part();
    EGLBoolean result = mesa.egl_part(display, surface, left, low, width, height);
    gv_wire_end_part();
    return result;
}

static EGLBoolean egl_wait_gl(void)
{
    EGLBoolean result = mesa.egl_wait_gl();
    gv_connections_drain();
    return result;
}

static EGLBoolean egl_wait_client(void)
{
    EGLBoolean result = mesa.egl_wait_client();
    gv_connections_drain();
    return result;
}

struct wrapped {
    const char *name;
    void *ours;
    void *theirs; /* a pointer to the function in mesa */
};

static const struct wrapped wrapped[] = {
    {"glXSwapBuffers", (void *)glx_swap, &mesa.glx_swap},
    {"glXSwapBuffersMscOML", (void *)glx_swap_msc, &mesa.glx_swap_msc},
    {"glXCopySubBufferMESA", (void *)glx_part, &mesa.glx_part},
    {"glXWaitGL", (void *)glx_wait_gl, &mesa.glx_wait_gl},
    {"eglSwapBuffers", (void *)egl_swap, &mesa.egl_swap},
    {"eglSwapBuffersWithDamageKHR", (void *)egl_swap_damage_khr, &mesa.egl_swap_damage_khr},
    {"eglSwapBuffersWithDamageEXT", (void *)egl_swap_damage_ext, &mesa.egl_swap_damage_ext},
    {"eglPostSubBufferNV", (void *)egl_part, &mesa.egl_part},
    {"eglWaitGL", (void *)egl_wait_gl, &mesa.egl_wait_gl},
    {"eglWaitClient", (void *)egl_wait_client, &mesa.egl_wait_client},
};

/* The function of this name, which Mesa has at address. */
static void *wrap(const char *name, void *address)
{
    for (size_t i = 0; address && i < sizeof(wrapped) / sizeof(wrapped[0]); i++) {
        if (strcmp(wrapped[i].name, name) == 0) {
            memcpy(wrapped[i].theirs, &address, sizeof(address));
            return wrapped[i].ours;
        }
    }
    return address;
}

/* ---- Entry points of the vendor -------------------------------------------------------------- */

static void *glx_address(const GLubyte *name)
{
    return wrap((const char *)name, mesa.glx_address(name));
}

static Bool glx_main(uint32_t version, const __GLXapiExports *exports, __GLXvendorInfo *vendor,
                     __GLXapiImports *imports)
{
    Bool result = mesa.glx_main(version, exports, vendor, imports);

    if (result && GLX_VENDOR_ABI_GET_MAJOR_VERSION(version) == GLX_VENDOR_ABI_MAJOR_VERSION) {
        mesa.glx_address = imports->getProcAddress;
        imports->getProcAddress = glx_address;
    }
    return result;
}

static void *egl_address(const char *name)
{
    return wrap(name, mesa.egl_address(name));
}

static EGLBoolean egl_main(uint32_t version, const __EGLapiExports *exports,
                           __EGLvendorInfo *vendor, __EGLapiImports *imports)
{
    EGLBoolean result = mesa.egl_main(version, exports, vendor, imports);

    if (result && EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) == EGL_VENDOR_ABI_MAJOR_VERSION) {
        mesa.egl_address = imports->getProcAddress;
        imports->getProcAddress = egl_address;
    }
    return result;
}

/* Ours in place of the first vendor's, which is Mesa: `galvan run` sees to that. */
static void *replace(void *found, void *theirs, void *ours)
{
    void *known;

    memcpy(&known, theirs, sizeof(known));
    if (found && !known)
        memcpy(theirs, &found, sizeof(found));
    return found && (!known || known == found) ? ours : found;
}

/* What RTLD_NEXT and RTLD_DEFAULT mean depends on who calls, so the real one is jumped to: it must
 * find the address of our caller. This file is always compiled with optimization for that.
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT void *dlsym(void *handle, const char *name)
{
    const gv_dlsym_fn next = gv_next_dlsym();

    if (!next)
        return NULL;
    if (strcmp(name, __GLX_MAIN_PROTO_NAME) == 0)
        return replace(next(handle, name), &mesa.glx_main, (void *)glx_main);
    if (strcmp(name, __EGL_MAIN_PROTO_NAME) == 0)
        return replace(next(handle, name), &mesa.egl_main, (void *)egl_main);
    return next(handle, name);
}
