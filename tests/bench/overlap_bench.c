/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* overlap_bench FRAMES MICROSECONDS [sleep], for overlap-ratio: swaps a 256x256 window. Before each
 * swap, the program computes for MICROSECONDS of processor time or, with "sleep", sleeps for this
 * time. Prints the frames per second, which do not include the first frames. If swaps do not wait,
 * the device works on a frame while the program works on the next frame. */
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/text.h"

enum {
    SIZE = 256,
    WARM_UP_FRAMES = 20,
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Computes for `seconds` of processor time, so that a busy machine does not reduce the work. If
 * `sleeps` is set, sleeps for `seconds` instead. */
static void work(double seconds, bool sleeps)
{
    if (sleeps) {
        usleep((useconds_t)(seconds * 1e6));
        return;
    }
    struct timespec t;
    double now, end = 0;
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
        if (end == 0)
            end = now + seconds;
    } while (now < end);
}

static void draw_frame(Display *x, Window window, unsigned i, double work_s, bool sleeps)
{
    work(work_s, sleeps);
    glClearColor((float)(i % 2), (float)(i % 3) / 2, 0.5f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(x, window);
}

int main(int argc, char **argv)
{
    int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, None};
    Display *x = argc >= 3 ? XOpenDisplay(NULL) : NULL;
    XVisualInfo *visual = x ? glXChooseVisual(x, DefaultScreen(x), attributes) : NULL;
    if (!visual) {
        fprintf(stderr,
                "overlap_bench: FRAMES, MICROSECONDS and an X server with GLX are needed\n");
        return 1;
    }
    uint64_t frames, work_us;
    if (!gv_parse_u64(argv[1], strlen(argv[1]), UINT32_MAX, &frames) ||
        !gv_parse_u64(argv[2], strlen(argv[2]), UINT32_MAX, &work_us)) {
        fprintf(stderr, "overlap_bench: no numbers\n");
        return 1;
    }
    const double work_s = (double)work_us * 1e-6;
    Window root = RootWindow(x, visual->screen);
    XSetWindowAttributes set = {.colormap = XCreateColormap(x, root, visual->visual, AllocNone)};
    Window window = XCreateWindow(x, root, 0, 0, SIZE, SIZE, 0, visual->depth, InputOutput,
                                  visual->visual, CWBorderPixel | CWColormap, &set);
    XMapWindow(x, window);
    GLXContext context = glXCreateContext(x, visual, NULL, True);
    if (!context || !glXMakeCurrent(x, window, context)) {
        fprintf(stderr, "overlap_bench: no context\n");
        return 1;
    }
    for (unsigned i = 0; i < WARM_UP_FRAMES; i++)
        draw_frame(x, window, i, work_s, argc == 4);
    double start_s = now_s();
    for (unsigned i = 0; i < frames; i++)
        draw_frame(x, window, i, work_s, argc == 4);
    printf("%.1f\n", (double)frames / (now_s() - start_s));
    return 0;
}
