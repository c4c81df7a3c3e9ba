/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of triangles that take more than one pass, or a shader of our own, because of how their
 * faces are filled. */
#ifndef GV_POLYGON_H
#define GV_POLYGON_H

#include <stdbool.h>

struct gv_context;
struct gv_plan;
struct pipe_draw_info;

/* Adds a pass for each face as the path has them; false where one pass draws all. */
bool gv_polygon_plan(struct gv_context *ctx, const struct pipe_draw_info *info,
                     struct gv_plan *plan);

#endif
