/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Storage buffers, atomic buffers and images of shaders, and their descriptors. */
#ifndef GV_SHADER_RESOURCES_H
#define GV_SHADER_RESOURCES_H

#include <volk.h>

#include "driver/shader/program.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_recorder;
struct gv_state;

/* Returns the range of a shader buffer for a storage descriptor. The range is empty if no buffer is
 * bound. */
VkDescriptorBufferInfo gv_storage_range(const struct gv_state *state,
                                        const struct pipe_shader_buffer *buffer);

/* gv_bound_buffer() returns the buffer for a storage buffer binding of set 2: a shader buffer, an
 * atomic buffer, or the buffer of a raw image. gv_image_descriptor() returns the descriptor for a
 * storage image binding of set 2. */
struct pipe_shader_buffer gv_bound_buffer(const struct gv_state *state,
                                          const struct gv_program_binding *b);
union gv_descriptor gv_image_descriptor(struct gv_state *state, struct gv_recorder *rec,
                                        const struct gv_program_binding *b);

/* Sets the methods that bind storage buffers and images. */
void gv_context_init_shader_resources(struct gv_context *ctx);

/* Drops all references that the bindings of storage buffers and images hold. */
void gv_shader_resources_finish(struct gv_context *ctx);

#endif
