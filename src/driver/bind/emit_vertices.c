/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/emit_vertices.h"

#include "driver/context.h"
#include "driver/state/vertex_input.h"

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
        bindings[b].stride = (uint32_t)gv_vertex_stride(&ctx->state, b);
    }
    if (ctx->derived.missing_inputs)
        bindings[num_bindings++] = (VkVertexInputBindingDescription2EXT){
            .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
            .binding = gv_vertex_null_binding(ve),
            .divisor = 1,
        };
    if (ctx->derived.missing_inputs | ctx->state.pulled_inputs) {
        num_attributes = gv_vertex_attributes(&ctx->state, ctx->derived.missing_inputs, chosen);
        attributes = chosen;
    }
    ctx->dev->vk.vkCmdSetVertexInputEXT(cmd, num_bindings, bindings, num_attributes, attributes);
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
        const struct gv_vertex_source source =
            gv_vertex_binding_source(&ctx->state, &ctx->derived, b);
        buffers[b] = source.buffer ? source.buffer->handle : zeros;
        offsets[b] = source.buffer ? source.offset_B : 0;
        sizes[b] = source.buffer ? source.size_B : GV_NULL_BUFFER_SIZE_B;
        strides[b] = source.buffer ? gv_vertex_stride(&ctx->state, b) : 0;
    }
    /* Without dynamic vertex input, dynamic strides must be set even if there are no bindings. */
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
