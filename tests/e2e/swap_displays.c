/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each display draws with textures that contexts of the other displays have created. */
#include "swap_displays.h"

#include <GL/gl.h>

#include "swap_view.h"

enum {
    NUM_DISPLAYS = 4
};

/* Opens a display and a window on it. The window's context shares objects with the context of
 * another display. */
static struct view open_sharing(const struct view *other, int place)
{
    int attributes[] = {GLX_RGBA, GLX_RED_SIZE, 8, GLX_DOUBLEBUFFER, None};
    struct view view = {.x = XOpenDisplay(NULL)};

    view.visual = view.x ? glXChooseVisual(view.x, DefaultScreen(view.x), attributes) : NULL;
    view.context = view.visual ? glXCreateContext(view.x, view.visual, other->context, True) : NULL;
    if (!view.context)
        die("no GLX context that shares");
    view.window = make_window(view.x, view.visual);
    XMoveWindow(view.x, view.window, place % 2 * (WIDTH + 10), place / 2 * (HEIGHT + 10));
    return view;
}

static void enter(const struct view *view)
{
    if (!glXMakeCurrent(view->x, view->window, view->context))
        die("no current context");
}

/* Fills the texture with the colour of frame i. */
static void fill_texture(unsigned i)
{
    const unsigned char pixel[] = {(unsigned char)(i % 128 * 2 + 1),
                                   (unsigned char)(i / 128 * 2 + 1), 127, 255};

    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glFlush();
}

static void draw_texture(GLuint texture)
{
    glBindTexture(GL_TEXTURE_2D, texture);
    glEnable(GL_TEXTURE_2D);
    glRectf(-1, -1, 1, 1);
}

/* Draws this texture, which has the colour of frame i, on the display; checks that the window shows
 * it. */
static void expect_drawn(const struct view *view, GLuint texture, unsigned i)
{
    enter(view);
    for (unsigned frame = 0; frame < 4; frame++) {
        clear_to(0);
        draw_texture(texture);
        glXSwapBuffers(view->x, view->window);
    }
    expect_on_window(view->x, view->window, i);
}

/* Ends a display. Mesa then frees parts of the objects that this display has created, so the other
 * displays must not use these objects any more. */
static void leave(struct view *view)
{
    glXMakeCurrent(view->x, None, NULL);
    glXDestroyContext(view->x, view->context);
    XCloseDisplay(view->x);
}

void shared_displays(void)
{
    struct view views[NUM_DISPLAYS + 1] = {open_view(true)};
    GLuint textures[NUM_DISPLAYS];

    for (int i = 1; i < NUM_DISPLAYS; i++)
        views[i] = open_sharing(&views[i - 1], i);
    for (unsigned i = 0; i < NUM_DISPLAYS; i++) {
        enter(&views[i]);
        glGenTextures(1, &textures[i]);
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        fill_texture(100 + i);
    }
    for (unsigned i = 0; i < NUM_DISPLAYS; i++) {
        for (unsigned j = 0; j < NUM_DISPLAYS; j++)
            expect_drawn(&views[i], textures[j], 100 + j);
    }
    for (unsigned i = 0; i < 3; i++) { /* displays begin and end */
        views[NUM_DISPLAYS] = open_sharing(&views[0], 0);
        expect_drawn(&views[NUM_DISPLAYS], textures[1], 101);
        leave(&views[NUM_DISPLAYS]);
    }
    for (unsigned i = 0; i < NUM_DISPLAYS; i++)
        expect_drawn(&views[i], textures[0], 100);
}
