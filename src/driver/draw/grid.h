/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute shaders and their dispatches. */
#ifndef GV_GRID_H
#define GV_GRID_H

struct gv_context;

void gv_context_init_compute(struct gv_context *ctx);
void gv_compute_finish(struct gv_context *ctx);

#endif
