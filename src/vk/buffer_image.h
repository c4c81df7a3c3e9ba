/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers and images with their memory. All functions may be called from any thread. */
#ifndef GV_VK_BUFFER_IMAGE_H
#define GV_VK_BUFFER_IMAGE_H

#include "util/must_check.h"
#include "vk/memory.h"

struct gv_vk_caps;

struct gv_vk_buffer {
    VkBuffer handle;
    struct gv_vk_memory memory;
    VkDeviceSize size_B;
    VkDeviceAddress address; /* device address; 0 without bufferDeviceAddress */
};

/* Returns all usages that buffers can have on the device: vertex, index, uniform, storage, texel,
 * indirect, transfer, and, if enabled, transform feedback and conditional rendering. */
VkBufferUsageFlags gv_vk_buffer_usage(const struct gv_vk_caps *caps);

/* Creates a buffer with all usages of gv_vk_buffer_usage(). */
GV_MUST_CHECK VkResult gv_vk_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                                           enum gv_vk_memory_kind kind,
                                           struct gv_vk_buffer *out_buffer);

/* Creates a buffer in the caller's memory, see gv_vk_memory_import(). */
GV_MUST_CHECK VkResult gv_vk_buffer_import(struct gv_vk_device *dev, void *host,
                                           VkDeviceSize size_B, struct gv_vk_buffer *out_buffer);
void gv_vk_buffer_destroy(struct gv_vk_device *dev, struct gv_vk_buffer *buffer);

/* Creates a second buffer on the memory of `buffer`. The second buffer is only for texel buffer
 * views of one kind, uniform or storage, which `usage` selects. For a buffer with both usages,
 * Vulkan would require that the format of each view supports both. The caller destroys the alias
 * before `buffer`. */
GV_MUST_CHECK VkResult gv_vk_buffer_alias(struct gv_vk_device *dev,
                                          const struct gv_vk_buffer *buffer,
                                          VkBufferUsageFlags usage, VkBuffer *out_alias);

struct gv_vk_image {
    VkImage handle;
    struct gv_vk_memory memory;
};

/* Creates an image in memory of `kind`, as a dedicated allocation if the driver prefers that. */
GV_MUST_CHECK VkResult gv_vk_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                                          enum gv_vk_memory_kind kind,
                                          struct gv_vk_image *out_image);
void gv_vk_image_destroy(struct gv_vk_device *dev, struct gv_vk_image *image);

/* ---- For resources whose memory external.c allocates ----------------------------------------- */

/* Begins the creation of a buffer: creates a buffer of size_B bytes without memory, and returns its
 * memory requirements. The buffer's memory can be shared as handle_types; 0: the memory is never
 * shared. */
GV_MUST_CHECK VkResult gv_vk_buffer_begin(struct gv_vk_device *dev, VkDeviceSize size_B,
                                          VkExternalMemoryHandleTypeFlags handle_types,
                                          struct gv_vk_buffer *out_buffer,
                                          VkMemoryRequirements *out_req);

/* Finish the creation. `result` is the result of the memory allocation: on success the memory is
 * bound to the buffer or image, else the buffer or image is destroyed. */
GV_MUST_CHECK VkResult gv_vk_buffer_end(struct gv_vk_device *dev, VkResult result,
                                        struct gv_vk_buffer *buffer,
                                        struct gv_vk_buffer *out_buffer);
GV_MUST_CHECK VkResult gv_vk_image_end(struct gv_vk_device *dev, VkResult result,
                                       struct gv_vk_image *image, struct gv_vk_image *out_image);

#endif
