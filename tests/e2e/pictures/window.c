/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Windows and contexts through Xlib, GLX and EGL. */
#include "window.h"

#include <EGL/egl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>

struct window {
    Display *x;
    enum scene_api api;
    Window handle;
    Colormap colormap;
    GLXContext glx;
    EGLDisplay egl;
    EGLContext egl_context;
    EGLSurface egl_surface;
};

struct window *window_open(void)
{
    struct window *window = calloc(1, sizeof(*window));

    if (!window)
        return NULL;
    window->x = XOpenDisplay(NULL);
    if (!window->x) {
        fprintf(stderr, "gl_pictures: no X server at DISPLAY\n");
        free(window);
        return NULL;
    }
    return window;
}

void window_close(struct window *window)
{
    if (window->egl)
        eglTerminate(window->egl);
    XCloseDisplay(window->x);
    free(window);
}

/* Maps the window, and returns when the X server has mapped it. */
static void map_window(struct window *window, XVisualInfo *visual)
{
    Window root = RootWindow(window->x, visual->screen);
    XSetWindowAttributes attributes = {.event_mask = StructureNotifyMask,
                                       .override_redirect = True};
    XEvent event;

    window->colormap = XCreateColormap(window->x, root, visual->visual, AllocNone);
    attributes.colormap = window->colormap;
    window->handle = XCreateWindow(
        window->x, root, 0, 0, PICTURE_SIZE, PICTURE_SIZE, 0, visual->depth, InputOutput,
        visual->visual, CWBorderPixel | CWColormap | CWEventMask | CWOverrideRedirect, &attributes);
    XMapWindow(window->x, window->handle);
    do {
        XNextEvent(window->x, &event);
    } while (event.type != MapNotify);
}

static void unmap_window(struct window *window)
{
    XDestroyWindow(window->x, window->handle);
    XFreeColormap(window->x, window->colormap);
    XSync(window->x, True);
}

static bool begin_glx(struct window *window)
{
    static const int attributes[] = {
        GLX_X_RENDERABLE, True, GLX_DOUBLEBUFFER, True, GLX_RED_SIZE,  8,
        GLX_GREEN_SIZE,   8,    GLX_ALPHA_SIZE,   8,    GLX_BLUE_SIZE, 8,
        GLX_DEPTH_SIZE,   24,   GLX_STENCIL_SIZE, 8,    None,
    };
    int count = 0;
    GLXFBConfig *configs =
        glXChooseFBConfig(window->x, DefaultScreen(window->x), attributes, &count);
    XVisualInfo *visual = count > 0 ? glXGetVisualFromFBConfig(window->x, configs[0]) : NULL;
    bool ok = false;

    if (visual)
        window->glx = glXCreateNewContext(window->x, configs[0], GLX_RGBA_TYPE, NULL, True);
    if (visual && window->glx) {
        map_window(window, visual);
        ok = glXMakeCurrent(window->x, window->handle, window->glx);
        if (!ok) {
            glXDestroyContext(window->x, window->glx);
            unmap_window(window);
        }
    }
    if (!ok)
        fprintf(stderr, "gl_pictures: no GLX context\n");
    XFree(visual);
    XFree(configs);
    return ok;
}

static bool choose_egl(struct window *window, EGLConfig *out_config, XVisualInfo **out_visual)
{
    static const EGLint attributes[] = {
        EGL_SURFACE_TYPE,
        EGL_WINDOW_BIT,
        EGL_RENDERABLE_TYPE,
        EGL_OPENGL_ES2_BIT,
        EGL_RED_SIZE,
        8,
        EGL_GREEN_SIZE,
        8,
        EGL_BLUE_SIZE,
        8,
        EGL_DEPTH_SIZE,
        24,
        EGL_NONE,
    };
    EGLConfig config;
    EGLint count = 0, id = 0;
    int matches = 0;

    if (!window->egl) {
        window->egl = eglGetDisplay((EGLNativeDisplayType)window->x);
        if (!eglInitialize(window->egl, NULL, NULL)) {
            window->egl = NULL;
            return false;
        }
    }
    if (!eglBindAPI(EGL_OPENGL_ES_API) ||
        !eglChooseConfig(window->egl, attributes, &config, 1, &count) || count < 1 ||
        !eglGetConfigAttrib(window->egl, config, EGL_NATIVE_VISUAL_ID, &id))
        return false;
    XVisualInfo templ = {.visualid = (VisualID)id};
    XVisualInfo *visual = XGetVisualInfo(window->x, VisualIDMask, &templ, &matches);
    if (!visual)
        return false;
    *out_config = config;
    *out_visual = visual;
    return true;
}

static void end_egl(struct window *window)
{
    eglMakeCurrent(window->egl, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (window->egl_surface)
        eglDestroySurface(window->egl, window->egl_surface);
    if (window->egl_context)
        eglDestroyContext(window->egl, window->egl_context);
    window->egl_surface = EGL_NO_SURFACE;
    window->egl_context = EGL_NO_CONTEXT;
    unmap_window(window);
}

static bool begin_egl(struct window *window)
{
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLConfig config;
    XVisualInfo *visual;

    if (!choose_egl(window, &config, &visual)) {
        fprintf(stderr, "gl_pictures: no EGL display or configuration\n");
        return false;
    }
    map_window(window, visual);
    XFree(visual);
    window->egl_surface =
        eglCreateWindowSurface(window->egl, config, (EGLNativeWindowType)window->handle, NULL);
    window->egl_context = eglCreateContext(window->egl, config, EGL_NO_CONTEXT, version);
    if (!window->egl_surface || !window->egl_context ||
        !eglMakeCurrent(window->egl, window->egl_surface, window->egl_surface,
                        window->egl_context)) {
        fprintf(stderr, "gl_pictures: no EGL context, error 0x%x\n", (unsigned)eglGetError());
        end_egl(window);
        return false;
    }
    return true;
}

bool window_begin(struct window *window, enum scene_api api)
{
    window->api = api;
    return api == SCENE_GLES2 ? begin_egl(window) : begin_glx(window);
}

void window_present(struct window *window)
{
    if (window->api == SCENE_GLES2)
        eglSwapBuffers(window->egl, window->egl_surface);
    else
        glXSwapBuffers(window->x, window->handle);
}

void window_end(struct window *window)
{
    if (window->api == SCENE_GLES2) {
        end_egl(window);
        return;
    }
    glXMakeCurrent(window->x, None, NULL);
    glXDestroyContext(window->x, window->glx);
    unmap_window(window);
}
