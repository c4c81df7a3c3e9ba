/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers and images in memory that other processes share, and their semaphores: opaque file
 * descriptors of VK_KHR_external_memory_fd and VK_KHR_external_semaphore_fd. Only the driver that
 * made such a descriptor, in the same version on the same device, knows what it is. Buffers are
 * also made to leave as dma-bufs, which other drivers know. All functions may be called from any
 * thread. */
#ifndef GV_VK_EXTERNAL_H
#define GV_VK_EXTERNAL_H

#include "util/must_check.h"
#include "vk/buffer_image.h"

/* Where the memory comes from. */
struct gv_vk_external {
    int fd;                /* -1: it is made here, to be exported; else imported, fd is kept */
    VkDeviceSize size_B;   /* imported: of all of it */
    VkDeviceSize offset_B; /* imported: where in it the resource lies */
    bool dedicated;        /* imported: it was made for this one resource */
    bool is_dma_buf;       /* made here: a buffer's, as a dma-buf */
};

/* VK_EXTERNAL_MEMORY_FEATURE_* bits of buffers, and of images of info (with what is chained to it);
 * 0 without the extension. */
VkExternalMemoryFeatureFlags gv_vk_external_buffer_features(const struct gv_vk_device *dev,
                                                            bool is_dma_buf);
VkExternalMemoryFeatureFlags gv_vk_external_image_features(const struct gv_vk_device *dev,
                                                           const VkImageCreateInfo *info);

/* As gv_vk_buffer_create() and gv_vk_image_create() in device memory.
 * VK_ERROR_INVALID_EXTERNAL_HANDLE for a descriptor of something else, and where the resource does
 * not fit at the offset. */
GV_MUST_CHECK VkResult gv_vk_external_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                                                    const struct gv_vk_external *external,
                                                    struct gv_vk_buffer *out_buffer);
GV_MUST_CHECK VkResult gv_vk_external_image_create(struct gv_vk_device *dev,
                                                   const VkImageCreateInfo *info,
                                                   const struct gv_vk_external *external,
                                                   struct gv_vk_image *out_image);

/* A binary semaphore on what an opaque descriptor of VK_KHR_external_semaphore_fd names, which is
 * kept. VK_ERROR_INVALID_EXTERNAL_HANDLE for a descriptor of something else. */
GV_MUST_CHECK VkResult gv_vk_external_semaphore_import(struct gv_vk_device *dev, int fd,
                                                       VkSemaphore *out_semaphore);

/* Has the queue signal the semaphore behind all that was submitted, or wait for it before all that
 * will be. *out_value is finished once that is over, and the semaphore unused. */
GV_MUST_CHECK VkResult gv_vk_external_semaphore_submit(struct gv_vk_device *dev,
                                                       VkSemaphore semaphore, bool signal,
                                                       uint64_t *out_value);

/* A new descriptor of memory that was made to be exported, closed on exec. */
GV_MUST_CHECK VkResult gv_vk_external_export(struct gv_vk_device *dev,
                                             const struct gv_vk_memory *memory, bool is_dma_buf,
                                             int *out_fd);

#endif
