/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex input of a draw: the bound elements, and zeros for inputs that the vertex shader reads
 * but no element feeds. As a pipeline's structure or as dynamic state. */
#ifndef GV_VERTEX_INPUT_H
#define GV_VERTEX_INPUT_H

#include <volk.h>

#include "driver/state.h"

struct gv_context;

enum {
    GV_MAX_VERTEX_ATTRIBUTES = PIPE_MAX_ATTRIBS,
    GV_MAX_VERTEX_BINDINGS = PIPE_MAX_ATTRIBS + 1,
};

struct gv_vertex_input {
    VkPipelineVertexInputStateCreateInfo info;
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_info;
    VkVertexInputAttributeDescription attributes[GV_MAX_VERTEX_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[GV_MAX_VERTEX_BINDINGS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[GV_MAX_VERTEX_BINDINGS];
};

/* Points into *out_input itself. Strides are left 0: they are dynamic. */
void gv_vertex_input_build(const struct gv_context *ctx, struct gv_vertex_input *out_input);

/* Emitters: the layout (where the device has it dynamic) and the buffers. */
void gv_emit_vertex_input(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_emit_vertex_buffers(struct gv_context *ctx, VkCommandBuffer cmd);

#endif
