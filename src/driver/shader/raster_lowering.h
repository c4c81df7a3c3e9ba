/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state that shaders implement: GL's lines, points and clip planes that Vulkan or the
 * device lacks. It becomes bits of the variant keys and values of the driver's uniform block. */
#ifndef GV_RASTER_LOWERING_H
#define GV_RASTER_LOWERING_H

#include <stdbool.h>

struct galvan_driver_block;
struct galvan_spirv_key;
struct gv_pass;
struct gv_rasterizer;
struct gv_shader;
struct gv_state;
struct gv_vk_device;

/* Write the parts of the fragment shader and of the last vertex stage to keys that are otherwise
 * complete. */
void gv_lowering_fragment_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_spirv_key *key);
void gv_lowering_vertex_key(const struct gv_state *state, const struct gv_pass *pass,
                            const struct gv_shader *shader, struct galvan_spirv_key *key);

/* The range that the shader's point size is clamped to; equal ends: the size is the state's. */
void gv_lowering_point_sizes(const struct gv_state *state, const struct gv_pass *pass,
                             float out_range[2]);

/* Whether points are clipped as squares on a device that looks at their centres: viewports are then
 * larger than asked for, by factors for x and y. */
bool gv_lowering_guards_points(const struct gv_state *state, const struct gv_pass *pass);
void gv_lowering_guard(const struct gv_state *state, const struct gv_pass *pass,
                       float out_factors[2]);

/* What galvan_push_block.edge is. */
void gv_lowering_edge(const struct gv_state *state, const struct gv_pass *pass, float out_edge[3]);

/* What galvan_driver_block.window is. */
void gv_lowering_window(const struct gv_state *state, const struct gv_rasterizer *rast,
                        unsigned viewport, float out_window[4]);

/* Writes the values of the driver's block that these variants read. True if they changed. */
bool gv_lowering_update_block(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_driver_block *block);

#endif
