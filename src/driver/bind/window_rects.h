/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_WINDOW_RECTS_H
#define GV_WINDOW_RECTS_H

#include "pipe/p_state.h"

struct gv_context;

enum {
    /* The edges of n rectangles divide the area into at most 2 n + 1 rows and columns. Adjacent
     * visible cells of a row form one piece, so a row has at most n + 1 pieces. */
    GV_MAX_WINDOW_PIECES = (2 * PIPE_MAX_WINDOW_RECTANGLES + 1) * (PIPE_MAX_WINDOW_RECTANGLES + 1)
};

/* Divides the part of a blit's scissor that its window rectangles leave visible into pieces that do
 * not overlap. Returns the number of pieces. There are at most PIPE_MAX_WINDOW_RECTANGLES
 * rectangles. */
unsigned gv_window_pieces(const struct pipe_blit_info *info,
                          struct pipe_scissor_state out_pieces[GV_MAX_WINDOW_PIECES]);

/* Sets the method set_window_rectangles. */
void gv_context_init_window_rects(struct gv_context *ctx);

#endif
