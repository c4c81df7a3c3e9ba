/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets of a draw or a grid: sets 1 and 2, which are written by a template when their
 * bindings changed, and what bindings show. Sets 0 and 3 are in constants.h. */
#ifndef GV_DESCRIPTORS_H
#define GV_DESCRIPTORS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_program;
struct gv_program_binding;
struct pipe_resource;
struct pipe_shader_buffer;

#define GV_PUSH_STAGES (VK_SHADER_STAGE_ALL_GRAPHICS)

/* One element of the array that an update template reads. */
union gv_descriptor {
    VkDescriptorImageInfo image;
    VkDescriptorBufferInfo buffer;
    VkBufferView texel_buffer;
};

/* Shows what is bound for a program's set 1, and its set 2. */
void gv_emit_textures(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);
void gv_emit_buffers(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);

/* The part of resource that a uniform descriptor may show; zeros where there is none. */
VkDescriptorBufferInfo gv_uniform_range(const struct gv_context *ctx,
                                        struct pipe_resource *resource, uint32_t offset_B,
                                        uint32_t size_B);

/* The part of a shader buffer that a storage descriptor may show; nothing where there is none. */
VkDescriptorBufferInfo gv_storage_range(const struct gv_context *ctx,
                                        const struct pipe_shader_buffer *buffer);

/* The shader buffer, atomic buffer or buffer of a raw image that a storage buffer binding of set 2
 * shows, and the image that another one does. */
struct pipe_shader_buffer gv_bound_buffer(const struct gv_context *ctx,
                                          const struct gv_program_binding *b);
union gv_descriptor gv_image_descriptor(struct gv_context *ctx, const struct gv_program_binding *b);

#endif
