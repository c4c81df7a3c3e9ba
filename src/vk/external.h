/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers and images in memory that processes share, and their semaphores, as opaque file
 * descriptors of VK_KHR_external_memory_fd and VK_KHR_external_semaphore_fd. Only the driver that
 * created such a descriptor, in the same version and for the same device, can import it. Buffers
 * can also be exported as dma-bufs, which other drivers can import; dma_buf.h has images in
 * dma-bufs. All functions may be called from any thread. */
#ifndef GV_VK_EXTERNAL_H
#define GV_VK_EXTERNAL_H

#include "util/must_check.h"
#include "vk/buffer_image.h"

/* The source of a resource's memory. */
struct gv_vk_external {
    int fd; /* descriptor of the memory to import, which the caller still owns; -1: allocate
               exportable memory */
    VkDeviceSize size_B;   /* of imported memory: its whole size */
    VkDeviceSize offset_B; /* of imported memory: offset of the resource in it */
    bool dedicated;        /* true if imported memory is a dedicated allocation for the resource */
    bool is_dma_buf; /* true if allocated memory is for a buffer that is exported as a dma-buf */
};

/* Return the VK_EXTERNAL_MEMORY_FEATURE_* bits of buffers, and of images with this info and its
 * pNext chain; 0 without the extension. */
VkExternalMemoryFeatureFlags gv_vk_external_buffer_features(const struct gv_vk_device *dev,
                                                            bool is_dma_buf);
VkExternalMemoryFeatureFlags gv_vk_external_image_features(const struct gv_vk_device *dev,
                                                           const VkImageCreateInfo *info,
                                                           bool is_dma_buf);

/* As gv_vk_buffer_create() and gv_vk_image_create(), but on the device memory that `external`
 * describes. VK_ERROR_INVALID_EXTERNAL_HANDLE if the descriptor is not memory that this driver
 * exported, or if the resource does not fit at the offset. */
GV_MUST_CHECK VkResult gv_vk_external_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                                                    const struct gv_vk_external *external,
                                                    struct gv_vk_buffer *out_buffer);
GV_MUST_CHECK VkResult gv_vk_external_image_create(struct gv_vk_device *dev,
                                                   const VkImageCreateInfo *info,
                                                   const struct gv_vk_external *external,
                                                   struct gv_vk_image *out_image);

/* Allocates memory by an import of `fd`, which the caller still owns. `whole` has the size and the
 * possible types of the memory. `own`: the resource to which the allocation is dedicated; NULL: the
 * allocation is not dedicated. */
GV_MUST_CHECK VkResult gv_vk_external_import_fd(struct gv_vk_device *dev,
                                                const VkMemoryRequirements *whole,
                                                VkExternalMemoryHandleTypeFlagBits type, int fd,
                                                const VkMemoryDedicatedAllocateInfo *own,
                                                struct gv_vk_memory *out_memory);

/* Imports a binary semaphore from an opaque descriptor of VK_KHR_external_semaphore_fd, which the
 * caller still owns. VK_ERROR_INVALID_EXTERNAL_HANDLE if the descriptor is not a semaphore. */
GV_MUST_CHECK VkResult gv_vk_external_semaphore_import(struct gv_vk_device *dev, int fd,
                                                       VkSemaphore *out_semaphore);

/* If `signal` is true, submits a signal of the semaphore, which happens after all earlier
 * submissions. Otherwise submits a wait for the semaphore, which blocks all later submissions. Once
 * *out_value has finished, the queue no longer uses the semaphore. */
GV_MUST_CHECK VkResult gv_vk_external_semaphore_submit(struct gv_vk_device *dev,
                                                       VkSemaphore semaphore, bool signal,
                                                       uint64_t *out_value);

/* Returns a new descriptor, closed on exec, of `memory`, which was allocated as exportable. */
GV_MUST_CHECK VkResult gv_vk_external_export(struct gv_vk_device *dev,
                                             const struct gv_vk_memory *memory, bool is_dma_buf,
                                             int *out_fd);

#endif
