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

static VkImageSubresourceRange whole(VkImageAspectFlags aspects)
{
    return (VkImageSubresourceRange){aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                     VK_REMAINING_ARRAY_LAYERS};
}

static void record_image(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                         const VkImageMemoryBarrier2 *image)
{
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = image,
    };
    dev->vk.vkCmdPipelineBarrier2(cmd, &info);
}

void gv_vk_barrier_init_image(const struct gv_vk_device *dev, VkCommandBuffer cmd, VkImage image,
                              VkImageAspectFlags aspects)
{
    const VkImageMemoryBarrier2 first = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = whole(aspects),
    };
    record_image(dev, cmd, &first);
}

void gv_vk_barrier_buffer_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                const struct gv_vk_barrier *barrier, VkBuffer buffer, uint32_t from,
                                uint32_t to)
{
    const VkBufferMemoryBarrier2 change = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
        .srcStageMask = barrier->src_stages,
        .srcAccessMask = barrier->src_access,
        .dstStageMask = barrier->dst_stages,
        .dstAccessMask = barrier->dst_access,
        .srcQueueFamilyIndex = from,
        .dstQueueFamilyIndex = to,
        .buffer = buffer,
        .size = VK_WHOLE_SIZE,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .bufferMemoryBarrierCount = 1,
        .pBufferMemoryBarriers = &change,
    };
    dev->vk.vkCmdPipelineBarrier2(cmd, &info);
}

void gv_vk_barrier_image_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                               const struct gv_vk_barrier *barrier, VkImage image,
                               VkImageAspectFlags aspects, uint32_t from, uint32_t to)
{
    const VkImageMemoryBarrier2 change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = barrier->src_stages,
        .srcAccessMask = barrier->src_access,
        .dstStageMask = barrier->dst_stages,
        .dstAccessMask = barrier->dst_access,
        .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = from,
        .dstQueueFamilyIndex = to,
        .image = image,
        .subresourceRange = whole(aspects),
    };
    record_image(dev, cmd, &change);
}
