/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Multisampling that is off on a multisampled target: a pixel's samples are all covered where its
 * centre is, and get one value. See whole_pixels.c. */
#ifndef GV_WHOLE_PIXELS_H
#define GV_WHOLE_PIXELS_H

#include <stdbool.h>

#include "driver/polygon.h"

/* Whether what reaches the rasterizer is drawn sample by sample; stable between changes of state.
 */
bool gv_whole_pixels_wanted(const struct gv_context *ctx);

/* Makes the draw in as many passes as there are samples; false where it is an ordinary one. */
bool gv_whole_pixels_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                          gv_draw_fn draw);

/* How far the present pass has moved the viewport, in pixels. */
void gv_whole_pixels_shift(const struct gv_context *ctx, float out_shift[2]);

#endif
