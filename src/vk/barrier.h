/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers. Nearly all are global memory barriers. A barrier names a resource only for a change of
 * its layout or its owner. */
#ifndef GV_VK_BARRIER_H
#define GV_VK_BARRIER_H

#include <volk.h>

struct gv_vk_device;

struct gv_vk_barrier {
    VkPipelineStageFlags2 src_stages, dst_stages;
    VkAccessFlags2 src_access, dst_access;
};

void gv_vk_barrier_record(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                          const struct gv_vk_barrier *barrier);

/* An image goes from one layout to another, behind the sources of its barrier. */
struct gv_vk_layout_change {
    struct gv_vk_barrier barrier;
    VkImage image;
    VkImageAspectFlags aspects;
    VkImageLayout from, to;
    uint32_t first_level, num_levels; /* 0: all of it */
};

enum {
    GV_VK_MAX_LAYOUT_CHANGES = 32 /* in one barrier */
};

/* A barrier of memory, unless it has no destinations, and changes of layouts. */
void gv_vk_barrier_record_changes(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                  const struct gv_vk_barrier *barrier,
                                  const struct gv_vk_layout_change *changes, uint32_t num_changes);

/* All of a new image: into layout, for transfers to write. */
void gv_vk_barrier_init_image(const struct gv_vk_device *dev, VkCommandBuffer cmd, VkImage image,
                              VkImageAspectFlags aspects, VkImageLayout layout);

/* All of a buffer or image goes from a queue family that owns it to another. */
struct gv_vk_owner_change {
    struct gv_vk_barrier barrier;
    uint32_t from, to;
};

void gv_vk_barrier_buffer_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                const struct gv_vk_owner_change *owner, VkBuffer buffer);
void gv_vk_barrier_image_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                               const struct gv_vk_owner_change *owner, VkImage image,
                               VkImageAspectFlags aspects);

#endif
