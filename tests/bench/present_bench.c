/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* present_bench [SECONDS]: clears an 800x600 window and swaps, as often as possible. Prints the
 * renderer and the frames per second, which depend only on the cost of presenting. */
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <time.h>

enum {
    WIDTH = 800,
    HEIGHT = 600,
    WARM_UP_FRAMES = 30,
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Parses a number of a few digits. Returns 0 for any other text. */
static unsigned parse_seconds(const char *text)
{
    unsigned seconds = 0;
    for (; *text >= '0' && *text <= '9' && seconds < 1000; text++)
        seconds = seconds * 10 + (unsigned)(*text - '0');
    return *text ? 0 : seconds;
}

static void draw_frame(Display *x, Window window, unsigned i)
{
    glClearColor((float)(i % 2), (float)(i % 3) / 2, 0.5f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(x, window);
}

/* Opens and maps a window with a current context. Returns 0 on failure. */
static Window open_window(Display *x)
{
    int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, None};
    XVisualInfo *visual = glXChooseVisual(x, DefaultScreen(x), attributes);
    if (!visual)
        return 0;
    GLXContext context = glXCreateContext(x, visual, NULL, True);
    Window root = RootWindow(x, visual->screen);
    XSetWindowAttributes set = {
        .override_redirect = True,
        .event_mask = StructureNotifyMask,
        .colormap = XCreateColormap(x, root, visual->visual, AllocNone),
    };
    Window window =
        XCreateWindow(x, root, 0, 0, WIDTH, HEIGHT, 0, visual->depth, InputOutput, visual->visual,
                      CWBorderPixel | CWColormap | CWEventMask | CWOverrideRedirect, &set);
    XFree(visual);
    XMapWindow(x, window);
    for (XEvent event = {0}; event.type != MapNotify;)
        XNextEvent(x, &event);
    return context && glXMakeCurrent(x, window, context) ? window : 0;
}

int main(int argc, char **argv)
{
    unsigned seconds = argc > 1 ? parse_seconds(argv[1]) : 3;
    Display *x = XOpenDisplay(NULL);
    Window window = x ? open_window(x) : 0;
    if (!window || !seconds) {
        fprintf(stderr, "present_bench: no window with a GL context\n");
        return 1;
    }
    unsigned frames = 0;
    for (; frames < WARM_UP_FRAMES; frames++)
        draw_frame(x, window, frames);
    double start_s = now_s(), end_s;
    frames = 0;
    do {
        draw_frame(x, window, frames++);
        end_s = now_s();
    } while (end_s - start_s < seconds);
    printf("%s: %.0f frames/s\n", (const char *)glGetString(GL_RENDERER),
           frames / (end_s - start_s));
    return 0;
}
