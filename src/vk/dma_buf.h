/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images in dma-bufs, which other drivers and devices can access. A DRM format modifier names the
 * arrangement of the texels in memory (VK_EXT_image_drm_format_modifier). Only modifiers with one
 * memory plane are supported. All functions may be called from any thread. */
#ifndef GV_VK_DMA_BUF_H
#define GV_VK_DMA_BUF_H

#include "vk/buffer_image.h"

enum {
    GV_VK_MAX_MODIFIERS = 64 /* of a format; further modifiers of a device are not used */
};

#define GV_VK_MODIFIER_LINEAR UINT64_C(0)                  /* rows are consecutive */
#define GV_VK_NO_MODIFIER     UINT64_C(0x00ffffffffffffff) /* the modifier is not known */

struct gv_vk_modifier {
    uint64_t name; /* DRM_FORMAT_MOD_* */
    VkFormatFeatureFlags features;
};

/* The memory of an image in a dma-buf. */
struct gv_vk_dma_buf {
    int fd; /* the caller's descriptor */
    uint64_t modifier;
    VkDeviceSize offset_B; /* of the first texel */
    VkDeviceSize stride_B; /* from row to row, or what the modifier defines in its place */
};

/* Stores the modifiers of a format, and returns their number. 0 if the device has no dma-bufs of
 * images. */
unsigned gv_vk_modifiers(const struct gv_vk_device *dev, VkFormat format,
                         struct gv_vk_modifier out_modifiers[GV_VK_MAX_MODIFIERS]);

/* Returns the VK_EXTERNAL_MEMORY_FEATURE_* bits of images with this info, its pNext chain, and this
 * modifier; 0 if the device does not support such images. The info's tiling is ignored. */
VkExternalMemoryFeatureFlags gv_vk_dma_buf_features(const struct gv_vk_device *dev,
                                                    const VkImageCreateInfo *info,
                                                    uint64_t modifier);

/* Creates an image whose memory can be exported by gv_vk_external_export(). The driver chooses one
 * of the modifiers, each of which must be exportable. Fills in *out_layout, with the descriptor
 * -1. */
GV_MUST_CHECK VkResult gv_vk_dma_buf_image_create(struct gv_vk_device *dev,
                                                  const VkImageCreateInfo *info,
                                                  const uint64_t *modifiers, unsigned num_modifiers,
                                                  struct gv_vk_image *out_image,
                                                  struct gv_vk_dma_buf *out_layout);

/* Creates an image on the caller's dma-buf; the caller still owns the descriptor. The modifier must
 * be importable. VK_ERROR_INVALID_EXTERNAL_HANDLE if the descriptor is not a dma-buf or is too
 * small. VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT if the device cannot use the offset
 * or the stride. */
GV_MUST_CHECK VkResult gv_vk_dma_buf_image_import(struct gv_vk_device *dev,
                                                  const VkImageCreateInfo *info,
                                                  const struct gv_vk_dma_buf *dma_buf,
                                                  struct gv_vk_image *out_image);

/* Makes all later submissions wait until other devices have finished the writes to the dma-buf `fd`
 * that they have begun and, if `for_write` is true, also the reads. The CPU does not wait. Returns
 * false if the device has no sync files, or if the kernel has none of dma-bufs (before Linux
 * 6.0). */
bool gv_vk_dma_buf_wait(struct gv_vk_device *dev, int fd, bool for_write);

/* Makes later accesses of other devices to the dma-buf `fd` wait for a sync file: all accesses, if
 * the work before it writes to the dma-buf; otherwise only writes. Does nothing if the kernel does
 * not support this (before Linux 6.0). */
void gv_vk_dma_buf_add_fence(int fd, int sync_file, bool writes);

#endif
