/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets of a draw or a grid: sets 1 and 2, which are written by a template when their
 * bindings changed, and what bindings show. Sets 0 and 3 are in constants.h. */
#ifndef GV_DESCRIPTORS_H
#define GV_DESCRIPTORS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/program.h"

struct gv_context;
struct gv_program;
struct gv_program_binding;
struct pipe_shader_buffer;

/* Shows what is bound for a program's set 1, and its set 2. */
void gv_emit_textures(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);
void gv_emit_buffers(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);

/* The part of a constant buffer that a uniform or a storage descriptor may show; zeros where there
 * is none. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_context *ctx,
                                         const struct pipe_shader_buffer *bound, bool as_storage);

#endif
