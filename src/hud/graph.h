/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The graph of frame times: a column for each frame, the newest on the right. */
#ifndef GV_HUD_GRAPH_H
#define GV_HUD_GRAPH_H

#include <stdint.h>

struct gv_canvas;
struct gv_hud;

enum {
    GV_GRAPH_HEIGHT = 26 /* in units of the canvas */
};

/* The scale goes up in steps, so that equal times look equal; what is above it ends in violet. Grey
 * lines are at 16.7 and 33.3 ms. Green is a frame in time for 60 a second, yellow one for 30, red
 * a later one; a violet foot marks a frame that waited for a pipeline to be compiled. */
void gv_graph_draw(const struct gv_hud *hud, const struct gv_canvas *canvas, uint32_t x, uint32_t y,
                   uint32_t width);

#endif
