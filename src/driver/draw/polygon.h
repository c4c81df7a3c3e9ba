/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of triangles that need several passes, or a generated shader, because of their fill
 * modes. */
#ifndef GV_POLYGON_H
#define GV_POLYGON_H

#include <stdbool.h>

struct gv_context;
struct gv_plan;
struct pipe_draw_info;

/* Adds the path's passes for faces. False if one pass draws everything. */
bool gv_polygon_plan(struct gv_context *ctx, const struct pipe_draw_info *info,
                     struct gv_plan *plan);

#endif
