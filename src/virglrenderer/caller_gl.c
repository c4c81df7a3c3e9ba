/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/caller_gl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/log.h"
#include "virglrenderer/gl_functions.h"
#include "virglrenderer/instance.h"

/* ---- Functions ------------------------------------------------------------------------------- */

typedef void (*function)(void);
typedef function (*get_function)(const char *name);
typedef void *(*get_current)(void);

/* Returns `find`, the function of EGL or GLX that looks up OpenGL functions. NULL if the process
 * does not use this API, or has no current context of this API. */
static get_function finder(const char *const libraries[], const char *current, const char *find)
{
    for (; *libraries; libraries++) {
        void *library = dlopen(*libraries, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
        if (!library)
            continue;
        get_current get = (get_current)dlsym(library, current);
        get_function found = get && get() ? (get_function)dlsym(library, find) : NULL;
        dlclose(library); /* the caller's own reference to the library remains */
        if (found)
            return found;
    }
    return NULL;
}

static bool find_functions(struct gv_vr_gl_functions *out)
{
    static const char *const egl[] = {"libEGL.so.1", NULL};
    static const char *const glx[] = {"libGLX.so.0", "libGL.so.1", NULL};
    get_function get = finder(egl, "eglGetCurrentContext", "eglGetProcAddress");
    if (!get)
        get = finder(glx, "glXGetCurrentContext", "glXGetProcAddressARB");
    if (!get)
        return false;
#define F(type, name)                                                                              \
    out->name = (type)get(#name);                                                                  \
    if (!out->name)                                                                                \
        return false;
    GL_FUNCTIONS(F)
#undef F
#define F(type, name) out->name = (type)get(#name);
    GL_MEMORY_FUNCTIONS(F)
#undef F
    return true;
}

/* When QEMU's GTK window stops showing a texture, it deletes a framebuffer without a current
 * context. OpenGL would ignore the call, but libepoxy looks a function up at its first call, and
 * ends the process if there is no current context. So have_epoxy_look_up() calls the functions in
 * advance, without an object. */
static void have_epoxy_look_up(void)
{
    static const char *const names[] = {"epoxy_glDeleteFramebuffers", "epoxy_glDeleteTextures"};
    void *library = dlopen("libepoxy.so.0", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (!library)
        return;
    for (unsigned i = 0; i < GV_ARRAY_SIZE(names); i++) {
        PFNGLDELETEFRAMEBUFFERSPROC *pointer = dlsym(library, names[i]);
        if (pointer)
            (*pointer)(0, NULL);
    }
    dlclose(library);
}

/* ---- The context ----------------------------------------------------------------------------- */

/* Ignores the result of the make_current callback, because its meaning differs: QEMU's windows
 * return 0, QEMU's EGL displays return the result of eglMakeCurrent(). */
bool gv_vr_gl_make_current(struct gv_vr_instance *instance)
{
    struct gv_vr_gl *gl = &instance->gl;
    if (!gl->context)
        return false;
    instance->callbacks.make_current(instance->cookie, 0, gl->context);
    return true;
}

static void end_context(struct gv_vr_instance *instance)
{
    struct gv_vr_gl *gl = &instance->gl;
    if (gl->context && instance->callbacks.destroy_gl_context)
        instance->callbacks.destroy_gl_context(instance->cookie, gl->context);
    gl->context = NULL;
    free(gl->functions);
    gl->functions = NULL;
}

/* Creates a context of the caller's OpenGL with the newest version that the caller supports. */
static virgl_renderer_gl_context create_context(struct gv_vr_instance *instance)
{
    static const int versions[][2] = {{3, 3}, {3, 0}, {2, 0}};
    for (unsigned i = 0; i < GV_ARRAY_SIZE(versions); i++) {
        struct virgl_renderer_gl_ctx_param param = {
            .version = 1, .major_ver = versions[i][0], .minor_ver = versions[i][1]};
        virgl_renderer_gl_context context =
            instance->callbacks.create_gl_context(instance->cookie, 0, &param);
        if (context)
            return context;
    }
    return NULL;
}

static const char *open_context(struct gv_vr_instance *instance)
{
    struct gv_vr_gl *gl = &instance->gl;
    gl->context = create_context(instance);
    if (!gv_vr_gl_make_current(instance))
        return "the caller makes no context";
    gl->functions = calloc(1, sizeof(*gl->functions));
    if (!gl->functions || !find_functions(gl->functions))
        return "no context of it is current, or it lacks functions";
    const char *version = (const char *)gl->functions->glGetString(GL_VERSION);
    gl->is_es = version && !strncmp(version, "OpenGL ES", 9);
    have_epoxy_look_up();
    return NULL;
}

bool gv_vr_gl_enter(struct gv_vr_instance *instance)
{
    struct gv_vr_gl *gl = &instance->gl;
    if (gl->tried || !gl->wanted)
        return gv_vr_gl_make_current(instance);
    gl->tried = true;
    const char *why = open_context(instance);
    if (!why)
        return true;
    gv_warn(&instance->log, "virglrenderer", "no textures of the caller's OpenGL: %s", why);
    end_context(instance);
    return false;
}

void gv_vr_gl_finish(struct gv_vr_instance *instance)
{
    end_context(instance);
    free(instance->gl.pixels);
}
