/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/barrier.h"

#include "vk/device.h"

void gv_vk_barrier_record(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                          const struct gv_vk_barrier *barrier)
{
    const VkMemoryBarrier2 memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = barrier->src_stages,
        .srcAccessMask = barrier->src_access,
        .dstStageMask = barrier->dst_stages,
        .dstAccessMask = barrier->dst_access,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &memory,
    };
    dev->vk.vkCmdPipelineBarrier2(cmd, &info);
}
