/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws the picture in an X11 window with GLX. Compares both the framebuffer's pixels and the
 * visible pixels of the window with the expected colours. */
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "probe/probe.h"

enum {
    LOOKS = 40, /* number of attempts, since the picture may appear late */
    LOOK_US = 50000
};

#define X_FUNCTIONS(F)                                                                             \
    F(Display *, XOpenDisplay, const char *)                                                       \
    F(Colormap, XCreateColormap, Display *, Window, Visual *, int)                                 \
    F(Window, XCreateWindow, Display *, Window, int, int, unsigned, unsigned, unsigned, int,       \
      unsigned, Visual *, unsigned long, XSetWindowAttributes *)                                   \
    F(int, XMapRaised, Display *, Window)                                                          \
    F(int, XSync, Display *, Bool)                                                                 \
    F(XImage *, XGetImage, Display *, Drawable, int, int, unsigned, unsigned, unsigned long, int)

#define GLX_FUNCTIONS(F)                                                                           \
    F(XVisualInfo *, glXChooseVisual, Display *, int, int *)                                       \
    F(GLXContext, glXCreateContext, Display *, XVisualInfo *, GLXContext, Bool)                    \
    F(Bool, glXMakeCurrent, Display *, GLXDrawable, GLXContext)                                    \
    F(void, glXSwapBuffers, Display *, GLXDrawable)                                                \
    F(void, glXWaitGL, void)                                                                       \
    F(__GLXextFuncPtr, glXGetProcAddress, const GLubyte *)

static struct {
#define F(type, name, ...) type (*name)(__VA_ARGS__);
    X_FUNCTIONS(F)
    GLX_FUNCTIONS(F)
#undef F
} api;

static void open_libraries(void)
{
    void *x11 = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    void *gl = x11 ? dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;

    if (!gl)
        gv_probe_fail("%s", dlerror());
#define F(type, name, ...) *(void **)&api.name = gv_probe_symbol(x11, #name);
    X_FUNCTIONS(F)
#undef F
#define F(type, name, ...) *(void **)&api.name = gv_probe_symbol(gl, #name);
    GLX_FUNCTIONS(F)
#undef F
}

static void *find(const char *name)
{
    return (void *)api.glXGetProcAddress((const GLubyte *)name);
}

static Window make_window(Display *x, const XVisualInfo *visual)
{
    const Window root = RootWindow(x, visual->screen);
    XSetWindowAttributes attributes = {
        .colormap = api.XCreateColormap(x, root, visual->visual, AllocNone),
        .override_redirect = True, /* so that no window manager moves the window */
    };
    Window window = api.XCreateWindow(x, root, 0, 0, GV_PROBE_SIZE, GV_PROBE_SIZE, 0, visual->depth,
                                      InputOutput, visual->visual,
                                      CWColormap | CWBorderPixel | CWOverrideRedirect, &attributes);

    api.XMapRaised(x, window);
    api.XSync(x, False);
    return window;
}

/* Scales a channel of any width to eight bits. */
static unsigned char channel(unsigned long pixel, unsigned long mask)
{
    const unsigned long lowest = mask & -mask;
    return mask ? (unsigned char)((pixel & mask) / lowest * 255 / (mask / lowest)) : 0;
}

static bool has_picture(Display *x, Window window)
{
    unsigned char expected[3];
    XImage *image =
        api.XGetImage(x, window, 0, 0, GV_PROBE_SIZE, GV_PROBE_SIZE, AllPlanes, ZPixmap);
    bool is_right = image != NULL;

    for (int y = 0; is_right && y < GV_PROBE_SIZE; y++) {
        for (int i = 0; is_right && i < GV_PROBE_SIZE; i++) {
            const unsigned long pixel = XGetPixel(image, i, GV_PROBE_SIZE - 1 - y);
            const unsigned char rgb[3] = {channel(pixel, image->red_mask),
                                          channel(pixel, image->green_mask),
                                          channel(pixel, image->blue_mask)};
            is_right = !gv_probe_colour(i, y, expected) || gv_probe_is_near(rgb, expected);
        }
    }
    if (image)
        XDestroyImage(image);
    return is_right;
}

void gv_probe_glx(void)
{
    int wanted[] = {GLX_RGBA, GLX_RED_SIZE,     8,   GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE,
                    8,        GLX_DOUBLEBUFFER, None};
    bool is_drawn = false;

    open_libraries();
    Display *x = api.XOpenDisplay(NULL);
    if (!x)
        gv_probe_fail("the X server does not let the program in");
    XVisualInfo *visual = api.glXChooseVisual(x, DefaultScreen(x), wanted);
    if (!visual)
        gv_probe_fail("the X server has no visual for OpenGL with 8 bits a colour");
    Window window = make_window(x, visual);
    GLXContext context = api.glXCreateContext(x, visual, NULL, True);
    if (!context || !api.glXMakeCurrent(x, window, context))
        gv_probe_fail("GLX makes no context");
    gv_probe_draw(find);
    api.glXSwapBuffers(x, window);
    api.glXWaitGL();
    for (int i = 0; !is_drawn && i < LOOKS; i++) {
        api.XSync(x, False);
        is_drawn = has_picture(x, window);
        if (!is_drawn)
            usleep(LOOK_US);
    }
    printf("window: %s\n", is_drawn ? "right" : "wrong");
}
