/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/barrier.h"

#include <assert.h>

#include "vk/device.h"

/* ---- Without synchronization2 ---------------------------------------------------------------- */

/* Converts stages to VkPipelineStageFlags: a stage that exists only in VkPipelineStageFlags2
 * becomes the older stage that contains it. */
static VkPipelineStageFlags first_stages(VkPipelineStageFlags2 stages, VkPipelineStageFlags none)
{
    const VkPipelineStageFlags2 transfers =
        VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_RESOLVE_BIT |
        VK_PIPELINE_STAGE_2_BLIT_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;
    const VkPipelineStageFlags2 inputs =
        VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT;
    VkPipelineStageFlags first = (VkPipelineStageFlags)stages;
    assert(!(stages >> 32 & ~((transfers | inputs) >> 32)));
    if (stages & transfers)
        first |= VK_PIPELINE_STAGE_TRANSFER_BIT;
    if (stages & inputs)
        first |= VK_PIPELINE_STAGE_VERTEX_INPUT_BIT;
    return first ? first : none;
}

/* Converts accesses to VkAccessFlags: an access that exists only in VkAccessFlags2 becomes the
 * older access that contains it. */
static VkAccessFlags first_access(VkAccessFlags2 access)
{
    const VkAccessFlags2 reads =
        VK_ACCESS_2_SHADER_SAMPLED_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    VkAccessFlags first = (VkAccessFlags)access;
    assert(!(access >> 32 & ~((reads | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT) >> 32)));
    if (access & reads)
        first |= VK_ACCESS_SHADER_READ_BIT;
    if (access & VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT)
        first |= VK_ACCESS_SHADER_WRITE_BIT;
    return first;
}

static void record_memory(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                          const VkMemoryBarrier2 *memory)
{
    const VkMemoryBarrier first = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = first_access(memory->srcAccessMask),
        .dstAccessMask = first_access(memory->dstAccessMask),
    };
    dev->vk.vkCmdPipelineBarrier(
        cmd, first_stages(memory->srcStageMask, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT),
        first_stages(memory->dstStageMask, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT), 0, 1, &first, 0,
        NULL, 0, NULL);
}

static void record_buffer(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                          const VkBufferMemoryBarrier2 *buffer)
{
    const VkBufferMemoryBarrier first = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .srcAccessMask = first_access(buffer->srcAccessMask),
        .dstAccessMask = first_access(buffer->dstAccessMask),
        .srcQueueFamilyIndex = buffer->srcQueueFamilyIndex,
        .dstQueueFamilyIndex = buffer->dstQueueFamilyIndex,
        .buffer = buffer->buffer,
        .offset = buffer->offset,
        .size = buffer->size,
    };
    dev->vk.vkCmdPipelineBarrier(
        cmd, first_stages(buffer->srcStageMask, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT),
        first_stages(buffer->dstStageMask, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT), 0, 0, NULL, 1,
        &first, 0, NULL);
}

static void record_image(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                         const VkImageMemoryBarrier2 *image)
{
    const VkImageMemoryBarrier first = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = first_access(image->srcAccessMask),
        .dstAccessMask = first_access(image->dstAccessMask),
        .oldLayout = image->oldLayout,
        .newLayout = image->newLayout,
        .srcQueueFamilyIndex = image->srcQueueFamilyIndex,
        .dstQueueFamilyIndex = image->dstQueueFamilyIndex,
        .image = image->image,
        .subresourceRange = image->subresourceRange,
    };
    dev->vk.vkCmdPipelineBarrier(
        cmd, first_stages(image->srcStageMask, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT),
        first_stages(image->dstStageMask, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT), 0, 0, NULL, 0,
        NULL, 1, &first);
}

/* ---- Barriers -------------------------------------------------------------------------------- */

static void record(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                   const VkDependencyInfo *info)
{
    if (dev->caps.synchronization2) {
        dev->vk.vkCmdPipelineBarrier2(cmd, info);
        return;
    }
    for (uint32_t i = 0; i < info->memoryBarrierCount; i++)
        record_memory(dev, cmd, &info->pMemoryBarriers[i]);
    for (uint32_t i = 0; i < info->bufferMemoryBarrierCount; i++)
        record_buffer(dev, cmd, &info->pBufferMemoryBarriers[i]);
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++)
        record_image(dev, cmd, &info->pImageMemoryBarriers[i]);
}

