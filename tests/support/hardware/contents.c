/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fills images with a value that no test draws, whenever Vulkan leaves their contents undefined.
 * The underlying device executes commands in order and ignores layouts, so the layer's commands
 * need no barriers. */
#include <string.h>

#include "hardware.h"

/* The value is 0.6 as a float, and large as an integer. */
static const VkClearColorValue garbage = {
    .uint32 = {0x3f19999a, 0x3f19999a, 0x3f19999a, 0x3f19999a}};
static const VkClearDepthStencilValue garbage_zs = {.depth = 0.37f, .stencil = 0x5a};

/* ---- Images --------------------------------------------------------------------------------- */

static bool is_compressed(VkFormat format)
{
    return format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK;
}

static bool is_external(const VkImageCreateInfo *info)
{
    for (const VkBaseInStructure *s = info->pNext; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO)
            return true;
    }
    return false;
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkCreateImage(VkDevice device,
                                                      const VkImageCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkImage *out_image)
{
    VkImageCreateInfo cleared = *info;
    struct hardware_resource resource = {
        .linear = info->tiling == VK_IMAGE_TILING_LINEAR,
        .external = is_external(info),
    };
    VkMemoryRequirements requirements;
    resource.scrambles = !resource.external && !is_compressed(info->format);
    if (resource.scrambles)
        cleared.usage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    VkResult result = hardware_next.vkCreateImage(device, &cleared, allocator, out_image);
    if (result != VK_SUCCESS)
        return result;
    hardware_next.vkGetImageMemoryRequirements(device, *out_image, &requirements);
    resource.size_B = requirements.size;
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_add(HARDWARE_IMAGE, HARDWARE_HANDLE(*out_image));
    if (object)
        object->resource = resource;
    pthread_mutex_unlock(&hardware.lock);
    return result;
}

VKAPI_ATTR void VKAPI_CALL hardware_vkDestroyImage(VkDevice device, VkImage image,
                                                   const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_IMAGE, HARDWARE_HANDLE(image));
    if (object) {
        struct hardware_resource gone = object->resource;
        hardware_remove(HARDWARE_IMAGE, HARDWARE_HANDLE(image));
        hardware_memory_release(&gone);
    }
    hardware_next.vkDestroyImage(device, image, allocator);
    pthread_mutex_unlock(&hardware.lock);
}

/* ---- Images without contents ---------------------------------------------------------------- */

static void scramble(VkCommandBuffer commands, VkImage image, VkImageLayout from,
                     const VkImageSubresourceRange *range)
{
    const VkImageAspectFlags zs = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    if (from != VK_IMAGE_LAYOUT_UNDEFINED)
        return;
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_IMAGE, HARDWARE_HANDLE(image));
    bool scrambles = object && object->resource.scrambles;
    pthread_mutex_unlock(&hardware.lock);
    if (!scrambles)
        return;
    if (range->aspectMask & zs)
        hardware_next.vkCmdClearDepthStencilImage(commands, image, VK_IMAGE_LAYOUT_GENERAL,
                                                  &garbage_zs, 1, range);
    else
        hardware_next.vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &garbage, 1,
                                           range);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkCmdPipelineBarrier(
    VkCommandBuffer commands, VkPipelineStageFlags src, VkPipelineStageFlags dst,
    VkDependencyFlags flags, uint32_t num_memory, const VkMemoryBarrier *memory,
    uint32_t num_buffers, const VkBufferMemoryBarrier *buffers, uint32_t num_images,
    const VkImageMemoryBarrier *images)
{
    hardware_next.vkCmdPipelineBarrier(commands, src, dst, flags, num_memory, memory, num_buffers,
                                       buffers, num_images, images);
    for (uint32_t i = 0; i < num_images; i++)
        scramble(commands, images[i].image, images[i].oldLayout, &images[i].subresourceRange);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkCmdPipelineBarrier2(VkCommandBuffer commands,
                                                          const VkDependencyInfo *info)
{
    hardware_next.vkCmdPipelineBarrier2(commands, info);
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++) {
        const VkImageMemoryBarrier2 *image = &info->pImageMemoryBarriers[i];
        scramble(commands, image->image, image->oldLayout, &image->subresourceRange);
    }
}

/* ---- Attachments without contents ----------------------------------------------------------- */

static void begin_attachment(VkRenderingAttachmentInfo *attachment, VkImageAspectFlags aspect,
                             uint32_t color, struct hardware_rendering *rendering)
{
    if (!attachment->imageView)
        return;
    VkClearValue value;
    if (aspect == VK_IMAGE_ASPECT_COLOR_BIT)
        value.color = garbage;
    else
        value.depthStencil = garbage_zs;
    if (attachment->loadOp == VK_ATTACHMENT_LOAD_OP_DONT_CARE) {
        attachment->loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        attachment->clearValue = value;
    }
    /* Attachments that are resolved keep their contents, because the resolve follows the last
     * command. */
    if (attachment->storeOp == VK_ATTACHMENT_STORE_OP_DONT_CARE && !attachment->resolveMode)
        rendering->clears[rendering->num_clears++] = (VkClearAttachment){
            .aspectMask = aspect, .colorAttachment = color, .clearValue = value};
}

VKAPI_ATTR void VKAPI_CALL hardware_vkCmdBeginRendering(VkCommandBuffer commands,
                                                        const VkRenderingInfo *info)
{
    VkRenderingInfo other = *info;
    VkRenderingAttachmentInfo colors[8], depth, stencil;
    struct hardware_rendering rendering = {
        .rect = {.rect = info->renderArea, .layerCount = info->viewMask ? 1 : info->layerCount}};
    for (uint32_t i = 0; i < info->colorAttachmentCount && i < 8; i++) {
        colors[i] = info->pColorAttachments[i];
        begin_attachment(&colors[i], VK_IMAGE_ASPECT_COLOR_BIT, i, &rendering);
    }
    other.pColorAttachments = colors;
    if (info->pDepthAttachment) {
        depth = *info->pDepthAttachment;
        begin_attachment(&depth, VK_IMAGE_ASPECT_DEPTH_BIT, 0, &rendering);
        other.pDepthAttachment = &depth;
    }
    if (info->pStencilAttachment) {
        stencil = *info->pStencilAttachment;
        begin_attachment(&stencil, VK_IMAGE_ASPECT_STENCIL_BIT, 0, &rendering);
        other.pStencilAttachment = &stencil;
    }
    hardware_next.vkCmdBeginRendering(commands, &other);
    if (!rendering.num_clears || (info->flags & VK_RENDERING_SUSPENDING_BIT))
        return;
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_add(HARDWARE_COMMANDS, HARDWARE_HANDLE(commands));
    if (object)
        object->rendering = rendering;
    pthread_mutex_unlock(&hardware.lock);
}

/* Clears the attachments that are undefined after the rendering. If conditional rendering skips
 * these clears, the contents remain. */
VKAPI_ATTR void VKAPI_CALL hardware_vkCmdEndRendering(VkCommandBuffer commands)
{
    struct hardware_rendering rendering = {0};
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_COMMANDS, HARDWARE_HANDLE(commands));
    if (object)
        rendering = object->rendering;
    hardware_remove(HARDWARE_COMMANDS, HARDWARE_HANDLE(commands));
    pthread_mutex_unlock(&hardware.lock);
    if (rendering.num_clears)
        hardware_next.vkCmdClearAttachments(commands, rendering.num_clears, rendering.clears, 1,
                                            &rendering.rect);
    hardware_next.vkCmdEndRendering(commands);
}
