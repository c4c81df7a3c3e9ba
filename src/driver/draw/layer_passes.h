/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Passes for each layer, where the device cannot choose one. */
#ifndef GV_LAYER_PASSES_H
#define GV_LAYER_PASSES_H

struct gv_context;
struct gv_pass;
struct gv_plan;

/* How often the passes of a plan are made: once, or for each layer of the framebuffer. */
unsigned gv_layer_passes(const struct gv_context *ctx, const struct gv_plan *plan);

/* Makes pass one that shows a layer alone. */
void gv_layer_pass(struct gv_pass *pass, unsigned layer);

#endif
