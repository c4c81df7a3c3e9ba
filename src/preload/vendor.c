/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Intercepts swaps. Programs find glXSwapBuffers() and similar functions in many ways: by symbol,
 * by dlsym(), by glXGetProcAddress(). In each case the program calls glvnd, which asks Mesa for its
 * functions once. So this file replaces Mesa's entry point for glvnd, and a few of the functions
 * that the entry point returns. Without glvnd no swap is intercepted. */
#include "preload/vendor.h"

#include <EGL/egl.h>
#include <GL/glx.h>
#include <dlfcn.h>
#include <glvnd/libeglabi.h>
#include <glvnd/libglxabi.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "preload/binds.h"
#include "preload/connections.h"
#include "preload/driver_frames.h"
#include "preload/export.h"
#include "preload/flushes.h"
#include "preload/intervals.h"
#include "preload/multi_draws.h"
#include "preload/next.h"
#include "preload/presents.h"
#include "preload/show.h"
#include "preload/swap.h"
#include "preload/wire.h"

/* Mesa's functions. Written under glvnd's locks before any thread gets a function that reads
 * them. */
static struct {
    __PFNGLXMAINPROC glx_main;
    void *(*glx_address)(const GLubyte *);
    void (*glx_swap)(Display *, GLXDrawable);
    int64_t (*glx_swap_msc)(Display *, GLXDrawable, int64_t, int64_t, int64_t);
    void (*glx_part)(Display *, GLXDrawable, int, int, int, int);
    void (*glx_wait_gl)(void);
    void (*glx_interval)(Display *, GLXDrawable, int);
    int (*glx_interval_mesa)(unsigned);
    int (*glx_get_interval_mesa)(void);
    int (*glx_interval_sgi)(int);
    void (*glx_query)(Display *, GLXDrawable, int, unsigned *);
    const char *(*glx_extensions)(Display *, int);
    void (*glx_destroy_window)(Display *, GLXWindow);
    GLXPixmap (*glx_create_pixmap)(Display *, GLXFBConfig, Pixmap, const int *);
    void (*glx_destroy_pixmap)(Display *, GLXPixmap);
    void (*glx_bind)(Display *, GLXDrawable, int, const int *);
    __PFNEGLMAINPROC egl_main;
    void *(*egl_address)(const char *);
    EGLBoolean (*egl_initialize)(EGLDisplay, EGLint *, EGLint *);
    EGLBoolean (*egl_swap)(EGLDisplay, EGLSurface);
    EGLBoolean (*egl_swap_damage_khr)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    EGLBoolean (*egl_swap_damage_ext)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    EGLBoolean (*egl_part)(EGLDisplay, EGLSurface, EGLint, EGLint, EGLint, EGLint);
    EGLBoolean (*egl_wait_gl)(void);
    EGLBoolean (*egl_wait_client)(void);
    EGLBoolean (*egl_interval)(EGLDisplay, EGLint);
    EGLBoolean (*egl_destroy_surface)(EGLDisplay, EGLSurface);
} mesa;

/* Compares the base address of the library that contains `address` with the base address of Mesa's
 * GLX library. */
bool gv_vendor_is_glx(const void *address)
{
    Dl_info of, main;
    void *known;

    memcpy(&known, &mesa.glx_main, sizeof(known));
    return known && dladdr(address, &of) && dladdr(known, &main) && of.dli_fbase == main.dli_fbase;
}

/* ---- Wrappers of Mesa's functions ------------------------------------------------------------ */

static void begin_swap(uintptr_t drawable, bool by_egl)
{
    const struct gv_show_how how = {.by_egl = by_egl, .interval = gv_interval_of(drawable)};

    gv_wire_begin_swap(&how);
}

static void glx_swap(Display *x, GLXDrawable drawable)
{
    begin_swap(drawable, false);
    mesa.glx_swap(x, drawable);
    gv_wire_end_swap();
}

static int64_t glx_swap_msc(Display *x, GLXDrawable drawable, int64_t target, int64_t divisor,
                            int64_t remainder)
{
    begin_swap(drawable, false);
    int64_t result = mesa.glx_swap_msc(x, drawable, target, divisor, remainder);
    gv_wire_end_swap();
    return result;
}

