/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute shaders and the grids they run on. */
#ifndef GV_GRID_H
#define GV_GRID_H

#include "galvan/spirv.h"

struct gv_context;

enum {
    GV_MAX_PRIVATE_B = 64 * 1024,
    GV_MAX_GLOBAL_B = 1 << GALVAN_GLOBAL_SHIFT, /* of one buffer */
};

void gv_context_init_compute(struct gv_context *ctx);
void gv_compute_finish(struct gv_context *ctx);

#endif
