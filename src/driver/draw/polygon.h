/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of triangles that need several passes or a generated shader because of their polygon
 * modes. */
#ifndef GV_POLYGON_H
#define GV_POLYGON_H

#include <stdbool.h>

struct gv_path;
struct gv_plan;
struct gv_shader_cache;
struct gv_state;
struct pipe_draw_info;

/* Adds passes for path->faces to `plan`. Returns false if one pass draws both faces. */
bool gv_polygon_plan(struct gv_shader_cache *cache, const struct gv_state *state,
                     const struct gv_path *path, const struct pipe_draw_info *info,
                     struct gv_plan *plan);

#endif
