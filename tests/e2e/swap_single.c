/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "swap_single.h"

#include <GL/gl.h>
#include <stdbool.h>

#include "swap_view.h"

/* ---- Front buffers -----------------------------------------------------------------------------
 */

void single(void)
{
    struct view view = open_view(false);
    for (unsigned i = 1; i <= FRAMES; i++) {
        clear_to(i);
        glFinish();
        expect_on_window(view.x, view.window, i);
    }
}

/* Resizes a hidden window. Mesa then creates a new front buffer and fills it from the window; the X
 * server refuses to read the hidden window. */
void single_hidden(void)
{
    struct view view = open_view(false);
    for (unsigned i = 1; i <= 4; i++) {
        XUnmapWindow(view.x, view.window);
        XResizeWindow(view.x, view.window, WIDTH + i, HEIGHT - i);
        XSync(view.x, False);
        clear_to(i);
        glFinish();
        XMapWindow(view.x, view.window);
        for (XEvent event = {0}; event.type != MapNotify;)
            XNextEvent(view.x, &event);
        clear_to(i + 10);
        glFinish();
        expect_on_window(view.x, view.window, i + 10);
    }
}

static void expect_read_at(int left, int low, unsigned i)
{
    unsigned char pixel[4];

    glReadPixels(left, low, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    if (frame_of(pixel[0], pixel[1]) != i)
        wrong("the front buffer has another frame", frame_of(pixel[0], pixel[1]), i);
}

/* Checks that a new front buffer has the visible contents of the window, even if the window is
 * partly off the screen. */
void single_off_screen(void)
{
    static const int places[][2] = {{-50, -30}, {-60, 20}, {560, 430}, {10, 430}, {0, 0}};
    struct view view = open_view(false);
    const int screen = DisplayHeight(view.x, view.visual->screen);
    clear_to(1);
    glFinish();
    GC gc = XCreateGC(view.x, view.window, 0, NULL);
    for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const int width = WIDTH + 1 + (int)i, height = HEIGHT + 1 + (int)i;
        const int left = places[i][0], top = places[i][1];
        XMoveResizeWindow(view.x, view.window, left, top, (unsigned)width, (unsigned)height);
        XSetForeground(view.x, gc, (i * 2 + 41) << 16 | 1 << 8 | 128); /* a frame */
        XFillRectangle(view.x, view.window, gc, 0, 0, (unsigned)width, (unsigned)height);
        XSync(view.x, False);
        read_pixels(1, 1); /* makes Mesa query the window's size */
        const int seen_left = left < 0 ? -left : 0, seen_top = top < 0 ? -top : 0;
        const int low = screen - top < height ? screen - top : height;
        glFinish();
        expect_read_at(seen_left + 1, height - 1 - (seen_top + 1), i + 20);
        expect_read_at(seen_left + 1, height - low, i + 20);
        clear_to(i + 1);
        glFinish();
        if (seen_at(view.x, view.window, seen_left + 2, seen_top + 2) != i + 1)
            wrong("the window shows another frame", i, i + 1);
    }
    XFreeGC(view.x, gc);
}

/* ---- A program of a textbook ------------------------------------------------------------------
 */

enum {
    BACKGROUND = 11, /* numbers of the frames whose colours are used */
    FOREGROUND = 77,
};

/* Draws a rectangle of half the window's size in the middle, and makes it visible by glFlush()
 * alone. */
static void draw_book(int width, int height)
{
    glViewport(0, 0, width, height);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, 1, 0, 1, -1, 1);
    clear_to(BACKGROUND);
    glColor3ub(FOREGROUND % 128 * 2 + 1, FOREGROUND / 128 * 2 + 1, 128);
    glBegin(GL_POLYGON);
    glVertex2f(0.25f, 0.25f);
    glVertex2f(0.75f, 0.25f);
    glVertex2f(0.75f, 0.75f);
    glVertex2f(0.25f, 0.75f);
    glEnd();
    glFlush();
}

static void expect_at(const struct view *view, int left, int top, unsigned i)
{
    unsigned got = seen_at(view->x, view->window, left, top);
    if (got != i)
        wrong("the window shows another frame", got, i);
}

/* Draws at each Expose event, as single-buffered programs do, until the window has this size. */
static void draw_when_exposed(const struct view *view, int width, int height)
{
    bool is_drawn = false;
    while (!is_drawn || XPending(view->x)) {
        XEvent event;
        XWindowAttributes now;
        XNextEvent(view->x, &event);
        if (event.type != Expose || event.xexpose.count > 0)
            continue;
        XGetWindowAttributes(view->x, view->window, &now);
        draw_book(now.width, now.height);
        is_drawn = now.width == width && now.height == height;
    }
}

/* Draws before the window is mapped, and then at each Expose event. Such an event arrives when
 * the window is mapped, changes its size, or comes back to the screen. */
void single_book(void)
{
    static const struct {
        int left, top, width, height;
    } places[] = {{20, 10, WIDTH, HEIGHT},
                  {20, 10, WIDTH + 60, HEIGHT + 40},
                  {-40, -20, WIDTH + 80, HEIGHT + 50},
                  {580, 420, WIDTH + 90, HEIGHT + 60},
                  {0, 0, WIDTH - 20, HEIGHT - 10}};
    int attributes[] = {GLX_RGBA, GLX_RED_SIZE, 8, None};
    struct view view = {.x = XOpenDisplay(NULL)};
    view.visual = view.x ? glXChooseVisual(view.x, DefaultScreen(view.x), attributes) : NULL;
    view.context = view.visual ? glXCreateContext(view.x, view.visual, NULL, True) : NULL;
    if (!view.context)
        die("no GLX");
    const Window root = RootWindow(view.x, view.visual->screen);
    XSetWindowAttributes set = {.colormap =
                                    XCreateColormap(view.x, root, view.visual->visual, AllocNone),
                                .event_mask = StructureNotifyMask | ExposureMask,
                                .override_redirect = True};
    view.window =
        XCreateWindow(view.x, root, places[0].left, places[0].top, WIDTH, HEIGHT, 0,
                      view.visual->depth, InputOutput, view.visual->visual,
                      CWBorderPixel | CWColormap | CWEventMask | CWOverrideRedirect, &set);
    if (!glXMakeCurrent(view.x, view.window, view.context))
        die("no current context");
    draw_book(WIDTH, HEIGHT);
    XMapWindow(view.x, view.window);
    for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const int width = places[i].width, height = places[i].height;
        XMoveResizeWindow(view.x, view.window, places[i].left, places[i].top, (unsigned)width,
                          (unsigned)height);
        XClearArea(view.x, view.window, 0, 0, 0, 0, True); /* exposes all of it, at least once */
        draw_when_exposed(&view, width, height);
        const bool is_right = places[i].left + width > DisplayWidth(view.x, view.visual->screen);
        expect_at(&view, is_right ? 5 : width - 5, is_right ? 5 : height - 5, BACKGROUND);
        if (!is_right)
            expect_at(&view, width / 2, height / 2, FOREGROUND);
        if (glGetError() != GL_NO_ERROR)
            wrong("an error of OpenGL in place", i, 0);
    }
}
