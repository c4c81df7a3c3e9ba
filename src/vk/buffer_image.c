/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers and images together with their memory. */
#include "vk/device.h"
#include "vk/memory.h"

VkBufferUsageFlags gv_vk_buffer_usage(const struct gv_vk_caps *caps)
{
    VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
        VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
        VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    if (caps->bufferDeviceAddress)
        usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (caps->transformFeedback)
        usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT |
                 VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT;
    if (caps->conditionalRendering)
        usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    return usage;
}

VkDeviceAddress gv_vk_buffer_address(struct gv_vk_device *dev, VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = buffer,
    };
    return dev->caps.bufferDeviceAddress ? dev->vk.vkGetBufferDeviceAddress(dev->handle, &info) : 0;
}

VkResult gv_vk_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                             enum gv_vk_memory_kind kind, struct gv_vk_buffer *out_buffer)
{
    struct gv_vk_buffer buffer = {.size_B = size_B};
    if (size_B > dev->properties13.maxBufferSize)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size_B ? size_B : 1,
        .usage = gv_vk_buffer_usage(&dev->caps),
    };
    VkResult result = dev->vk.vkCreateBuffer(dev->handle, &info, NULL, &buffer.handle);
    if (result != VK_SUCCESS)
        return result;

    VkMemoryRequirements req;
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, buffer.handle, &req);
    result = gv_vk_memory_alloc(dev, &req, kind, true, &buffer.memory);
    if (result != VK_SUCCESS)
        goto destroy_buffer;
    result = dev->vk.vkBindBufferMemory(dev->handle, buffer.handle, buffer.memory.handle,
                                        buffer.memory.offset_B);
    if (result != VK_SUCCESS)
        goto free_memory;
    buffer.address = gv_vk_buffer_address(dev, buffer.handle);
    *out_buffer = buffer;
    return VK_SUCCESS;

free_memory:
    gv_vk_memory_free(dev, &buffer.memory);
destroy_buffer:
    dev->vk.vkDestroyBuffer(dev->handle, buffer.handle, NULL);
    return result;
}

VkResult gv_vk_buffer_alias(struct gv_vk_device *dev, const struct gv_vk_buffer *buffer,
                            VkBuffer *out_alias)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = buffer->size_B ? buffer->size_B : 1,
        .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT,
    };
    VkBuffer alias;
    VkResult result = dev->vk.vkCreateBuffer(dev->handle, &info, NULL, &alias);
    if (result != VK_SUCCESS)
        return result;
    VkMemoryRequirements mine, theirs;
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, alias, &mine);
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, buffer->handle, &theirs);
    bool fits = mine.size <= theirs.size && buffer->memory.offset_B % mine.alignment == 0 &&
                (theirs.memoryTypeBits & ~mine.memoryTypeBits) == 0;
    result = fits ? dev->vk.vkBindBufferMemory(dev->handle, alias, buffer->memory.handle,
                                               buffer->memory.offset_B)
                  : VK_ERROR_FORMAT_NOT_SUPPORTED;
    if (result != VK_SUCCESS) {
        dev->vk.vkDestroyBuffer(dev->handle, alias, NULL);
        return result;
    }
    *out_alias = alias;
    return VK_SUCCESS;
}

VkResult gv_vk_buffer_import(struct gv_vk_device *dev, void *host, VkDeviceSize size_B,
                             struct gv_vk_buffer *out_buffer)
{
    struct gv_vk_buffer buffer = {.size_B = size_B};
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
    };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = &external,
        .size = size_B,
        .usage = gv_vk_buffer_usage(&dev->caps),
    };
    if (!dev->caps.externalMemoryHost || !size_B || size_B > dev->properties13.maxBufferSize)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result = dev->vk.vkCreateBuffer(dev->handle, &info, NULL, &buffer.handle);
    if (result != VK_SUCCESS)
        return result;
    VkMemoryRequirements req;
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, buffer.handle, &req);
    result = gv_vk_memory_import(dev, &req, host, size_B, &buffer.memory);
    if (result != VK_SUCCESS)
        goto destroy_buffer;
    result = dev->vk.vkBindBufferMemory(dev->handle, buffer.handle, buffer.memory.handle, 0);
    if (result != VK_SUCCESS)
        goto free_memory;
    buffer.address = gv_vk_buffer_address(dev, buffer.handle);
    *out_buffer = buffer;
    return VK_SUCCESS;

free_memory:
    gv_vk_memory_free(dev, &buffer.memory);
destroy_buffer:
    dev->vk.vkDestroyBuffer(dev->handle, buffer.handle, NULL);
    return result;
}

void gv_vk_buffer_destroy(struct gv_vk_device *dev, struct gv_vk_buffer *buffer)
{
    dev->vk.vkDestroyBuffer(dev->handle, buffer->handle, NULL);
    gv_vk_memory_free(dev, &buffer->memory);
    *buffer = (struct gv_vk_buffer){0};
}

static VkResult allocate_for_image(struct gv_vk_device *dev, VkImage image,
                                   enum gv_vk_memory_kind kind, bool linear,
                                   struct gv_vk_memory *out_memory)
{
    VkImageMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, .image = image};
    VkMemoryDedicatedRequirements dedicated = {.sType =
                                                   VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 req = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                 .pNext = &dedicated};
    dev->vk.vkGetImageMemoryRequirements2(dev->handle, &info, &req);
    if (!dedicated.prefersDedicatedAllocation)
        return gv_vk_memory_alloc(dev, &req.memoryRequirements, kind, linear, out_memory);

    VkMemoryDedicatedAllocateInfo own = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                         .image = image};
    return gv_vk_memory_alloc_dedicated(dev, &req.memoryRequirements, kind, &own, out_memory);
}

VkResult gv_vk_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                            enum gv_vk_memory_kind kind, struct gv_vk_image *out_image)
{
    struct gv_vk_image image = {0};
    VkResult result = dev->vk.vkCreateImage(dev->handle, info, NULL, &image.handle);
    if (result != VK_SUCCESS)
        return result;
    result = allocate_for_image(dev, image.handle, kind, info->tiling == VK_IMAGE_TILING_LINEAR,
                                &image.memory);
    if (result != VK_SUCCESS)
        goto destroy_image;
    result = dev->vk.vkBindImageMemory(dev->handle, image.handle, image.memory.handle,
                                       image.memory.offset_B);
    if (result != VK_SUCCESS)
        goto free_memory;
    *out_image = image;
    return VK_SUCCESS;

free_memory:
    gv_vk_memory_free(dev, &image.memory);
destroy_image:
    dev->vk.vkDestroyImage(dev->handle, image.handle, NULL);
    return result;
}

void gv_vk_image_destroy(struct gv_vk_device *dev, struct gv_vk_image *image)
{
    dev->vk.vkDestroyImage(dev->handle, image->handle, NULL);
    gv_vk_memory_free(dev, &image->memory);
    *image = (struct gv_vk_image){0};
}
