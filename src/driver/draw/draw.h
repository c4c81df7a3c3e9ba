/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A draw is made in one pass or more. What makes several (polygon.h, line_ends.h, sample_passes.h)
 * binds something else for each and asks for it here. */
#ifndef GV_DRAW_H
#define GV_DRAW_H

struct gv_context;
struct pipe_draw_info;

/* One pass, or one for each sample. */
void gv_draw_pass(struct gv_context *ctx, const struct pipe_draw_info *info);

/* All passes of a draw. */
void gv_draw_passes(struct gv_context *ctx, const struct pipe_draw_info *info);

#endif
