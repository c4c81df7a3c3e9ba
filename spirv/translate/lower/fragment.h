/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lowerings of state in the fragment stage. The comment at each definition describes it. */
#ifndef GV_SPV_LOWER_FRAGMENT_H
#define GV_SPV_LOWER_FRAGMENT_H

#include "spirv/translate/base/context.h"

/* Count invocations, compute coverage, and discard fragments. Called before inputs are loaded. */
void gv_spv_count_invocation(struct gv_spv_ctx *c);
void gv_spv_lower_point_smooth(struct gv_spv_ctx *c);
void gv_spv_lower_cull_discard(struct gv_spv_ctx *c);
void gv_spv_lower_clip_discard(struct gv_spv_ctx *c);
void gv_spv_lower_stipple(struct gv_spv_ctx *c);
void gv_spv_lower_line(struct gv_spv_ctx *c);
void gv_spv_lower_window_rects(struct gv_spv_ctx *c);

/* Used while inputs are loaded. */
/* Return FragCoord, relative to the window's origin even if the target is a framebuffer split. */
uint32_t gv_spv_load_frag_coord(struct gv_spv_ctx *c);

uint32_t gv_spv_frag_coord(struct gv_spv_ctx *c);
uint32_t gv_spv_pixel_center(struct gv_spv_ctx *c);
uint32_t gv_spv_unclamped_depth(struct gv_spv_ctx *c, uint32_t frag_coord);

/* Return the point coordinate: gv_spv_vulkan_point_coord() with Vulkan's origin,
 * gv_spv_point_coord() with Gallium's. */
uint32_t gv_spv_vulkan_point_coord(struct gv_spv_ctx *c);
uint32_t gv_spv_point_coord(struct gv_spv_ctx *c);

uint32_t gv_spv_lower_two_side(struct gv_spv_ctx *c, uint32_t front_color, uint32_t back_color);

/* Used while outputs are stored. */
void gv_spv_lower_alpha_test(struct gv_spv_ctx *c, const struct gv_val color[4]);
struct gv_val gv_spv_cover(struct gv_spv_ctx *c, struct gv_val alpha);
/* Returns the sample mask that alpha to coverage derives from a colour's alpha. */
uint32_t gv_spv_alpha_coverage(struct gv_spv_ctx *c, const struct gv_val color[4]);
/* Whether a word of cbuf_blend is a GALVAN_BLEND_LOGIC(). */
static inline bool gv_spv_is_logic(uint32_t word)
{
    return !(word & 1);
}

uint32_t gv_spv_lower_blend(struct gv_spv_ctx *c, uint32_t color, unsigned location);
uint32_t gv_spv_lower_logic(struct gv_spv_ctx *c, uint32_t color, unsigned location);
void gv_spv_store_color(struct gv_spv_ctx *c, const struct gv_val vals[4], unsigned location,
                        unsigned index);
uint32_t gv_spv_clamp_depth(struct gv_spv_ctx *c, uint32_t depth);

#endif
