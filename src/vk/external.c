/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/external.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/checked.h"
#include "vk/device.h"

#define OPAQUE VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT

static VkExternalMemoryHandleTypeFlagBits type_of(bool is_dma_buf)
{
    return is_dma_buf ? VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT : OPAQUE;
}

/* ---- Features of the device */

VkExternalMemoryFeatureFlags gv_vk_external_buffer_features(const struct gv_vk_device *dev,
                                                            bool is_dma_buf)
{
    const VkPhysicalDeviceExternalBufferInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .usage = gv_vk_buffer_usage(&dev->caps),
        .handleType = type_of(is_dma_buf),
    };
    VkExternalBufferProperties properties = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    if (!dev->caps.externalMemoryFd || (is_dma_buf && !dev->caps.externalMemoryDmaBuf))
        return 0;
    vkGetPhysicalDeviceExternalBufferProperties(dev->physical, &info, &properties);
    return properties.externalMemoryProperties.externalMemoryFeatures;
}

VkExternalMemoryFeatureFlags gv_vk_external_image_features(const struct gv_vk_device *dev,
                                                           const VkImageCreateInfo *info,
                                                           bool is_dma_buf)
{
    const VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .pNext = info->pNext,
        .handleType = type_of(is_dma_buf),
    };
    const VkPhysicalDeviceImageFormatInfo2 query = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = &external,
        .format = info->format,
        .type = info->imageType,
        .tiling = info->tiling,
        .usage = info->usage,
        .flags = info->flags,
    };
    VkExternalImageFormatProperties properties = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES};
    VkImageFormatProperties2 image = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
                                      .pNext = &properties};
    const VkExtent3D *max = &image.imageFormatProperties.maxExtent;
    if (!dev->caps.externalMemoryFd ||
        vkGetPhysicalDeviceImageFormatProperties2(dev->physical, &query, &image) != VK_SUCCESS ||
        info->extent.width > max->width || info->extent.height > max->height)
        return 0;
    return properties.externalMemoryProperties.externalMemoryFeatures;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static VkResult allocate(struct gv_vk_device *dev, const VkMemoryRequirements *req, bool is_dma_buf,
                         const VkMemoryDedicatedAllocateInfo *own, struct gv_vk_memory *out_memory)
{
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = own,
        .handleTypes = type_of(is_dma_buf),
    };
    return gv_vk_memory_alloc_best(dev, req, GV_VK_MEMORY_DEVICE, &export, false, out_memory);
}

/* Whether fd may be memory that the driver exported. The kernel validates descriptors for most
 * drivers. Drivers that run on the CPU import any descriptor: SwiftShader maps any file, and a read
 * past the file's end raises a signal; lavapipe 22 waits forever for the bytes of a pipe. These
 * drivers export memfds, so for these drivers checks that fd is a memfd of at least size_B
 * bytes. */
static bool may_be_exported(const struct gv_vk_device *dev, int fd, uint64_t size_B)
{
    struct stat file;
    if (dev->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)
        return true;
    return fcntl(fd, F_GET_SEALS) >= 0 && fstat(fd, &file) == 0 && file.st_size >= 0 &&
           (uint64_t)file.st_size >= size_B;
}

/* Closes fd, a duplicate of `original`, after the import of fd failed. By Vulkan's rules the driver
 * owns a descriptor only after a successful import, but lavapipe and SwiftShader close fd after a
 * failed import, too. So fd is closed only if it still refers to the same file as `original`. */
static void close_refused(int fd, int original)
{
    struct stat refused, same;
    if (fstat(fd, &refused) == 0 && fstat(original, &same) == 0 && refused.st_dev == same.st_dev &&
        refused.st_ino == same.st_ino)
        close(fd);
}

VkResult gv_vk_external_import_fd(struct gv_vk_device *dev, const VkMemoryRequirements *whole,
                                  VkExternalMemoryHandleTypeFlagBits type, int fd,
                                  const VkMemoryDedicatedAllocateInfo *own,
                                  struct gv_vk_memory *out_memory)
{
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .pNext = own,
        .handleType = type,
        .fd = fcntl(fd, F_DUPFD_CLOEXEC, 0),
    };
    if (import.fd < 0)
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkResult result =
        gv_vk_memory_alloc_best(dev, whole, GV_VK_MEMORY_DEVICE, &import, true, out_memory);
    if (result != VK_SUCCESS)
        close_refused(import.fd, fd);
    return result;
}

