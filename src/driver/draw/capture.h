/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output by kernels, where the device has none: before a draw, its vertices are captured by
 * the vertex shader as a kernel. */
#ifndef GV_CAPTURE_H
#define GV_CAPTURE_H

#include <stdbool.h>

struct gv_context;
struct gv_indirect_draws;
struct pipe_draw_info;

/* Whether draws are captured so just now. */
bool gv_capture_wanted(const struct gv_context *ctx);

/* Whether such a draw can be captured by numbers that only the device knows. */
bool gv_capture_takes(const struct gv_context *ctx, const struct pipe_draw_info *info,
                      const struct gv_indirect_draws *draws);

/* Captures a draw, where that is wanted; indirect: the device has its numbers, NULL: they are
 * info's. False: nothing is left to draw. */
bool gv_capture_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                     const struct gv_indirect_draws *indirect);

void gv_capture_finish(struct gv_context *ctx);

#endif
