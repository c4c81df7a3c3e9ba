/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What Mesa's GLX reads of windows and pixmaps. */
#ifndef GV_PRELOAD_GETS_H
#define GV_PRELOAD_GETS_H

#include <X11/Xlib.h>

struct gv_gets_rect {
    int left, top, width, height;
};

/* Reads a part of a drawable into the image, whose first pixel is the part's. What X does not give
 * is left in the image as it is: of a window that is not viewable all, and what is off the screen.
 * No error reaches the program. */
void gv_gets_read(Display *x, Drawable drawable, struct gv_gets_rect part, XImage *image);

#endif
