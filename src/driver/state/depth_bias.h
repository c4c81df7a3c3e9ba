/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth bias of polygons, converted to Vulkan's parameters. */
#ifndef GV_DEPTH_BIAS_H
#define GV_DEPTH_BIAS_H

#include <stdbool.h>

#include <volk.h>

struct gv_pass;
struct gv_state;

/* Returns the smallest step of depth in a format. 0 if the step depends on the depth, or if the
 * format has no depth. */
float gv_depth_unit(VkFormat depth);

/* Computes the constant, clamp and slope factor for vkCmdSetDepthBias() from the pass's rasterizer
 * state. */
void gv_depth_bias(const struct gv_state *state, const struct gv_pass *pass, float out_bias[3]);

/* Returns the value that the last vertex stage adds to a triangle's z / w to apply depth bias. The
 * value fits the depth range of the pass's first viewport. */
float gv_depth_shift(const struct gv_state *state, const struct gv_pass *pass,
                     bool same_clip_space);

#endif
