/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "swap_view.h"

#include <GL/gl.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int wrongs;

int num_wrong(void)
{
    return wrongs;
}

void wrong(const char *what, unsigned got, unsigned wanted)
{
    fprintf(stderr, "swap_client: %s: %u, not %u\n", what, got, wanted);
    wrongs++;
}

_Noreturn void die(const char *what)
{
    fprintf(stderr, "swap_client: %s\n", what);
    exit(2);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

unsigned frame_of(unsigned char r, unsigned char g)
{
    return r / 2u + g / 2u * 128;
}

void clear_to(unsigned i)
{
    glClearColor((float)(i % 128 * 2 + 1) / 255.0f, (float)(i / 128 * 2 + 1) / 255.0f, 0.5f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

unsigned seen_at(Display *x, Drawable drawable, int left, int top)
{
    XImage *image = XGetImage(x, drawable, left, top, 1, 1, AllPlanes, ZPixmap);
    if (!image)
        die("no image of the window");
    unsigned long pixel = XGetPixel(image, 0, 0);
    XDestroyImage(image);
    return frame_of((unsigned char)(pixel >> 16), (unsigned char)(pixel >> 8));
}

void expect_on_window(Display *x, Drawable drawable, unsigned i)
{
    unsigned got = seen_at(x, drawable, 3, 3);
    if (got != i)
        wrong("the window shows another frame", got, i);
}

unsigned read_pixels(unsigned width, unsigned height)
{
    unsigned char *pixels = malloc((size_t)width * height * 4);
    if (!pixels)
        die("no memory");
    glReadPixels(0, 0, (GLsizei)width, (GLsizei)height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    unsigned got = frame_of(pixels[0], pixels[1]);
    free(pixels);
    return got;
}

/* ---- Windows --------------------------------------------------------------------------------- */

Window make_window(Display *x, XVisualInfo *visual)
{
    Window root = RootWindow(x, visual->screen);
    XSetWindowAttributes set = {.colormap = XCreateColormap(x, root, visual->visual, AllocNone),
                                .event_mask = StructureNotifyMask,
                                .override_redirect = True};
    Window window =
        XCreateWindow(x, root, 0, 0, WIDTH, HEIGHT, 0, visual->depth, InputOutput, visual->visual,
                      CWBorderPixel | CWColormap | CWEventMask | CWOverrideRedirect, &set);
    XMapWindow(x, window);
    for (XEvent event = {0}; event.type != MapNotify;)
        XNextEvent(x, &event);
    return window;
}

struct view open_view(bool is_double)
{
    int attributes[] = {GLX_RGBA, GLX_RED_SIZE, 8, is_double ? GLX_DOUBLEBUFFER : None, None};
    struct view view = {.x = XOpenDisplay(NULL)};
    view.visual = view.x ? glXChooseVisual(view.x, DefaultScreen(view.x), attributes) : NULL;
    view.context = view.visual ? glXCreateContext(view.x, view.visual, NULL, True) : NULL;
    if (!view.context)
        die("no GLX");
    view.window = make_window(view.x, view.visual);
    if (!glXMakeCurrent(view.x, view.window, view.context))
        die("no current context");
    return view;
}

void swap_frames(struct view *view, unsigned first, unsigned num)
{
    for (unsigned i = first; i < first + num; i++) {
        clear_to(i);
        glXSwapBuffers(view->x, view->window);
    }
}

void destroy_elsewhere(Window window)
{
    if (fork() == 0) {
        Display *x = XOpenDisplay(NULL);
        XDestroyWindow(x, window);
        XSync(x, False);
        _exit(0);
    }
    wait(NULL);
}

long now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
