/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertices in user memory. */
#ifndef GV_USER_VERTICES_H
#define GV_USER_VERTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/state.h"
#include "driver/state/vertex_elements.h"

struct gv_context;
struct pipe_draw_info;

/* Whether a bound vertex element reads user memory. */
static inline bool gv_has_user_vertices(const struct gv_state *state)
{
    return state->vertex_elements &&
           (state->user_vertices_mask & state->vertex_elements->buffers_mask) != 0;
}

/* The first and the last vertex that a draw fetches. */
struct gv_vertex_bounds {
    uint32_t first, last;
};

/* Finds the bounds of the vertices that a draw fetches. Returns false if there is nothing to draw
 * or the indices cannot be read. */
bool gv_vertex_bounds(struct gv_context *ctx, const struct pipe_draw_info *info,
                      struct gv_vertex_bounds *out_bounds);

/* Copies the vertices that a draw fetches from user memory to the upload ring of the current
 * batch. */
bool gv_user_vertices_upload(struct gv_context *ctx, const struct pipe_draw_info *info,
                             const struct gv_vertex_bounds *bounds);

#endif