static void glx_part(Display *x, GLXDrawable drawable, int left, int low, int width, int height)
{
    gv_swap_begin_part();
    mesa.glx_part(x, drawable, left, low, width, height);
    gv_swap_end_part();
}

/* Creates a GLX pixmap, and tracks it if it is for GL_TEXTURE_2D. */
static GLXPixmap glx_create_pixmap(Display *x, GLXFBConfig config, Pixmap pixmap,
                                   const int *attributes)
{
    const GLXPixmap name = mesa.glx_create_pixmap(x, config, pixmap, attributes);

    for (const int *at = attributes; name && at && at[0] != None; at += 2) {
        if (at[0] == GLX_TEXTURE_TARGET_EXT && at[1] == GLX_TEXTURE_2D_EXT)
            gv_binds_add(x, name, pixmap);
    }
    return name;
}

static void glx_destroy_pixmap(Display *x, GLXPixmap name)
{
    gv_binds_remove(x, name);
    mesa.glx_destroy_pixmap(x, name);
}

static void glx_bind(Display *x, GLXDrawable drawable, int buffer, const int *attributes)
{
    void *(*context)(void);
    void (*get)(GLenum, GLint *);
    void *addresses[] = {mesa.glx_address((const GLubyte *)"glXGetCurrentContext"),
                         mesa.glx_address((const GLubyte *)"glGetIntegerv")};
    GLint texture = 0;

    memcpy(&context, &addresses[0], sizeof(context));
    memcpy(&get, &addresses[1], sizeof(get));
    void *current = context && get && gv_connections_are_there() ? context() : NULL;
    if (current)
        get(GL_TEXTURE_BINDING_2D, &texture);
    if (!gv_binds_is_fresh(x, drawable, current, (unsigned)texture))
        mesa.glx_bind(x, drawable, buffer, attributes);
}

static void glx_wait_gl(void)
{
    mesa.glx_wait_gl();
    gv_presents_drain();
}

static __thread __attribute__((tls_model("initial-exec"))) bool begins_egl;

bool gv_vendor_begins_egl(void)
{
    return begins_egl;
}

static EGLBoolean egl_initialize(EGLDisplay display, EGLint *major, EGLint *minor)
{
    begins_egl = true;
    EGLBoolean result = mesa.egl_initialize(display, major, minor);
    begins_egl = false;
    return result;
}

