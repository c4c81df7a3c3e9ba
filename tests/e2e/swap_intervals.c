/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#define GL_GLEXT_PROTOTYPES
#include "swap_intervals.h"

#include <GL/glx.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "swap_view.h"

static void (*address_of(const char *name))(void)
{
    void (*address)(void) = glXGetProcAddress((const GLubyte *)name);
    if (!address)
        die(name);
    return address;
}

static bool says_intervals(const struct view *view)
{
    return strstr(glXQueryExtensionsString(view->x, 0), "GLX_EXT_swap_control") != NULL;
}

/* Prints the time that FRAMES frames took, in microseconds. The time begins and ends when a frame
 * is visible. */
static void time_frames(struct view *view)
{
    swap_frames(view, 1, 3);
    glXWaitGL();
    long begin_us = now_us();
    swap_frames(view, 4, FRAMES);
    glXWaitGL();
    printf("%ld\n", now_us() - begin_us);
    expect_on_window(view->x, view->window, FRAMES + 3);
}

/* Times frames with the environment's interval, and then with an interval set by each of the
 * extensions. */
void intervals(void)
{
    PFNGLXSWAPINTERVALEXTPROC set = (PFNGLXSWAPINTERVALEXTPROC)address_of("glXSwapIntervalEXT");
    PFNGLXSWAPINTERVALMESAPROC set_mesa =
        (PFNGLXSWAPINTERVALMESAPROC)address_of("glXSwapIntervalMESA");
    PFNGLXGETSWAPINTERVALMESAPROC get =
        (PFNGLXGETSWAPINTERVALMESAPROC)address_of("glXGetSwapIntervalMESA");
    PFNGLXSWAPINTERVALSGIPROC set_sgi = (PFNGLXSWAPINTERVALSGIPROC)address_of("glXSwapIntervalSGI");
    struct view view = open_view(true);
    unsigned value = 0;
    time_frames(&view);
    set(view.x, view.window, 2);
    glXQueryDrawable(view.x, view.window, GLX_SWAP_INTERVAL_EXT, &value);
    if (value != 2 || get() != 2)
        wrong("the interval that was set", value, 2);
    time_frames(&view);
    if (set_mesa(0) != 0 || get() != 0)
        wrong("glXSwapIntervalMESA", (unsigned)get(), 0);
    time_frames(&view);
    if (set_sgi(0) != GLX_BAD_VALUE || set_sgi(1) != 0 || get() != 1)
        wrong("glXSwapIntervalSGI", (unsigned)get(), 1);
    time_frames(&view);
    if (!says_intervals(&view))
        wrong("GLX_EXT_swap_control", 0, 1);
}

/* Sets the interval `interval` and prints how long frames take; the environment may overrule the
 * interval. */
static void interval_of(unsigned interval)
{
    PFNGLXSWAPINTERVALEXTPROC set = (PFNGLXSWAPINTERVALEXTPROC)address_of("glXSwapIntervalEXT");
    struct view view = open_view(true);
    set(view.x, view.window, (int)interval);
    time_frames(&view);
}

void interval_0(void)
{
    interval_of(0);
}

void interval_1(void)
{
    interval_of(1);
}

/* Checks that the client library does not offer swap intervals if it cannot implement them. */
void no_intervals(void)
{
    PFNGLXSWAPINTERVALMESAPROC set = (PFNGLXSWAPINTERVALMESAPROC)address_of("glXSwapIntervalMESA");
    struct view view = open_view(true);
    time_frames(&view);
    if (set(1) == 0 || says_intervals(&view))
        wrong("an interval can be set", 1, 0);
    time_frames(&view);
}

/* Swaps two windows of one program in turn, without and with a swap interval, and prints how long
 * this took. The windows must not wait for each other: both windows' frames must appear with the
 * same refresh. */
void two_intervals(void)
{
    PFNGLXSWAPINTERVALEXTPROC set = (PFNGLXSWAPINTERVALEXTPROC)address_of("glXSwapIntervalEXT");
    struct view view = open_view(true), other = view;
    other.window = make_window(view.x, view.visual);
    for (int interval = 0; interval < 2; interval++) {
        glXMakeCurrent(view.x, other.window, view.context);
        set(view.x, other.window, interval);
        glXMakeCurrent(view.x, view.window, view.context);
        set(view.x, view.window, interval);
        long begin_us = now_us();
        for (unsigned i = 1; i <= FRAMES; i++) {
            swap_frames(&view, i, 1);
            glXMakeCurrent(view.x, other.window, view.context);
            swap_frames(&other, i, 1);
            glXMakeCurrent(view.x, view.window, view.context);
        }
        glXWaitGL();
        printf("%ld\n", now_us() - begin_us);
    }
}

/* Lets another client destroy a window whose next frame waits for the screen; checks that nothing
 * waits for that frame any more. */
void interval_killed(void)
{
    PFNGLXSWAPINTERVALEXTPROC set = (PFNGLXSWAPINTERVALEXTPROC)address_of("glXSwapIntervalEXT");
    struct view view = open_view(true);
    set(view.x, view.window, 600);
    swap_frames(&view, 1, 3); /* the library sends the frames from the second one on */
    usleep(100000);
    destroy_elsewhere(view.window);
    long begin_us = now_us();
    glXWaitGL();
    printf("%ld\n", now_us() - begin_us);
}
