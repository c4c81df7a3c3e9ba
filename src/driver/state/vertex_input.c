/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/vertex_input.h"

#include <string.h>

#include "driver/resource/resource.h"
#include "driver/state/derived.h"
#include "driver/state/state.h"
#include "vk/device.h"

uint32_t gv_vertex_attributes(const struct gv_state *state, uint32_t missing,
                              VkVertexInputAttributeDescription2EXT *out_attributes)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    uint32_t num = 0;
    for (uint32_t a = 0; a < ve->num; a++) {
        if (!(state->pulled_inputs & 1u << ve->attributes[a].location))
            out_attributes[num++] = ve->attributes[a];
    }
    for (; missing; missing &= missing - 1)
        out_attributes[num++] = (VkVertexInputAttributeDescription2EXT){
            .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
            .location = (uint32_t)__builtin_ctz(missing),
            .binding = gv_vertex_null_binding(ve),
            .format = VK_FORMAT_R32G32B32A32_SFLOAT,
        };
    return num;
}

void gv_vertex_input_build(const struct gv_state *state, uint32_t missing,
                           struct gv_vertex_input *out_input)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    struct gv_vertex_input *in = out_input;
    VkVertexInputAttributeDescription2EXT attributes[GV_MAX_VERTEX_ATTRIBUTES];
    memset(in, 0, sizeof(*in));
    uint32_t num_attributes = gv_vertex_attributes(state, missing, attributes);
    for (uint32_t a = 0; a < num_attributes; a++)
        in->attributes[a] = (VkVertexInputAttributeDescription){
            .location = attributes[a].location,
            .binding = attributes[a].binding,
            .format = attributes[a].format,
            .offset = attributes[a].offset,
        };
    uint32_t num_bindings = ve->num_bindings, num_divisors = 0;
    for (uint32_t b = 0; b < num_bindings; b++) {
        uint32_t divisor = ve->bindings[b].divisor;
        in->bindings[b] = (VkVertexInputBindingDescription){
            .binding = b,
            .inputRate = ve->bindings[b].inputRate,
        };
        if (divisor > 1)
            in->divisors[num_divisors++] =
                (VkVertexInputBindingDivisorDescriptionEXT){.binding = b, .divisor = divisor};
    }
    if (missing)
        in->bindings[num_bindings++] =
            (VkVertexInputBindingDescription){.binding = gv_vertex_null_binding(ve)};
    in->divisor_info = (VkPipelineVertexInputDivisorStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = num_divisors,
        .pVertexBindingDivisors = in->divisors,
    };
    in->info = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = num_divisors ? &in->divisor_info : NULL,
        .vertexBindingDescriptionCount = num_bindings,
        .pVertexBindingDescriptions = in->bindings,
        .vertexAttributeDescriptionCount = num_attributes,
        .pVertexAttributeDescriptions = in->attributes,
    };
}

VkDeviceSize gv_vertex_stride(const struct gv_state *state, uint32_t binding)
{
    VkDeviceSize stride =
        state->vertex_buffers[state->vertex_elements->buffer_index[binding]].stride;
    VkDeviceSize max = state->dev->properties.limits.maxVertexInputBindingStride;
    return stride > max ? max : stride;
}

struct gv_vertex_source gv_vertex_source(const struct gv_state *state,
                                         const struct gv_derived *derived, unsigned slot)
{
    const struct pipe_vertex_buffer *vb = &state->vertex_buffers[slot];
    if (vb->user_buffer)
        return derived->user_vertices[slot];
    if (!vb->buffer || vb->buffer->target != PIPE_BUFFER || vb->buffer_offset >= vb->buffer->width0)
        return (struct gv_vertex_source){.buffer = NULL};
    return (struct gv_vertex_source){
        .buffer = &gv_resource(vb->buffer)->storage->buffer,
        .offset_B = vb->buffer_offset,
        .size_B = vb->buffer->width0 - vb->buffer_offset,
    };
}

struct gv_vertex_source gv_vertex_binding_source(const struct gv_state *state,
                                                 const struct gv_derived *derived, uint32_t binding)
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

void gv_vertex_strides(const struct gv_state *state, const struct gv_derived *derived,
                       uint32_t out_strides_B[])
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    for (uint32_t b = 0; b < ve->num_bindings; b++)
        out_strides_B[b] = gv_vertex_binding_source(state, derived, b).buffer
                               ? (uint32_t)gv_vertex_stride(state, b)
                               : 0;
}

uint32_t gv_vertex_capacity(const struct gv_state *state)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    uint32_t most = 0;
    bool any = false;
    for (uint32_t mask = ve ? ve->mask : 0; mask; mask &= mask - 1) {
        const struct gv_vertex_element *e = &ve->elements[__builtin_ctz(mask)];
        const struct pipe_vertex_buffer *vb = &state->vertex_buffers[e->buffer];
        if (e->divisor || !vb->stride || !vb->buffer)
            continue;
        uint32_t held = vb->buffer->width0 / vb->stride + 1;
        most = held > most ? held : most;
        any = true;
    }
    return any ? most : UINT32_MAX;
}
