/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads windows and pixmaps for Mesa's GLX. */
#ifndef GV_PRELOAD_GETS_H
#define GV_PRELOAD_GETS_H

#include <X11/Xlib.h>

struct gv_gets_rect {
    int left, top, width, height;
};

/* Reads a rectangle of a drawable into the image, from the image's first pixel on. Pixels that the
 * X server cannot read (all pixels of a window that is not viewable, and pixels off the screen)
 * keep their value in the image. No error reaches the program. */
void gv_gets_read(Display *x, Drawable drawable, struct gv_gets_rect part, XImage *image);

#endif
