/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets 1 and 2 of a draw or a dispatch, which are written by a template when their
 * bindings change. Draws write the descriptors that setters have changed, and bind an equal set
 * again. Sets 0 and 3 are in constants.h. */
#ifndef GV_DESCRIPTORS_H
#define GV_DESCRIPTORS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_program;
struct gv_recorder;
struct gv_state;
struct pipe_shader_buffer;

/* Updates the sets for the program of draws: the slots that setters have changed, or all. */
void gv_show_textures(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_show_buffers(struct gv_context *ctx, VkCommandBuffer cmd);

/* Marks all slots as changed, because bindings or their memory have changed. Called at the start
 * of each batch, since sets end with their batch. */
void gv_shown_forget(struct gv_context *ctx);

/* Update a program's set 1 and set 2 for dispatches and lowered stages. */
void gv_emit_textures(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                      VkCommandBuffer cmd);
void gv_emit_buffers(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                     VkCommandBuffer cmd);

/* The range of a constant buffer for a uniform or storage descriptor; the zero buffer if there
 * is none. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_state *state,
                                         const struct pipe_shader_buffer *bound, bool as_storage);

#endif
