/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Global memory barriers, the only kind that Galvan has: images stay in one layout. */
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

#endif
