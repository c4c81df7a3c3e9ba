/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex input of a draw: the bound elements, and zeros for inputs that the vertex shader reads
 * but no element feeds. As a pipeline's structure or as dynamic state. */
#ifndef GV_VERTEX_INPUT_H
#define GV_VERTEX_INPUT_H

#include <volk.h>

#include "driver/state/vertex_elements.h"

struct gv_context;
struct gv_pass;
struct gv_state;

/* Vertices at offset_B of buffer; NULL: there are none, all read as zeros. */
struct gv_vertex_source {
    const struct gv_vk_buffer *buffer;
    VkDeviceSize offset_B, size_B;
};

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

/* Points into *out_input itself. Strides are left 0. missing: gv_derived.missing_inputs. */
void gv_vertex_input_build(const struct gv_state *state, uint32_t missing,
                           struct gv_vertex_input *out_input);

/* Strides of the bindings, for pipelines that have them. */
void gv_vertex_strides(const struct gv_context *ctx, uint32_t out_strides_B[]);

/* What the vertices of a pipe slot come from. */
struct gv_vertex_source gv_vertex_source(const struct gv_context *ctx, unsigned slot);

/* Vertices that some bound buffer holds; UINT32_MAX where nothing is fetched for each vertex. */
uint32_t gv_vertex_capacity(const struct gv_state *state);

/* Emitters: the layout (where the device has it dynamic) and the buffers. */
void gv_emit_vertex_input(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_vertex_buffers(struct gv_context *ctx, const struct gv_pass *pass,
                            VkCommandBuffer cmd);

#endif
