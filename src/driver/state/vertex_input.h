/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex input of a draw: the bound elements, and zeros for inputs that the vertex shader reads
 * but no element feeds. As a pipeline's structure or as dynamic state. */
#ifndef GV_VERTEX_INPUT_H
#define GV_VERTEX_INPUT_H

#include <volk.h>

#include "driver/screen/limits.h"
#include "driver/state/derived.h"
#include "driver/state/vertex_elements.h"

struct gv_state;

struct gv_vertex_input {
    VkPipelineVertexInputStateCreateInfo info;
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_info;
    VkVertexInputAttributeDescription attributes[GV_MAX_VERTEX_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[GV_MAX_VERTEX_BINDINGS];
};

/* The binding that reads the screen's zeros comes after the elements' own. */
static inline uint32_t gv_vertex_null_binding(const struct gv_vertex_elements *ve)
{
    return ve->num_bindings;
}

/* Attributes of the device's fetch: some of the elements, and zeros for inputs that have none.
 * missing: gv_derived.missing_inputs. */
uint32_t gv_vertex_attributes(const struct gv_state *state, uint32_t missing,
                              VkVertexInputAttributeDescription2EXT *out_attributes);

/* Points into *out_input itself. Strides are left 0. */
void gv_vertex_input_build(const struct gv_state *state, uint32_t missing,
                           struct gv_vertex_input *out_input);

/* The stride of a binding, as the device takes it. */
VkDeviceSize gv_vertex_stride(const struct gv_state *state, uint32_t binding);

/* Strides of the bindings, for pipelines that have them. */
void gv_vertex_strides(const struct gv_state *state, const struct gv_derived *derived,
                       uint32_t out_strides_B[]);

/* What the vertices of a pipe slot come from, and what a binding fetches from. */
struct gv_vertex_source gv_vertex_source(const struct gv_state *state,
                                         const struct gv_derived *derived, unsigned slot);
struct gv_vertex_source gv_vertex_binding_source(const struct gv_state *state,
                                                 const struct gv_derived *derived,
                                                 uint32_t binding);

/* Vertices that some bound buffer holds; UINT32_MAX where nothing is fetched for each vertex. */
uint32_t gv_vertex_capacity(const struct gv_state *state);

#endif
