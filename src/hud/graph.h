/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The graph of frame times: a column for each frame, the newest on the right. */
#ifndef GV_HUD_GRAPH_H
#define GV_HUD_GRAPH_H

#include <stdint.h>

struct gv_canvas;
struct gv_hud;

enum {
    GV_GRAPH_HEIGHT = 26 /* height of the graph in units of the canvas */
};

/* Draws the graph. The graph's scale changes in steps, so that equal times usually have equal
 * heights; columns that exceed the scale end in violet. Grey lines mark 16.7 and 33.3 ms. The
 * column of a frame is green if the frame is fast enough for 60 frames per second, yellow if it is
 * fast enough for 30, otherwise red. A violet base marks a frame that waited for the compilation of
 * a pipeline. */
void gv_graph_draw(const struct gv_hud *hud, const struct gv_canvas *canvas, uint32_t x, uint32_t y,
                   uint32_t width);

#endif
