/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state that shaders implement: GL's lines, points and clip planes that Vulkan or the
 * device lacks. This state becomes fields of variant keys and values of the driver block. */
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

/* Set the fields for rasterizer state in the keys of the fragment shader and of the last vertex
 * stage. All other fields of the keys must be set before. */
void gv_lowering_fragment_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_spirv_key *key);
void gv_lowering_vertex_key(const struct gv_state *state, const struct gv_pass *pass,
                            const struct gv_shader *shader, struct galvan_spirv_key *key);

/* Computes the range to which the shader's point size is clamped. If the state's point size
 * applies, both ends of the range have this size. */
void gv_lowering_point_sizes(const struct gv_state *state, const struct gv_pass *pass,
                             float out_range[2]);

/* gv_lowering_guards_points() returns whether points must be clipped as squares, on a device that
 * may clip points by their centres. Viewports are then enlarged in x and y by the factors that
 * gv_lowering_guard() computes. */
bool gv_lowering_guards_points(const struct gv_state *state, const struct gv_pass *pass);
void gv_lowering_guard(const struct gv_state *state, const struct gv_pass *pass,
                       float out_factors[2]);

/* Computes galvan_push_block.edge. */
void gv_lowering_edge(const struct gv_state *state, const struct gv_pass *pass, float out_edge[3]);

/* Computes galvan_driver_block.window. */
void gv_lowering_window(const struct gv_state *state, const struct gv_rasterizer *rast,
                        unsigned viewport, float out_window[4]);

/* Writes to the driver block the values that variants with lowered rasterizer state read. Returns
 * whether the values have changed. */
bool gv_lowering_update_block(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_driver_block *block);

#endif
