/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/dma_buf.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "vk/device.h"
#include "vk/external.h"
#include "vk/sync_file.h"

#define DMA_BUF VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT

enum {
    DMA_BUF_FILE_SYSTEM = 0x444d4142 /* the kernel's DMA_BUF_MAGIC */
};

/* ---- Modifiers ------------------------------------------------------------------------------- */

unsigned gv_vk_modifiers(const struct gv_vk_device *dev, VkFormat format,
                         struct gv_vk_modifier out_modifiers[GV_VK_MAX_MODIFIERS])
{
    VkDrmFormatModifierPropertiesEXT rows[GV_VK_MAX_MODIFIERS];
    VkDrmFormatModifierPropertiesListEXT list = {
        .sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT,
        .drmFormatModifierCount = GV_VK_MAX_MODIFIERS,
        .pDrmFormatModifierProperties = rows,
    };
    VkFormatProperties2 properties = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2,
                                      .pNext = &list};
    unsigned num = 0;
    if (!dev->caps.externalMemoryFd || !dev->caps.externalMemoryDmaBuf ||
        !dev->caps.imageDrmFormatModifier)
        return 0;
    vkGetPhysicalDeviceFormatProperties2(dev->physical, format, &properties);
    for (uint32_t i = 0; i < list.drmFormatModifierCount; i++) {
        if (rows[i].drmFormatModifierPlaneCount == 1)
            out_modifiers[num++] = (struct gv_vk_modifier){rows[i].drmFormatModifier,
                                                           rows[i].drmFormatModifierTilingFeatures};
    }
    return num;
}

VkExternalMemoryFeatureFlags gv_vk_dma_buf_features(const struct gv_vk_device *dev,
                                                    const VkImageCreateInfo *info,
                                                    uint64_t modifier)
{
    const VkPhysicalDeviceImageDrmFormatModifierInfoEXT arrangement = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT,
        .pNext = info->pNext,
        .drmFormatModifier = modifier,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
    };
    VkImageCreateInfo with_modifier = *info;
    with_modifier.pNext = &arrangement;
    with_modifier.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    return gv_vk_external_image_features(dev, &with_modifier, true);
}

/* ---- Images ---------------------------------------------------------------------------------- */

/* Creates an image without memory. `arrangement`: the structure that names the modifiers, whose
 * pNext continues with the info's pNext chain. */
static VkResult begin(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                      const void *arrangement, struct gv_vk_image *out_image,
                      VkMemoryRequirements *out_req)
{
    const VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .pNext = arrangement,
        .handleTypes = DMA_BUF,
    };
    VkImageCreateInfo create = *info;
    create.pNext = &external;
    create.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    *out_image = (struct gv_vk_image){0};
    VkResult result = GV_VK_CREATE(dev, Image, &create, &out_image->handle);
    if (result == VK_SUCCESS)
        dev->vk.vkGetImageMemoryRequirements(dev->handle, out_image->handle, out_req);
    return result;
}

static VkResult read_layout(struct gv_vk_device *dev, VkImage image,
                            struct gv_vk_dma_buf *out_layout)
{
    const VkImageSubresource plane = {.aspectMask = VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT};
    VkImageDrmFormatModifierPropertiesEXT chosen = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_PROPERTIES_EXT};
    VkSubresourceLayout layout;
    VkResult result = dev->vk.vkGetImageDrmFormatModifierPropertiesEXT(dev->handle, image, &chosen);
    if (result != VK_SUCCESS)
        return result;
    dev->vk.vkGetImageSubresourceLayout(dev->handle, image, &plane, &layout);
    *out_layout = (struct gv_vk_dma_buf){
        .fd = -1,
        .modifier = chosen.drmFormatModifier,
        .offset_B = layout.offset,
        .stride_B = layout.rowPitch,
    };
    return VK_SUCCESS;
}

