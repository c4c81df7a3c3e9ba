/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lowerings of state in the last vertex stage. The comment at each definition describes it.
 * Functions that take a position return the new position. */
#ifndef GV_SPV_LOWER_VERTEX_H
#define GV_SPV_LOWER_VERTEX_H

#include "spirv/translate/base/context.h"

uint32_t gv_spv_lower_window_position(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_clip_z(struct gv_spv_ctx *c, uint32_t position);
void gv_spv_lower_clip(struct gv_spv_ctx *c, uint32_t position, uint32_t vulkan_position);
bool gv_spv_clip_needs_planes(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
/* For the key's entry_lines: returns the number of IN registers with varyings of one end of the
 * line. */
static inline unsigned gv_spv_line_inputs(const struct gv_spv_ctx *c)
{
    const unsigned num_in = c->scan->num_in;
    return num_in > GALVAN_NUM_CORNER_INPUTS ? (num_in - GALVAN_NUM_CORNER_INPUTS) / 2 : 0;
}
void gv_spv_lower_line_vertex(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_depth_clamp(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_edge(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_framebuffer_split(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_point_guard(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_point_size(struct gv_spv_ctx *c, uint32_t size);
uint32_t gv_spv_expand_point(struct gv_spv_ctx *c, uint32_t position, uint32_t size);
/* Returns the point coordinate of a vertex of an expanded point (the key's point_quads). */
uint32_t gv_spv_expanded_point_coord(struct gv_spv_ctx *c);

#endif
