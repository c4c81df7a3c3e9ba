/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers and images together with their memory. All functions may be called from any thread. */
#ifndef GV_VK_BUFFER_IMAGE_H
#define GV_VK_BUFFER_IMAGE_H

#include "util/must_check.h"
#include "vk/memory.h"

struct gv_vk_caps;

struct gv_vk_buffer {
    VkBuffer handle;
    struct gv_vk_memory memory;
    VkDeviceSize size_B;
    VkDeviceAddress address; /* for shaders; 0 without bufferDeviceAddress */
};

/* Every usage that the device allows for plain buffers: vertex, index, uniform, storage, texel,
 * indirect, transfer, transform feedback and conditional where enabled. */
VkBufferUsageFlags gv_vk_buffer_usage(const struct gv_vk_caps *caps);

/* A buffer with all these usages. */
GV_MUST_CHECK VkResult gv_vk_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                                           enum gv_vk_memory_kind kind,
                                           struct gv_vk_buffer *out_buffer);

/* A buffer on the caller's memory, see gv_vk_memory_import(). */
GV_MUST_CHECK VkResult gv_vk_buffer_import(struct gv_vk_device *dev, void *host,
                                           VkDeviceSize size_B, struct gv_vk_buffer *out_buffer);
void gv_vk_buffer_destroy(struct gv_vk_device *dev, struct gv_vk_buffer *buffer);

/* Another buffer on the same memory, for uniform texel views alone. If a buffer may be stored to
 * through views, Vulkan wants each of its views to have a format that can be stored to; nothing
 * stores to this one. The caller destroys it before the first buffer. */
GV_MUST_CHECK VkResult gv_vk_buffer_alias(struct gv_vk_device *dev,
                                          const struct gv_vk_buffer *buffer, VkBuffer *out_alias);

struct gv_vk_image {
    VkImage handle;
    struct gv_vk_memory memory;
};

/* An image of info in memory of kind; in memory of its own when the driver prefers that. */
GV_MUST_CHECK VkResult gv_vk_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                                          enum gv_vk_memory_kind kind,
                                          struct gv_vk_image *out_image);
void gv_vk_image_destroy(struct gv_vk_device *dev, struct gv_vk_image *image);

/* ---- For what gets its memory elsewhere (external.c) ----------------------------------------- */

/* The first half of making a buffer: one of size_B bytes without memory, and what memory it wants.
 * It may be of handle_types; 0: it is never shared. */
GV_MUST_CHECK VkResult gv_vk_buffer_begin(struct gv_vk_device *dev, VkDeviceSize size_B,
                                          VkExternalMemoryHandleTypeFlags handle_types,
                                          struct gv_vk_buffer *out_buffer,
                                          VkMemoryRequirements *out_req);

/* The second halves. result is what getting the memory returned: on success the memory is bound,
 * else the buffer or image is destroyed. */
GV_MUST_CHECK VkResult gv_vk_buffer_end(struct gv_vk_device *dev, VkResult result,
                                        struct gv_vk_buffer *buffer,
                                        struct gv_vk_buffer *out_buffer);
GV_MUST_CHECK VkResult gv_vk_image_end(struct gv_vk_device *dev, VkResult result,
                                       struct gv_vk_image *image, struct gv_vk_image *out_image);

#endif
