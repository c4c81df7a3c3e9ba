/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_VIEWPORT_H
#define GV_VIEWPORT_H

#include <stdint.h>

#include <volk.h>

struct galvan_push_block;
struct gv_bind_point;
struct gv_context;
struct gv_derived;
struct gv_pass;
struct gv_state;
struct gv_vk_device;

/* Looks at the bound shaders: how many viewports they need. */
void gv_viewports_choose(const struct gv_state *state, const struct gv_pass *pass,
                         struct gv_derived *derived, struct gv_bind_point *graphics);

/* Near and far depth of viewport i, as the state in force says. */
void gv_viewport_depth_range(const struct gv_state *state, const struct gv_pass *pass, unsigned i,
                             float out_range[2]);

/* What the last vertex stage makes of positions in a tile: there the device's viewport is no more
 * of the one that is bound than the tile needs, as it may be too large for the device, too. */
void gv_viewport_push_tile(const struct gv_state *state, const struct gv_pass *pass,
                           struct galvan_push_block *push);

void gv_emit_viewports(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_scissors(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

/* set_viewport_states, set_scissor_states. */
void gv_context_init_viewports(struct gv_context *ctx);

#endif
