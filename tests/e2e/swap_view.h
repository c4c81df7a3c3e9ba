/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Windows of swap_client, and the frames in them: frame i has one colour that encodes i. */
#ifndef SWAP_VIEW_H
#define SWAP_VIEW_H

#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdbool.h>

enum {
    WIDTH = 200,
    HEIGHT = 120,
    FRAMES = 60
};

struct view {
    Display *x;
    Window window;
    XVisualInfo *visual;
    GLXContext context;
};

/* wrong() prints that a value is not as expected, and counts the error; the program continues.
 * num_wrong() returns the number of errors. */
void wrong(const char *what, unsigned got, unsigned wanted);
int num_wrong(void);

_Noreturn void die(const char *what);

void clear_to(unsigned i);
unsigned frame_of(unsigned char r, unsigned char g);

/* Returns the number of the frame at a position of the window, as read from the X server. */
unsigned seen_at(Display *x, Drawable drawable, int left, int top);
void expect_on_window(Display *x, Drawable drawable, unsigned i);

/* Returns the number of the frame that glReadPixels() reads. */
unsigned read_pixels(unsigned width, unsigned height);

/* Both functions create and map a window of WIDTH x HEIGHT. open_view() also creates a GLX context
 * and makes it current. */
Window make_window(Display *x, XVisualInfo *visual);
struct view open_view(bool is_double);

void swap_frames(struct view *view, unsigned first, unsigned num);

/* Destroys the window in another process. */
void destroy_elsewhere(Window window);

long now_us(void);

#endif