static EGLBoolean egl_swap(EGLDisplay display, EGLSurface surface)
{
    begin_swap((uintptr_t)surface, true);
    EGLBoolean result = mesa.egl_swap(display, surface);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_swap_damage_khr(EGLDisplay display, EGLSurface surface, const EGLint *rects,
                                      EGLint num)
{
    begin_swap((uintptr_t)surface, true);
    EGLBoolean result = mesa.egl_swap_damage_khr(display, surface, rects, num);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_swap_damage_ext(EGLDisplay display, EGLSurface surface, const EGLint *rects,
                                      EGLint num)
{
    begin_swap((uintptr_t)surface, true);
    EGLBoolean result = mesa.egl_swap_damage_ext(display, surface, rects, num);
    gv_wire_end_swap();
    return result;
}

static EGLBoolean egl_part(EGLDisplay display, EGLSurface surface, EGLint left, EGLint low,
                           EGLint width, EGLint height)
{
    gv_swap_begin_part();
    EGLBoolean result = mesa.egl_part(display, surface, left, low, width, height);
    gv_swap_end_part();
    return result;
}

static EGLBoolean egl_wait_gl(void)
{
    EGLBoolean result = mesa.egl_wait_gl();
    gv_presents_drain();
    return result;
}

static EGLBoolean egl_wait_client(void)
{
    EGLBoolean result = mesa.egl_wait_client();
    gv_presents_drain();
    return result;
}

/* ---- Swap intervals, which Mesa's software drivers do not have ------------------------------- */

/* Whether swap intervals work on this display: this library must show the display's frames, and the
 * X server must count refreshes. */
static bool has_intervals(Display *x)
{
    static void *slot;
    __typeof__(&XQueryExtension) query = gv_next_once(&slot, "libX11.so.6", "XQueryExtension");
    int unused;

    return x && query && gv_presents_are_there() &&
           query(x, "Present", &unused, &unused, &unused) &&
           query(x, "MIT-SHM", &unused, &unused, &unused);
}

/* Returns the thread's drawable; None if swap intervals do not work on the drawable's display. */
static GLXDrawable current_drawable(void)
{
    GLXDrawable (*drawable)(void);
    Display *(*display)(void);
    void *addresses[] = {mesa.glx_address((const GLubyte *)"glXGetCurrentDrawable"),
                         mesa.glx_address((const GLubyte *)"glXGetCurrentDisplay")};

    memcpy(&drawable, &addresses[0], sizeof(drawable));
    memcpy(&display, &addresses[1], sizeof(display));
    return drawable && display && has_intervals(display()) ? drawable() : None;
}

/* Sets a drawable's interval. Mesa's function, which is called first, reports an invalid
 * interval. */
static void glx_interval(Display *x, GLXDrawable drawable, int interval)
{
    mesa.glx_interval(x, drawable, interval);
    if (interval >= 0)
        gv_interval_set(drawable, (unsigned)interval);
}

static int glx_interval_mesa(unsigned interval)
{
    const GLXDrawable drawable = current_drawable();

    if (!drawable)
        return mesa.glx_interval_mesa(interval);
    return interval <= INT_MAX && gv_interval_set(drawable, interval) ? 0 : GLX_BAD_VALUE;
}

static int glx_interval_sgi(int interval)
{
    const GLXDrawable drawable = current_drawable();

    if (!drawable)
        return mesa.glx_interval_sgi(interval);
    return interval > 0 && gv_interval_set(drawable, (unsigned)interval) ? 0 : GLX_BAD_VALUE;
}

static int glx_get_interval_mesa(void)
{
    const GLXDrawable drawable = current_drawable();

    return drawable ? (int)gv_interval_of(drawable) : mesa.glx_get_interval_mesa();
}

static void glx_query(Display *x, GLXDrawable drawable, int attribute, unsigned *value)
{
    if (attribute == GLX_SWAP_INTERVAL_EXT && has_intervals(x))
        *value = gv_interval_of(drawable);
    else if (attribute == GLX_MAX_SWAP_INTERVAL_EXT && has_intervals(x))
        *value = INT_MAX;
    else
        mesa.glx_query(x, drawable, attribute, value);
}

/* Appends the extensions for swap intervals to Mesa's. The string is never freed, since most
 * screens and displays share one string. */
static const char *with_intervals(const char *theirs)
{
    static const char ours[] = " GLX_EXT_swap_control GLX_MESA_swap_control GLX_SGI_swap_control";
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *known[4];
    const size_t size = strlen(theirs);
    const char *found = theirs;

    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]) && found == theirs; i++) {
        if (!known[i] && (known[i] = malloc(size + sizeof(ours)))) {
            memcpy(known[i], theirs, size);
            memcpy(known[i] + size, ours, sizeof(ours));
        }
        if (known[i] && strncmp(known[i], theirs, size) == 0 && strcmp(known[i] + size, ours) == 0)
            found = known[i];
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static const char *glx_extensions(Display *x, int screen)
{
    const char *theirs = mesa.glx_extensions(x, screen);

    return theirs && !strstr(theirs, "GLX_MESA_swap_control") && has_intervals(x)
               ? with_intervals(theirs)
               : theirs;
}

static void glx_destroy_window(Display *x, GLXWindow window)
{
    gv_interval_forget(window);
    mesa.glx_destroy_window(x, window);
}

/* Sets the interval both here and in Mesa, since EGL does not report the platform, and on Wayland
 * Mesa itself waits for the interval. */
static EGLBoolean egl_interval(EGLDisplay display, EGLint interval)
{
    EGLSurface (*get)(EGLint);
    void *address = mesa.egl_address("eglGetCurrentSurface");
    EGLBoolean result = mesa.egl_interval(display, interval);

    memcpy(&get, &address, sizeof(get));
    if (result && get)
        gv_interval_set((uintptr_t)get(EGL_DRAW), interval > 0 ? (unsigned)interval : 0);
    return result;
}

static EGLBoolean egl_destroy_surface(EGLDisplay display, EGLSurface surface)
{
    gv_interval_forget((uintptr_t)surface);
    return mesa.egl_destroy_surface(display, surface);
}

/* ---- The table ------------------------------------------------------------------------------- */

struct wrapped {
    const char *name;
    void *ours;
    void *theirs; /* points to the field of `mesa` that gets Mesa's function */
};

static const struct wrapped wrapped[] = {
    {"glXSwapBuffers", (void *)glx_swap, &mesa.glx_swap},
    {"glXSwapBuffersMscOML", (void *)glx_swap_msc, &mesa.glx_swap_msc},
    {"glXCopySubBufferMESA", (void *)glx_part, &mesa.glx_part},
    {"glXWaitGL", (void *)glx_wait_gl, &mesa.glx_wait_gl},
    {"glXSwapIntervalEXT", (void *)glx_interval, &mesa.glx_interval},
    {"glXSwapIntervalMESA", (void *)glx_interval_mesa, &mesa.glx_interval_mesa},
    {"glXGetSwapIntervalMESA", (void *)glx_get_interval_mesa, &mesa.glx_get_interval_mesa},
    {"glXSwapIntervalSGI", (void *)glx_interval_sgi, &mesa.glx_interval_sgi},
    {"glXQueryDrawable", (void *)glx_query, &mesa.glx_query},
    {"glXQueryExtensionsString", (void *)glx_extensions, &mesa.glx_extensions},
    {"glXCreatePixmap", (void *)glx_create_pixmap, &mesa.glx_create_pixmap},
    {"glXDestroyPixmap", (void *)glx_destroy_pixmap, &mesa.glx_destroy_pixmap},
    {"glXBindTexImageEXT", (void *)glx_bind, &mesa.glx_bind},
    {"glXDestroyWindow", (void *)glx_destroy_window, &mesa.glx_destroy_window},
    {"eglInitialize", (void *)egl_initialize, &mesa.egl_initialize},
    {"eglSwapBuffers", (void *)egl_swap, &mesa.egl_swap},
    {"eglSwapBuffersWithDamageKHR", (void *)egl_swap_damage_khr, &mesa.egl_swap_damage_khr},
    {"eglSwapBuffersWithDamageEXT", (void *)egl_swap_damage_ext, &mesa.egl_swap_damage_ext},
    {"eglPostSubBufferNV", (void *)egl_part, &mesa.egl_part},
    {"eglWaitGL", (void *)egl_wait_gl, &mesa.egl_wait_gl},
    {"eglWaitClient", (void *)egl_wait_client, &mesa.egl_wait_client},
    {"eglSwapInterval", (void *)egl_interval, &mesa.egl_interval},
    {"eglDestroySurface", (void *)egl_destroy_surface, &mesa.egl_destroy_surface},
};

/* Returns the function that a program gets for this name: a wrapper, or Mesa's own function at
 * `address`. The functions of OpenGL are wrapped only for Mesa's driver virpipe. */
static void *wrap(const char *name, void *address)
{
    static const struct gv_flushes_entry *const gl[] = {gv_flushes, gv_multi_draws};

    for (size_t i = 0; address && i < sizeof(wrapped) / sizeof(wrapped[0]); i++) {
        if (strcmp(wrapped[i].name, name) == 0) {
            memcpy(wrapped[i].theirs, &address, sizeof(address));
            return wrapped[i].ours;
        }
    }
    if (gv_driver_frames_are_wanted())
        return address;
    for (size_t i = 0; address && i < sizeof(gl) / sizeof(gl[0]); i++) {
        for (const struct gv_flushes_entry *entry = gl[i]; entry->name; entry++) {
            if (strcmp(entry->name, name) == 0) {
                memcpy(entry->theirs, &address, sizeof(address));
                return entry->ours ? entry->ours : address;
            }
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

/* Replaces the entry point of the first vendor. `galvan run` ensures that this vendor is Mesa. */
static void *replace(void *found, void *theirs, void *ours)
{
    void *known;

    memcpy(&known, theirs, sizeof(known));
    if (found && !known)
        memcpy(theirs, &found, sizeof(found));
    return found && (!known || known == found) ? ours : found;
}

/* The meaning of RTLD_NEXT and RTLD_DEFAULT depends on the caller's address. So this function jumps
 * to the real dlsym() instead of calling it: the real dlsym() then finds the address of this
 * function's caller. For the jump, this file is always compiled with optimization.
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
