/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes a draw according to its path. */
#ifndef GV_EXECUTE_H
#define GV_EXECUTE_H

#include <stdbool.h>

struct gv_context;
struct gv_indirect_draws;
struct pipe_draw_info;

/* Executes a draw. Captures the draw first if its path requires this (gv_path.captured) and
 * `captured` is false. Then either lowered stages compute the draw, or its passes are drawn. The
 * draw's parameters are in the buffers of `indirect` or, if that is NULL, in `info`. */
void gv_execute(struct gv_context *ctx, const struct pipe_draw_info *info,
                const struct gv_indirect_draws *indirect, bool captured);

#endif
