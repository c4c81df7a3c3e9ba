/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lines that the device cannot draw as wide, as smooth, stippled, or of whole pixels, and points
 * that it cannot draw as large, as quads: kernels make a list of them, and six vertices draw each,
 * whose shader sees the records of a line's both ends (line_quads.h), or that of the point. Not
 * lines while the state wants their last pixels. */
#ifndef GV_QUADS_H
#define GV_QUADS_H

#include <stdbool.h>

struct gv_state;

enum {
    GV_QUAD_CORNERS = 6,
};

/* With a rasterizer state. Whether the bound state asks for them where prim, PIPE_PRIM_LINES or
 * PIPE_PRIM_POINTS, reaches the rasterizer. */
bool gv_quads_on(const struct gv_state *state, unsigned prim);

/* Whether a draw of mode becomes lines or points under such state. */
bool gv_quads_wanted(const struct gv_state *state, unsigned mode);

/* Whether the device captures or counts such lines and points, which it has to see as they are for
 * that. */
bool gv_quads_counted(const struct gv_state *state);

#endif