static VkResult import(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                       const struct gv_vk_external *external,
                       const VkMemoryDedicatedAllocateInfo *own, struct gv_vk_memory *out_memory)
{
    if (external->offset_B % req->alignment ||
        !gv_range_fits_u64(external->offset_B, req->size, external->size_B) ||
        (external->dedicated && external->size_B != req->size) ||
        !may_be_exported(dev, external->fd, external->size_B))
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    const VkMemoryRequirements whole = {
        .size = external->size_B,
        .alignment = req->alignment,
        .memoryTypeBits = req->memoryTypeBits,
    };
    struct gv_vk_memory memory;
    VkResult result = gv_vk_external_import_fd(dev, &whole, OPAQUE, external->fd,
                                               external->dedicated ? own : NULL, &memory);
    if (result != VK_SUCCESS)
        return result;
    memory.offset_B = external->offset_B;
    if (memory.map)
        memory.map = (char *)memory.map + external->offset_B;
    *out_memory = memory;
    return VK_SUCCESS;
}

static VkResult get_memory(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                           const struct gv_vk_external *external,
                           const VkMemoryDedicatedAllocateInfo *own,
                           struct gv_vk_memory *out_memory)
{
    return external->fd < 0 ? allocate(dev, req, external->is_dma_buf, own, out_memory)
                            : import(dev, req, external, own, out_memory);
}

VkResult gv_vk_external_export(struct gv_vk_device *dev, const struct gv_vk_memory *memory,
                               bool is_dma_buf, int *out_fd)
{
    const VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = memory->handle,
        .handleType = type_of(is_dma_buf),
    };
    int fd;
    VkResult result = dev->vk.vkGetMemoryFdKHR(dev->handle, &info, &fd);
    if (result != VK_SUCCESS)
        return result;
    fcntl(fd, F_SETFD, FD_CLOEXEC); /* lavapipe does not set this flag */
    *out_fd = fd;
    return VK_SUCCESS;
}

/* ---- Buffers and images ---------------------------------------------------------------------- */

VkResult gv_vk_external_buffer_create(struct gv_vk_device *dev, VkDeviceSize size_B,
                                      const struct gv_vk_external *external,
                                      struct gv_vk_buffer *out_buffer)
{
    struct gv_vk_buffer buffer;
    VkMemoryRequirements req;
    if (!size_B)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkResult result = gv_vk_buffer_begin(dev, size_B, type_of(external->is_dma_buf), &buffer, &req);
    if (result != VK_SUCCESS)
        return result;
    const VkMemoryDedicatedAllocateInfo own = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .buffer = buffer.handle,
    };
    result = get_memory(dev, &req, external, &own, &buffer.memory);
    return gv_vk_buffer_end(dev, result, &buffer, out_buffer);
}

VkResult gv_vk_external_image_create(struct gv_vk_device *dev, const VkImageCreateInfo *info,
                                     const struct gv_vk_external *external,
                                     struct gv_vk_image *out_image)
{
    struct gv_vk_image image = {0};
    const VkExternalMemoryImageCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .pNext = info->pNext,
        .handleTypes = OPAQUE,
    };
    VkImageCreateInfo create = *info;
    create.pNext = &type;
    VkResult result = GV_VK_CREATE(dev, Image, &create, &image.handle);
    if (result != VK_SUCCESS)
        return result;
    VkMemoryRequirements req;
    dev->vk.vkGetImageMemoryRequirements(dev->handle, image.handle, &req);
    const VkMemoryDedicatedAllocateInfo own = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = image.handle,
    };
    result = get_memory(dev, &req, external, &own, &image.memory);
    return gv_vk_image_end(dev, result, &image, out_image);
}

/* ---- Semaphores ------------------------------------------------------------------------------ */

VkResult gv_vk_external_semaphore_import(struct gv_vk_device *dev, int fd,
                                         VkSemaphore *out_semaphore)
{
    const VkSemaphoreCreateInfo create = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkImportSemaphoreFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    if (!may_be_exported(dev, fd, 1))
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkResult result = GV_VK_CREATE(dev, Semaphore, &create, &import.semaphore);
    if (result != VK_SUCCESS)
        return result;
    import.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    result = import.fd < 0 ? VK_ERROR_INVALID_EXTERNAL_HANDLE
                           : dev->vk.vkImportSemaphoreFdKHR(dev->handle, &import);
    if (result == VK_SUCCESS) {
        *out_semaphore = import.semaphore;
        return VK_SUCCESS;
    }
    if (import.fd >= 0)
        close_refused(import.fd, fd);
    dev->vk.vkDestroySemaphore(dev->handle, import.semaphore, NULL);
    return result;
}

VkResult gv_vk_external_semaphore_submit(struct gv_vk_device *dev, VkSemaphore semaphore,
                                         bool signal, uint64_t *out_value)
{
    pthread_mutex_lock(&dev->queue_lock);
    uint64_t value = atomic_load(&dev->submitted) + 1;
    const struct gv_vk_submission submission = {
        .wait = signal ? VK_NULL_HANDLE : semaphore,
        .signal = signal ? semaphore : VK_NULL_HANDLE,
    };
    VkResult result = gv_vk_queue_submit(dev, &submission, value);
    if (result == VK_SUCCESS)
        atomic_store(&dev->submitted, value);
    pthread_mutex_unlock(&dev->queue_lock);
    if (result == VK_SUCCESS)
        *out_value = value;
    return result;
}
