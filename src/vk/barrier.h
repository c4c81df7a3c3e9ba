/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers. Nearly all barriers are global memory barriers. A barrier names a resource only to
 * change the resource's layout or the queue family that owns it. */
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

/* A transition of an image from one layout to another, after the source stages of its barrier. */
struct gv_vk_layout_change {
    struct gv_vk_barrier barrier;
    VkImage image;
    VkImageAspectFlags aspects;
    VkImageLayout from, to;
    uint32_t first_level, num_levels; /* num_levels 0: the whole image */
};

enum {
    GV_VK_MAX_LAYOUT_CHANGES = 32 /* largest number of layout changes in one barrier */
};

/* Records layout changes, together with a global memory barrier unless that barrier has no
 * destination stages. */
void gv_vk_barrier_record_changes(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                  const struct gv_vk_barrier *barrier,
                                  const struct gv_vk_layout_change *changes, uint32_t num_changes);

/* Transitions a whole new image to `layout`, before transfers write to the image. */
void gv_vk_barrier_init_image(const struct gv_vk_device *dev, VkCommandBuffer cmd, VkImage image,
                              VkImageAspectFlags aspects, VkImageLayout layout);

/* A transfer of a whole buffer or image from one queue family to another. */
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
