/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines on devices without extended dynamic state. A pipeline is selected once the draw's
 * topology is known. */
#ifndef GV_DRAW_FIXED_H
#define GV_DRAW_FIXED_H

#include <stdbool.h>

struct gv_assembly;
struct gv_context;

/* Binds the pipeline for a draw. The pass is that of the last gv_emit_state(). Returns false if
 * there is no pipeline. */
bool gv_fixed_bind(struct gv_context *ctx, const struct gv_assembly *draw);

#endif
