/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth offset of polygons in Vulkan's terms. */
#ifndef GV_DEPTH_BIAS_H
#define GV_DEPTH_BIAS_H

#include <stdbool.h>

#include <volk.h>

struct gv_pass;
struct gv_state;

/* The smallest step of depth in a format; 0 where it depends on the depth, or there is none. */
float gv_depth_unit(VkFormat depth);

/* Constant, clamp and slope factor for vkCmdSetDepthBias(), of the bound rasterizer. */
void gv_depth_bias(const struct gv_state *state, const struct gv_pass *pass, float out_bias[3]);

/* The value that the last vertex stage adds to z / w of triangles, in the first viewport's depth
 * range. */
float gv_depth_shift(const struct gv_state *state, const struct gv_pass *pass,
                     bool same_clip_space);

#endif