VkResult gv_vk_dma_buf_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                                    const uint64_t *modifiers, unsigned num_modifiers,
                                    struct gv_vk_image *out_image, struct gv_vk_dma_buf *out_layout)
{
    const VkImageDrmFormatModifierListCreateInfoEXT arrangement = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT,
        .pNext = info->pNext,
        .drmFormatModifierCount = num_modifiers,
        .pDrmFormatModifiers = modifiers,
    };
    struct gv_vk_image image;
    VkMemoryRequirements req;
    VkResult result = begin(dev, info, &arrangement, &image, &req);
    if (result != VK_SUCCESS)
        return result;
    const VkMemoryDedicatedAllocateInfo own = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = image.handle,
    };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = &own,
        .handleTypes = DMA_BUF,
    };
    result = read_layout(dev, image.handle, out_layout);
    if (result == VK_SUCCESS)
        result =
            gv_vk_memory_alloc_best(dev, &req, GV_VK_MEMORY_DEVICE, &export, false, &image.memory);
    return gv_vk_image_end(dev, result, &image, out_image);
}

/* Whether fd may be a dma-buf of at least size_B bytes. The kernel validates descriptors for most
 * drivers. Drivers that run on the CPU map any file, and access past the end of a file raises a
 * signal. So for these drivers checks that fd is a dma-buf, or a memfd that nobody can shrink. */
static bool may_be_dma_buf(const struct gv_vk_device *dev, int fd, VkDeviceSize size_B)
{
    struct statfs file_system;
    off_t end_B = lseek(fd, 0, SEEK_END);
    if (end_B < 0 || (uint64_t)end_B < size_B)
        return false;
    if (dev->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU ||
        (fstatfs(fd, &file_system) == 0 && file_system.f_type == DMA_BUF_FILE_SYSTEM))
        return true;
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_SHRINK);
}

/* Imports the memory of an image. */
static VkResult import(struct gv_vk_device *dev, int fd, const VkMemoryRequirements *req,
                       const VkMemoryDedicatedAllocateInfo *own, struct gv_vk_memory *out_memory)
{
    VkMemoryFdPropertiesKHR properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR};
    VkMemoryRequirements whole = *req;
    if (!may_be_dma_buf(dev, fd, req->size))
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkResult result = dev->vk.vkGetMemoryFdPropertiesKHR(dev->handle, DMA_BUF, fd, &properties);
    if (result != VK_SUCCESS)
        return result;
    whole.memoryTypeBits &= properties.memoryTypeBits;
    return gv_vk_external_import_fd(dev, &whole, DMA_BUF, fd, own, out_memory);
}

VkResult gv_vk_dma_buf_image_import(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                                    const struct gv_vk_dma_buf *dma_buf,
                                    struct gv_vk_image *out_image)
{
    const VkSubresourceLayout plane = {.offset = dma_buf->offset_B, .rowPitch = dma_buf->stride_B};
    const VkImageDrmFormatModifierExplicitCreateInfoEXT arrangement = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT,
        .pNext = info->pNext,
        .drmFormatModifier = dma_buf->modifier,
        .drmFormatModifierPlaneCount = 1,
        .pPlaneLayouts = &plane,
    };
    struct gv_vk_image image;
    VkMemoryRequirements req;
    VkResult result = begin(dev, info, &arrangement, &image, &req);
    if (result != VK_SUCCESS)
        return result;
    const VkMemoryDedicatedAllocateInfo own = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = image.handle,
    };
    result = import(dev, dma_buf->fd, &req, &own, &image.memory);
    return gv_vk_image_end(dev, result, &image, out_image);
}

/* ---- Fences ---------------------------------------------------------------------------------- */

bool gv_vk_dma_buf_wait(struct gv_vk_device *dev, int fd, bool for_write)
{
    struct dma_buf_export_sync_file export = {
        .flags = for_write ? DMA_BUF_SYNC_WRITE : DMA_BUF_SYNC_READ,
        .fd = -1,
    };
    if (!dev->sync_files || ioctl(fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &export) || export.fd < 0)
        return false;
    bool waits =
        gv_vk_sync_file_is_done(export.fd) || gv_vk_sync_file_wait(dev, export.fd) == VK_SUCCESS;
    close(export.fd);
    return waits;
}

void gv_vk_dma_buf_add_fence(int fd, int sync_file, bool writes)
{
    struct dma_buf_import_sync_file import = {
        .flags = writes ? DMA_BUF_SYNC_WRITE : DMA_BUF_SYNC_READ,
        .fd = sync_file,
    };
    ioctl(fd, DMA_BUF_IOCTL_IMPORT_SYNC_FILE, &import);
}
