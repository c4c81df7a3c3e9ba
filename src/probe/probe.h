/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A small OpenGL client that draws a known picture, reads the pixels back and compares them. */
#ifndef GV_PROBE_PROBE_H
#define GV_PROBE_PROBE_H

#include <stdbool.h>

enum {
    GV_PROBE_SIZE = 64 /* width and height of the picture in pixels */
};

/* Looks up an OpenGL function by its name. */
typedef void *(*gv_probe_find_fn)(const char *name);

/* Prints a line "error: ..." for galvan, and ends the program with status 1. */
void gv_probe_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Returns a function of an open library; ends the program if the library lacks the function. */
void *gv_probe_symbol(void *library, const char *name);

/* Draws the picture to the current context's framebuffer, reads the pixels back, compares them, and
 * prints lines about the context and the result. */
void gv_probe_draw(gv_probe_find_fn find);

/* Writes the expected colour of a pixel to out_rgb; y counts rows from the bottom. Returns false
 * near edges, where the colour may differ. */
bool gv_probe_colour(int x, int y, unsigned char out_rgb[3]);

/* Whether a colour is as expected, allowing for rounding. */
bool gv_probe_is_near(const unsigned char rgb[3], const unsigned char expected[3]);

/* _glx() runs the probe in a window of the X server by GLX, _egl() runs it without a window by
 * EGL. */
void gv_probe_glx(void);
void gv_probe_egl(void);

#endif
