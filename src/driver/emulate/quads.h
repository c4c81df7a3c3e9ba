/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lines that the device cannot draw as wide, as smooth, stippled, or of whole pixels, and points
 * that it cannot draw as large, as quads: kernels make a list of them, and six vertices draw each,
 * whose shader reads the vertex entries of both ends of a line (record_text.c), or that of the
 * point. Not lines while the state wants their last pixels. */
#ifndef GV_QUADS_H
#define GV_QUADS_H

enum {
    GV_QUAD_CORNERS = 6,
};

#endif
