/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samples that do not lie where the device has them: all at the pixel's centre while multisampling
 * is off, or where set_sample_locations says. See sample_passes.c. */
#ifndef GV_SAMPLE_PASSES_H
#define GV_SAMPLE_PASSES_H

#include <stdbool.h>

struct gv_context;
struct pipe_draw_info;

/* Whether what reaches the rasterizer is drawn sample by sample; stable between changes of state.
 */
bool gv_sample_passes_wanted(const struct gv_context *ctx);

/* Makes the draw in as many passes as there are samples; false where it is an ordinary one. */
bool gv_sample_passes_draw(struct gv_context *ctx, const struct pipe_draw_info *info);

/* How far the present pass has moved the viewport, in pixels. */
void gv_sample_passes_shift(const struct gv_context *ctx, float out_shift[2]);

/* The y within a pixel that the present pass looks at: a half outside of passes. */
float gv_sample_passes_row(const struct gv_context *ctx);

/* set_sample_locations, where it is possible. */
void gv_context_init_sample_passes(struct gv_context *ctx);

#endif
