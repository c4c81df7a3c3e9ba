/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/vertex_input.h"

#include <string.h>

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
