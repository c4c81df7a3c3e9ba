/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/vertex_input.h"

#include <string.h>

#include "driver/context.h"

/* The binding that reads the screen's zeros comes behind the elements' own. */
static uint32_t null_binding(const struct gv_vertex_elements *ve)
{
    return ve->num_bindings;
}

/* Attributes of the device's fetch: some of the elements, and zeros for inputs that have none. */
static uint32_t choose_attributes(const struct gv_state *state, uint32_t missing,
                                  const struct gv_vertex_elements *ve,
                                  VkVertexInputAttributeDescription2EXT *out_attributes)
{
    uint32_t num = 0;
    for (uint32_t a = 0; a < ve->num; a++) {
        if (!(state->pulled_inputs & 1u << ve->attributes[a].location))
            out_attributes[num++] = ve->attributes[a];
    }
    for (; missing; missing &= missing - 1)
        out_attributes[num++] = (VkVertexInputAttributeDescription2EXT){
            .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
            .location = (uint32_t)__builtin_ctz(missing),
            .binding = null_binding(ve),
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
    uint32_t num_attributes = choose_attributes(state, missing, ve, attributes);
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
            (VkVertexInputBindingDescription){.binding = null_binding(ve)};
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

static VkDeviceSize stride_of(const struct gv_state *state, const struct gv_vertex_elements *ve,
                              uint32_t binding)
{
    VkDeviceSize stride = state->vertex_buffers[ve->buffer_index[binding]].stride;
    VkDeviceSize max = state->dev->properties.limits.maxVertexInputBindingStride;
    return stride > max ? max : stride;
}

void gv_emit_vertex_input(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    const struct gv_vertex_elements *ve = ctx->state.vertex_elements;
    VkVertexInputBindingDescription2EXT bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputAttributeDescription2EXT chosen[GV_MAX_VERTEX_ATTRIBUTES];
    const VkVertexInputAttributeDescription2EXT *attributes = ve->attributes;
    uint32_t num_bindings = ve->num_bindings, num_attributes = ve->num;
    for (uint32_t b = 0; b < num_bindings; b++) {
        bindings[b] = ve->bindings[b];
        bindings[b].stride = (uint32_t)stride_of(&ctx->state, ve, b);
    }
    if (ctx->derived.missing_inputs)
        bindings[num_bindings++] = (VkVertexInputBindingDescription2EXT){
            .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
            .binding = null_binding(ve),
            .divisor = 1,
        };
    if (ctx->derived.missing_inputs | ctx->state.pulled_inputs) {
        num_attributes = choose_attributes(&ctx->state, ctx->derived.missing_inputs, ve, chosen);
        attributes = chosen;
    }
    ctx->dev->vk.vkCmdSetVertexInputEXT(cmd, num_bindings, bindings, num_attributes, attributes);
}

struct gv_vertex_source gv_vertex_source(const struct gv_context *ctx, unsigned slot)
{
    const struct pipe_vertex_buffer *vb = &ctx->state.vertex_buffers[slot];
    if (vb->user_buffer)
        return ctx->derived.user_vertices[slot];
    if (!vb->buffer || vb->buffer->target != PIPE_BUFFER || vb->buffer_offset >= vb->buffer->width0)
        return (struct gv_vertex_source){.buffer = NULL};
    return (struct gv_vertex_source){
        .buffer = &gv_resource(vb->buffer)->storage->buffer,
        .offset_B = vb->buffer_offset,
        .size_B = vb->buffer->width0 - vb->buffer_offset,
    };
}

/* What a binding fetches from. */
static struct gv_vertex_source binding_source(const struct gv_context *ctx,
                                              const struct gv_vertex_elements *ve, uint32_t binding)
{
    struct gv_vertex_source source = gv_vertex_source(ctx, ve->buffer_index[binding]);
    const uint32_t base_B = ve->base_B[binding];
    if (!source.buffer || base_B >= source.size_B)
        return (struct gv_vertex_source){.buffer = NULL};
    source.offset_B += base_B;
    source.size_B -= base_B;
    return source;
}

void gv_vertex_strides(const struct gv_context *ctx, uint32_t out_strides_B[])
{
    const struct gv_vertex_elements *ve = ctx->state.vertex_elements;
    for (uint32_t b = 0; b < ve->num_bindings; b++)
        out_strides_B[b] =
            binding_source(ctx, ve, b).buffer ? (uint32_t)stride_of(&ctx->state, ve, b) : 0;
}

void gv_emit_vertex_buffers(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    const struct gv_vertex_elements *ve = ctx->state.vertex_elements;
    const VkBuffer zeros = ctx->screen->null.buffer.handle;
    VkBuffer buffers[GV_MAX_VERTEX_BINDINGS];
    VkDeviceSize offsets[GV_MAX_VERTEX_BINDINGS], sizes[GV_MAX_VERTEX_BINDINGS],
        strides[GV_MAX_VERTEX_BINDINGS];
    uint32_t num = ve->num_bindings;
    for (uint32_t b = 0; b < num; b++) {
        const struct gv_vertex_source source = binding_source(ctx, ve, b);
        buffers[b] = source.buffer ? source.buffer->handle : zeros;
        offsets[b] = source.buffer ? source.offset_B : 0;
        sizes[b] = source.buffer ? source.size_B : GV_NULL_BUFFER_SIZE_B;
        strides[b] = source.buffer ? stride_of(&ctx->state, ve, b) : 0;
    }
    /* Strides that are dynamic want to be set even where there are none. */
    if (ctx->derived.missing_inputs || (!num && !ctx->screen->dynamic.vertex_input)) {
        buffers[num] = zeros;
        offsets[num] = strides[num] = 0;
        sizes[num] = GV_NULL_BUFFER_SIZE_B;
        num++;
    }
    if (!num)
        return;
    if (!ctx->dev->caps.extendedDynamicState) {
        ctx->dev->vk.vkCmdBindVertexBuffers(cmd, 0, num, buffers, offsets);
        return;
    }
    ctx->dev->vk.vkCmdBindVertexBuffers2(cmd, 0, num, buffers, offsets, sizes,
                                         ctx->screen->dynamic.vertex_input ? NULL : strides);
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
