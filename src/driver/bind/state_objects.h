/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blend, rasterizer, and depth, stencil and alpha state objects: their creation, binding and
 * deletion. */
#ifndef GV_STATE_OBJECTS_H
#define GV_STATE_OBJECTS_H

struct gv_context;

void gv_context_init_state_objects(struct gv_context *ctx);

#endif
