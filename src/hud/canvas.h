/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws over a frame in memory. Positions and sizes are in units, each a square of several pixels;
 * drawing outside of the frame has no effect. */
#ifndef GV_HUD_CANVAS_H
#define GV_HUD_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_pixel_layout;
struct gv_vtest_frame;

enum gv_canvas_colour {
    GV_CANVAS_WHITE,
    GV_CANVAS_GREY,
    GV_CANVAS_GREEN,
    GV_CANVAS_YELLOW,
    GV_CANVAS_RED,
    GV_CANVAS_VIOLET,
};

struct gv_canvas {
    uint8_t *pixels;
    const struct gv_pixel_layout *layout;
    uint32_t width, height; /* size of the frame in pixels */
    uint32_t unit;          /* width and height of a unit in pixels */
};

/* Chooses units large enough for legible text. Returns false if the frame's format is unknown, or
 * if the frame's memory is too small for its pixels. */
bool gv_canvas_init(struct gv_canvas *canvas, const struct gv_vtest_frame *frame);

void gv_canvas_fill(const struct gv_canvas *canvas, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height, enum gv_canvas_colour colour);

/* Darkens a rectangle to a quarter of its brightness. */
void gv_canvas_dim(const struct gv_canvas *canvas, uint32_t x, uint32_t y, uint32_t width,
                   uint32_t height);

/* Draws text. A character is GV_FONT_WIDTH units wide, plus one unit of space. */
void gv_canvas_text(const struct gv_canvas *canvas, uint32_t x, uint32_t y, const char *text,
                    enum gv_canvas_colour colour);

/* _size() returns the size in bytes of the pixels of the top left width x height rectangle. _save()
 * copies these pixels to `out`, _restore() copies them back. */
uint64_t gv_canvas_size(const struct gv_canvas *canvas, uint32_t width, uint32_t height);
void gv_canvas_save(const struct gv_canvas *canvas, uint32_t width, uint32_t height, uint8_t *out);
void gv_canvas_restore(const struct gv_canvas *canvas, uint32_t width, uint32_t height,
                       const uint8_t *saved);

#endif