static VkImageSubresourceRange whole(VkImageAspectFlags aspects)
{
    return (VkImageSubresourceRange){aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                     VK_REMAINING_ARRAY_LAYERS};
}

static VkImageSubresourceRange range_of(const struct gv_vk_layout_change *change)
{
    VkImageSubresourceRange range = whole(change->aspects);
    if (change->num_levels) {
        range.baseMipLevel = change->first_level;
        range.levelCount = change->num_levels;
    }
    return range;
}

void gv_vk_barrier_record_changes(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                  const struct gv_vk_barrier *barrier,
                                  const struct gv_vk_layout_change *changes, uint32_t num_changes)
{
    VkImageMemoryBarrier2 images[GV_VK_MAX_LAYOUT_CHANGES];
    const VkMemoryBarrier2 memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = barrier->src_stages,
        .srcAccessMask = barrier->src_access,
        .dstStageMask = barrier->dst_stages,
        .dstAccessMask = barrier->dst_access,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = barrier->dst_stages != 0,
        .pMemoryBarriers = &memory,
        .imageMemoryBarrierCount = num_changes,
        .pImageMemoryBarriers = images,
    };
    assert(num_changes <= GV_VK_MAX_LAYOUT_CHANGES);
    for (uint32_t i = 0; i < num_changes; i++)
        images[i] = (VkImageMemoryBarrier2){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
            .srcStageMask = changes[i].barrier.src_stages,
            .srcAccessMask = changes[i].barrier.src_access,
            .dstStageMask = changes[i].barrier.dst_stages,
            .dstAccessMask = changes[i].barrier.dst_access,
            .oldLayout = changes[i].from,
            .newLayout = changes[i].to,
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .image = changes[i].image,
            .subresourceRange = range_of(&changes[i]),
        };
    record(dev, cmd, &info);
}

void gv_vk_barrier_record(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                          const struct gv_vk_barrier *barrier)
{
    gv_vk_barrier_record_changes(dev, cmd, barrier, NULL, 0);
}

static void record_image_change(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                const VkImageMemoryBarrier2 *image)
{
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = image,
    };
    record(dev, cmd, &info);
}

void gv_vk_barrier_init_image(const struct gv_vk_device *dev, VkCommandBuffer cmd, VkImage image,
                              VkImageAspectFlags aspects, VkImageLayout layout)
{
    const VkImageMemoryBarrier2 first = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = layout,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = whole(aspects),
    };
    record_image_change(dev, cmd, &first);
}

void gv_vk_barrier_buffer_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                                const struct gv_vk_owner_change *owner, VkBuffer buffer)
{
    const VkBufferMemoryBarrier2 change = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
        .srcStageMask = owner->barrier.src_stages,
        .srcAccessMask = owner->barrier.src_access,
        .dstStageMask = owner->barrier.dst_stages,
        .dstAccessMask = owner->barrier.dst_access,
        .srcQueueFamilyIndex = owner->from,
        .dstQueueFamilyIndex = owner->to,
        .buffer = buffer,
        .size = VK_WHOLE_SIZE,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .bufferMemoryBarrierCount = 1,
        .pBufferMemoryBarriers = &change,
    };
    record(dev, cmd, &info);
}

void gv_vk_barrier_image_owner(const struct gv_vk_device *dev, VkCommandBuffer cmd,
                               const struct gv_vk_owner_change *owner, VkImage image,
                               VkImageAspectFlags aspects)
{
    const VkImageMemoryBarrier2 change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = owner->barrier.src_stages,
        .srcAccessMask = owner->barrier.src_access,
        .dstStageMask = owner->barrier.dst_stages,
        .dstAccessMask = owner->barrier.dst_access,
        .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = owner->from,
        .dstQueueFamilyIndex = owner->to,
        .image = image,
        .subresourceRange = whole(aspects),
    };
    record_image_change(dev, cmd, &change);
}
