/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/buffer_image.h"

#include "vk/device.h"

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

/* Returns the device address of `buffer`; 0 without bufferDeviceAddress. */
static VkDeviceAddress address_of(struct gv_vk_device *dev, VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = buffer,
    };
    return dev->caps.bufferDeviceAddress ? dev->vk.vkGetBufferDeviceAddress(dev->handle, &info) : 0;
}

VkResult gv_vk_buffer_begin(struct gv_vk_device *dev, VkDeviceSize size_B,
                            VkExternalMemoryHandleTypeFlags handle_types,
                            struct gv_vk_buffer *out_buffer, VkMemoryRequirements *out_req)
{
    struct gv_vk_buffer buffer = {.size_B = size_B};
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = handle_types,
    };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = handle_types ? &external : NULL,
        .size = size_B ? size_B : 1,
        .usage = gv_vk_buffer_usage(&dev->caps),
    };
    if (size_B > dev->caps.max_buffer_size_B)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkResult result = GV_VK_CREATE(dev, Buffer, &info, &buffer.handle);
    if (result != VK_SUCCESS)
        return result;
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, buffer.handle, out_req);
    *out_buffer = buffer;
    return VK_SUCCESS;
}

VkResult gv_vk_buffer_end(struct gv_vk_device *dev, VkResult result, struct gv_vk_buffer *buffer,
                          struct gv_vk_buffer *out_buffer)
{
    if (result == VK_SUCCESS)
        result = dev->vk.vkBindBufferMemory(dev->handle, buffer->handle, buffer->memory.handle,
                                            buffer->memory.offset_B);
    if (result != VK_SUCCESS) {
        gv_vk_buffer_destroy(dev, buffer);
        return result;
    }
    buffer->address = address_of(dev, buffer->handle);
    *out_buffer = *buffer;
    return VK_SUCCESS;
}

VkResult gv_vk_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                             enum gv_vk_memory_kind kind, struct gv_vk_buffer *out_buffer)
{
    struct gv_vk_buffer buffer;
    VkMemoryRequirements req;
    VkResult result = gv_vk_buffer_begin(dev, size_B, 0, &buffer, &req);
    if (result != VK_SUCCESS)
        return result;
    result = gv_vk_memory_alloc(dev, &req, kind, true, &buffer.memory);
    return gv_vk_buffer_end(dev, result, &buffer, out_buffer);
}

VkResult gv_vk_buffer_import(struct gv_vk_device *dev, void *host, VkDeviceSize size_B,
                             struct gv_vk_buffer *out_buffer)
{
    struct gv_vk_buffer buffer;
    VkMemoryRequirements req;
    if (!dev->caps.externalMemoryHost || !size_B)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result = gv_vk_buffer_begin(
        dev, size_B, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT, &buffer, &req);
    if (result != VK_SUCCESS)
        return result;
    result = gv_vk_memory_import(dev, &req, host, size_B, &buffer.memory);
    return gv_vk_buffer_end(dev, result, &buffer, out_buffer);
}

VkResult gv_vk_buffer_alias(struct gv_vk_device *dev, const struct gv_vk_buffer *buffer,
                            VkBufferUsageFlags usage, VkBuffer *out_alias)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = buffer->size_B ? buffer->size_B : 1,
        .usage = usage,
    };
    VkBuffer alias;
    VkResult result = GV_VK_CREATE(dev, Buffer, &info, &alias);
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

VkResult gv_vk_image_end(struct gv_vk_device *dev, VkResult result, struct gv_vk_image *image,
                         struct gv_vk_image *out_image)
{
    if (result == VK_SUCCESS)
        result = dev->vk.vkBindImageMemory(dev->handle, image->handle, image->memory.handle,
                                           image->memory.offset_B);
    if (result != VK_SUCCESS) {
        gv_vk_image_destroy(dev, image);
        return result;
    }
    *out_image = *image;
    return VK_SUCCESS;
}

VkResult gv_vk_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                            enum gv_vk_memory_kind kind, struct gv_vk_image *out_image)
{
    struct gv_vk_image image = {0};
    VkResult result = GV_VK_CREATE(dev, Image, info, &image.handle);
    if (result != VK_SUCCESS)
        return result;
    result = allocate_for_image(dev, image.handle, kind, info->tiling == VK_IMAGE_TILING_LINEAR,
                                &image.memory);
    return gv_vk_image_end(dev, result, &image, out_image);
}

void gv_vk_image_destroy(struct gv_vk_device *dev, struct gv_vk_image *image)
{
    dev->vk.vkDestroyImage(dev->handle, image->handle, NULL);
    gv_vk_memory_free(dev, &image->memory);
    *image = (struct gv_vk_image){0};
}
