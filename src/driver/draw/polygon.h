/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of triangles that take more than one pass, or a shader of our own, because of how their
 * faces are filled. */
#ifndef GV_POLYGON_H
#define GV_POLYGON_H

#include <stdbool.h>

struct gv_context;
struct gv_plan;
struct gv_state;
struct pipe_draw_info;

/* For rasterizer states that have parts: adds the passes of a draw, or, made, of what kernels made
 * of it; false where it is an ordinary one. */
bool gv_polygon_plan(struct gv_context *ctx, const struct pipe_draw_info *info, bool made,
                     struct gv_plan *plan);

/* Whether kernels make a pass of such a draw. */
bool gv_polygon_by_kernels(const struct gv_state *state, const struct pipe_draw_info *info);

#endif
