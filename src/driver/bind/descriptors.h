/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets of a draw or a grid: sets 1 and 2, which are written by a template when their
 * bindings changed, and what bindings show. Draws write anew what setters changed, and bind a set
 * again that shows the same. Sets 0 and 3 are in constants.h. */
#ifndef GV_DESCRIPTORS_H
#define GV_DESCRIPTORS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_program;
struct gv_state;
struct pipe_shader_buffer;

/* Shows what is bound for the program of draws: what setters changed, or all of it. */
void gv_show_textures(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_show_buffers(struct gv_context *ctx, VkCommandBuffer cmd);

/* All slots count as changed: both show other bindings, or the same ones other memory. Comes first
 * in each batch, with which sets end. */
void gv_shown_forget(struct gv_context *ctx);

/* Shows what is bound for a program's set 1, and its set 2, of grids and kernels. */
void gv_emit_textures(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);
void gv_emit_buffers(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);

/* The part of a constant buffer that a uniform or a storage descriptor may show; zeros where there
 * is none. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_state *state,
                                         const struct pipe_shader_buffer *bound, bool as_storage);

#endif
