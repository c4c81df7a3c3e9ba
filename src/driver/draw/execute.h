/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes a draw by its path. */
#ifndef GV_EXECUTE_H
#define GV_EXECUTE_H

#include <stdbool.h>

struct gv_context;
struct gv_indirect_draws;
struct pipe_draw_info;

/* Captures the draw if its path has reasons to and captured is false, then has lowered stages
 * compute it or draws its passes. indirect: the device has the parameters; NULL: they are info's.
 */
void gv_execute(struct gv_context *ctx, const struct pipe_draw_info *info,
                const struct gv_indirect_draws *indirect, bool captured);

#endif
