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

/* Derives from the shaders of the pass the number of viewports, and whether a shader writes window
 * coordinates. */
void gv_viewports_choose(const struct gv_state *state, const struct gv_pass *pass,
                         struct gv_derived *derived, struct gv_bind_point *graphics);

/* Computes the near and far depth of viewport i under the bound state. */
void gv_viewport_depth_range(const struct gv_state *state, const struct gv_pass *pass, unsigned i,
                             float out_range[2]);

/* Writes to `push` the transform that the last vertex stage applies to positions in a framebuffer
 * split. In a split, the device's viewport is only the part of the bound viewport that the split
 * needs, since the bound viewport may exceed the device's limits. */
void gv_viewport_push_tile(const struct gv_state *state, const struct gv_pass *pass,
                           struct galvan_push_block *push);

void gv_emit_viewports(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_scissors(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

/* Sets the methods set_viewport_states and set_scissor_states. */
void gv_context_init_viewports(struct gv_context *ctx);

#endif
