/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of triangles that take more than one pass, or a shader of our own, because of how their
 * faces are filled. */
#ifndef GV_POLYGON_H
#define GV_POLYGON_H

#include <stdbool.h>

struct gv_context;
struct pipe_draw_info;

/* For rasterizer states that have parts: false where the draw is an ordinary one; else it was made.
 */
bool gv_polygon_draw(struct gv_context *ctx, const struct pipe_draw_info *info);

/* From here on nothing of the draw is captured or counted as a primitive; and back again. */
void gv_pass_set_uncounted(struct gv_context *ctx, bool uncounted);

#endif
