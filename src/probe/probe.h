/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A small OpenGL client: draws a picture that it knows, reads it back, and compares. */
#ifndef GV_PROBE_PROBE_H
#define GV_PROBE_PROBE_H

#include <stdbool.h>

enum {
    GV_PROBE_SIZE = 64 /* pixels, of the picture's sides */
};

/* How functions of OpenGL are found. */
typedef void *(*gv_probe_find_fn)(const char *name);

/* Ends the program with status 1 and a line "error: ..." for galvan. */
void gv_probe_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A function of a library that is open, or the program's end. */
void *gv_probe_symbol(void *library, const char *name);

/* Draws the picture into the current context's target, compares what it reads back, and prints
 * lines about both. */
void gv_probe_draw(gv_probe_find_fn find);

/* The colour of a pixel, rows from below; false near the picture's edges, where it may differ. */
bool gv_probe_colour(int x, int y, unsigned char out_rgb[3]);

/* Whether a colour is as expected, up to what rounding does. */
bool gv_probe_is_near(const unsigned char rgb[3], const unsigned char expected[3]);

/* In a window of the X server; and without one. */
void gv_probe_glx(void);
void gv_probe_egl(void);

#endif
