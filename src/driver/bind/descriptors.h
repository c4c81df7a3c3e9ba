/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets 1 and 2 of a draw or a dispatch. A descriptor update template writes a set when
 * the set's bindings change. Draws only rewrite the descriptors that setters have changed, and bind
 * a cached set if one has equal descriptors. For sets 0 and 3 see constants.h. */
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

/* Update set 1 (textures) or set 2 (buffers) for the program of draws. Write only the slots that
 * setters have changed, unless all slots are marked as changed. */
void gv_show_textures(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_show_buffers(struct gv_context *ctx, VkCommandBuffer cmd);

/* Marks all slots of sets 1 and 2 as changed, because bindings or their memory have changed. Also
 * called at the start of each batch, since sets are freed with their batch. */
void gv_shown_forget(struct gv_context *ctx);

/* Update set 1 (textures) or set 2 (buffers) of program p, for dispatches and lowered stages. */
void gv_emit_textures(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                      VkCommandBuffer cmd);
void gv_emit_buffers(struct gv_state *state, struct gv_recorder *rec, const struct gv_program *p,
                     VkCommandBuffer cmd);

/* Returns the range of a constant buffer for a uniform or storage descriptor, or the buffer of
 * zeros if no buffer is bound. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_state *state,
                                         const struct pipe_shader_buffer *bound, bool as_storage);

#endif
