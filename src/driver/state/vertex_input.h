/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex input of a draw, as a pipeline's structure or as dynamic state: the bound elements, and
 * zeros for inputs that the vertex shader reads but no element feeds. */
#ifndef GV_VERTEX_INPUT_H
#define GV_VERTEX_INPUT_H

#include <volk.h>

#include "driver/resource/resource.h"
#include "driver/screen/limits.h"
#include "driver/state/derived.h"
#include "driver/state/state.h"
#include "driver/state/vertex_elements.h"
#include "vk/device.h"

struct gv_vertex_input {
    VkPipelineVertexInputStateCreateInfo info;
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_info;
    VkVertexInputAttributeDescription attributes[GV_MAX_VERTEX_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[GV_MAX_VERTEX_BINDINGS];
};

/* Returns the binding of the screen's buffer of zeros, which follows the bindings of the
 * elements. */
static inline uint32_t gv_vertex_null_binding(const struct gv_vertex_elements *ve)
{
    return ve->num_bindings;
}

/* Lists the attributes that the device fetches: elements, and zeros for inputs without an element.
 * `missing`: gv_derived.missing_inputs. Returns the number of attributes. */
uint32_t gv_vertex_attributes(const struct gv_state *state, uint32_t missing,
                              VkVertexInputAttributeDescription2EXT *out_attributes);

/* Fills in *out_input, which then contains pointers into itself. `missing`:
 * gv_derived.missing_inputs. Strides are 0. */
void gv_vertex_input_build(const struct gv_state *state, uint32_t missing,
                           struct gv_vertex_input *out_input);

/* Whether a vertex buffer has no source of vertices. Its vertices then read as zeros. */
static inline bool gv_vertex_buffer_is_null(const struct pipe_vertex_buffer *vb)
{
    return !vb->user_buffer && (!vb->buffer || vb->buffer->target != PIPE_BUFFER ||
                                vb->buffer_offset >= vb->buffer->width0);
}

/* Returns the stride of a binding, limited to the device's maximum. The stride of the buffer of
 * zeros is 0, so that the device does not read past the end of this buffer. */
static inline VkDeviceSize gv_vertex_stride(const struct gv_state *state, uint32_t binding)
{
    const struct pipe_vertex_buffer *vb =
        &state->vertex_buffers[state->vertex_elements->buffer_index[binding]];
    const VkDeviceSize stride = gv_vertex_buffer_is_null(vb) ? 0 : vb->stride;
    const VkDeviceSize max = state->dev->properties.limits.maxVertexInputBindingStride;
    return stride > max ? max : stride;
}

/* Returns the source of the vertices of a vertex buffer slot. */
static inline struct gv_vertex_source
gv_vertex_source(const struct gv_state *state, const struct gv_derived *derived, unsigned slot)
{
    const struct pipe_vertex_buffer *vb = &state->vertex_buffers[slot];
    if (vb->user_buffer)
        return derived->user_vertices[slot];
    if (gv_vertex_buffer_is_null(vb))
        return (struct gv_vertex_source){.buffer = NULL};
    return (struct gv_vertex_source){
        .buffer = &gv_resource(vb->buffer)->storage->buffer,
        .offset_B = vb->buffer_offset,
        .size_B = vb->buffer->width0 - vb->buffer_offset,
    };
}

/* Returns the source of the vertices of a binding. */
static inline struct gv_vertex_source gv_vertex_binding_source(const struct gv_state *state,
                                                               const struct gv_derived *derived,
                                                               uint32_t binding)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    struct gv_vertex_source source = gv_vertex_source(state, derived, ve->buffer_index[binding]);
    const uint32_t base_B = ve->base_B[binding];
    if (!source.buffer || base_B >= source.size_B)
        return (struct gv_vertex_source){.buffer = NULL};
    source.offset_B += base_B;
    source.size_B -= base_B;
    return source;
}

/* Writes the strides of all bindings, for pipelines that have strides compiled in. */
void gv_vertex_strides(const struct gv_state *state, const struct gv_derived *derived,
                       uint32_t out_strides_B[]);

/* Returns an upper limit of the number of vertices: the number in the largest bound buffer that is
 * fetched once for each vertex. UINT32_MAX: there is no such buffer. */
uint32_t gv_vertex_capacity(const struct gv_state *state);

#endif
