/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines of devices without extended dynamic state: they are chosen when the draw's topology is
 * known. */
#ifndef GV_DRAW_FIXED_H
#define GV_DRAW_FIXED_H

#include <stdbool.h>

struct gv_assembly;
struct gv_context;

/* Binds the pipeline of the last pass and a draw. False: there is none. */
bool gv_fixed_bind(struct gv_context *ctx, const struct gv_assembly *draw);

#endif
