/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that adds dma-bufs of buffers and images to a device that can import the host's
 * memory: VK_EXT_external_memory_dma_buf, VK_EXT_image_drm_format_modifier with the linear modifier
 * alone, and VK_EXT_queue_family_foreign. Files in memory (memfds) take the place of dma-bufs. So
 * tests can read and write the bytes of dma-bufs, although neither driver nor kernel supports
 * dma-bufs. */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "vk_layer.h"

enum {
    PAGE_B = 4096,
    OFFSET_UNIT_B = 64, /* of an image in its dma-buf */
    MAX_OBJECTS = 256,
};

static struct {
    PFN_vkEnumerateDeviceExtensionProperties enumerate;
    PFN_vkGetPhysicalDeviceExternalBufferProperties buffer_properties;
    PFN_vkGetPhysicalDeviceFormatProperties2 format_properties;
    PFN_vkGetPhysicalDeviceImageFormatProperties2 image_properties;
    PFN_vkCreateBuffer create_buffer;
    PFN_vkCreateImage create_image;
    PFN_vkDestroyImage destroy_image;
    PFN_vkGetImageMemoryRequirements requirements;
    PFN_vkGetImageSubresourceLayout layout;
    PFN_vkBindImageMemory bind_image;
    PFN_vkAllocateMemory allocate;
    PFN_vkFreeMemory free_memory;
    PFN_vkGetMemoryFdKHR get_fd;
} next;

/* ---- Objects -------------------------------------------------------------------------------- */

/* Memory that is a dma-buf, and images in dma-bufs. */
static struct {
    pthread_mutex_t lock;
    struct file {
        VkDeviceMemory memory;
        int fd;
        void *map;
        size_t size_B;
    } files[MAX_OBJECTS];
    struct placed {
        VkImage image;
        VkDeviceSize offset_B;
    } images[MAX_OBJECTS];
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns the entry of a memory; VK_NULL_HANDLE: an unused entry. NULL: there is none. Call with
 * the lock. */
static struct file *find_file(VkDeviceMemory memory)
{
    for (unsigned i = 0; i < MAX_OBJECTS; i++) {
        if (objects.files[i].memory == memory)
            return &objects.files[i];
    }
    return NULL;
}

static struct placed *find_image(VkImage image)
{
    for (unsigned i = 0; i < MAX_OBJECTS; i++) {
        if (objects.images[i].image == image)
            return &objects.images[i];
    }
    return NULL;
}

/* Returns the offset of an image in its dma-buf; 0 for other images. */
static VkDeviceSize offset_of(VkImage image)
{
    pthread_mutex_lock(&objects.lock);
    const struct placed *placed = find_image(image);
    VkDeviceSize offset_B = placed ? placed->offset_B : 0;
    pthread_mutex_unlock(&objects.lock);
    return offset_B;
}

static const void *find(const void *chain, VkStructureType type)
{
    const VkBaseInStructure *s = chain;
    while (s && s->sType != type)
        s = s->pNext;
    return s;
}

/* ---- Extensions ------------------------------------------------------------------------------ */

static const VkExtensionProperties added[] = {
    {VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME, 1},
    {VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME, 2},
    {VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME, 1},
};

enum {
    NUM_ADDED = sizeof(added) / sizeof(added[0])
};

static bool is_added(const char *name)
{
    for (unsigned i = 0; i < NUM_ADDED; i++) {
        if (!strcmp(name, added[i].extensionName))
            return true;
    }
    return false;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkPhysicalDevice physical, const char *layer,
                                                uint32_t *num, VkExtensionProperties *out)
{
    uint32_t num_own = 0;
    VkResult result = next.enumerate(physical, layer, &num_own, NULL);
    if (result != VK_SUCCESS || layer)
        return result != VK_SUCCESS ? result : next.enumerate(physical, layer, num, out);
    if (!out) {
        *num = num_own + NUM_ADDED;
        return VK_SUCCESS;
    }
    if (*num < num_own + NUM_ADDED)
        return next.enumerate(physical, layer, num, out);
    result = next.enumerate(physical, layer, &num_own, out);
    memcpy(out + num_own, added, sizeof(added));
    *num = num_own + NUM_ADDED;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *out_device)
{
    VkDeviceCreateInfo own = *info;
    const char **names = calloc(info->enabledExtensionCount + 1, sizeof(*names));
    if (!names)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    own.enabledExtensionCount = 0;
    own.ppEnabledExtensionNames = names;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (!is_added(info->ppEnabledExtensionNames[i]))
            names[own.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    }
    VkResult result = vk_layer_create_device(physical, &own, allocator, out_device);
    free(names);
    return result;
}

/* ---- Properties ------------------------------------------------------------------------------ */

#define DMA_BUF VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
#define HOST    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT

static const VkExternalMemoryProperties both_ways = {VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT |
                                                         VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT,
                                                     DMA_BUF, DMA_BUF};

static VKAPI_ATTR void VKAPI_CALL buffer_properties(VkPhysicalDevice physical,
                                                    const VkPhysicalDeviceExternalBufferInfo *info,
                                                    VkExternalBufferProperties *out)
{
    if (info->handleType == DMA_BUF)
        out->externalMemoryProperties = both_ways;
    else
        next.buffer_properties(physical, info, out);
}

static VKAPI_ATTR void VKAPI_CALL format_properties(VkPhysicalDevice physical, VkFormat format,
                                                    VkFormatProperties2 *out)
{
    next.format_properties(physical, format, out);
    const VkFormatFeatureFlags linear = out->formatProperties.linearTilingFeatures;
    VkDrmFormatModifierPropertiesListEXT *list = (VkDrmFormatModifierPropertiesListEXT *)find(
        out->pNext, VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT);
    VkDrmFormatModifierPropertiesList2EXT *list2 = (VkDrmFormatModifierPropertiesList2EXT *)find(
        out->pNext, VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_2_EXT);
    if (list && list->pDrmFormatModifierProperties && linear && list->drmFormatModifierCount)
        list->pDrmFormatModifierProperties[0] = (VkDrmFormatModifierPropertiesEXT){0, 1, linear};
    if (list2 && list2->pDrmFormatModifierProperties && linear && list2->drmFormatModifierCount)
        list2->pDrmFormatModifierProperties[0] = (VkDrmFormatModifierProperties2EXT){0, 1, linear};
    if (list)
        list->drmFormatModifierCount = linear ? 1 : 0;
    if (list2)
        list2->drmFormatModifierCount = linear ? 1 : 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL image_properties(VkPhysicalDevice physical,
                                                       const VkPhysicalDeviceImageFormatInfo2 *info,
                                                       VkImageFormatProperties2 *out)
{
    VkPhysicalDeviceImageFormatInfo2 own = *info;
    VkImageFormatProperties2 plain = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkPhysicalDeviceExternalImageFormatInfo *external =
        find(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    const VkPhysicalDeviceImageDrmFormatModifierInfoEXT *modifier =
        find(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT);
    if (info->tiling != VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT)
        return next.image_properties(physical, info, out);
    if (!modifier || modifier->drmFormatModifier)
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    own.tiling = VK_IMAGE_TILING_LINEAR;
    own.pNext = NULL;
    VkResult result = next.image_properties(physical, &own, &plain);
    out->imageFormatProperties = plain.imageFormatProperties;
    VkExternalImageFormatProperties *shared = (VkExternalImageFormatProperties *)find(
        out->pNext, VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);
    if (shared && external && external->handleType == DMA_BUF)
        shared->externalMemoryProperties = both_ways;
    return result;
}

/* ---- Buffers and images ---------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkBuffer *out_buffer)
{
    VkBufferCreateInfo own = *info;
    const VkExternalMemoryBufferCreateInfo *external =
        find(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    const VkExternalMemoryBufferCreateInfo host = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO, .handleTypes = HOST};
    if (external && external->handleTypes == DMA_BUF)
        own.pNext = &host;
    return next.create_buffer(device, &own, allocator, out_buffer);
}

/* Stores the place of an image. False if the device's linear image has another layout, or if the
 * table is full. */
static bool place(VkDevice device, VkImage image,
                  const VkImageDrmFormatModifierExplicitCreateInfoEXT *wanted)
{
    const VkImageSubresource whole = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    VkSubresourceLayout layout;
    next.layout(device, image, &whole, &layout);
    if (wanted && (wanted->pPlaneLayouts->rowPitch != layout.rowPitch ||
                   wanted->pPlaneLayouts->offset % OFFSET_UNIT_B))
        return false;
    pthread_mutex_lock(&objects.lock);
    struct placed *placed = find_image(VK_NULL_HANDLE);
    if (placed)
        *placed = (struct placed){image, wanted ? wanted->pPlaneLayouts->offset : 0};
    pthread_mutex_unlock(&objects.lock);
    return placed;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_image(VkDevice device, const VkImageCreateInfo *info,
                                                   const VkAllocationCallbacks *allocator,
                                                   VkImage *out_image)
{
    VkImageCreateInfo own = *info;
    const VkExternalMemoryImageCreateInfo host = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO, .handleTypes = HOST};
    if (info->tiling != VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT)
        return next.create_image(device, info, allocator, out_image);
    own.pNext = &host;
    own.tiling = VK_IMAGE_TILING_LINEAR;
    VkResult result = next.create_image(device, &own, allocator, out_image);
    if (result != VK_SUCCESS ||
        place(device, *out_image,
              find(info->pNext,
                   VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT)))
        return result;
    next.destroy_image(device, *out_image, allocator);
    return VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT;
}

static VKAPI_ATTR void VKAPI_CALL destroy_image(VkDevice device, VkImage image,
                                                const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&objects.lock);
    struct placed *placed = image ? find_image(image) : NULL;
    if (placed)
        *placed = (struct placed){0};
    pthread_mutex_unlock(&objects.lock);
    next.destroy_image(device, image, allocator);
}

static VKAPI_ATTR void VKAPI_CALL requirements(VkDevice device, VkImage image,
                                               VkMemoryRequirements *out)
{
    next.requirements(device, image, out);
    out->size += offset_of(image);
}

static VKAPI_ATTR void VKAPI_CALL layout(VkDevice device, VkImage image,
                                         const VkImageSubresource *subresource,
                                         VkSubresourceLayout *out)
{
    VkImageSubresource own = *subresource;
    if (own.aspectMask == VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT)
        own.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    next.layout(device, image, &own, out);
    out->offset += offset_of(image);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_modifier(VkDevice device, VkImage image,
                                                   VkImageDrmFormatModifierPropertiesEXT *out)
{
    (void)device;
    (void)image;
    out->drmFormatModifier = 0;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_image(VkDevice device, VkImage image,
                                                 VkDeviceMemory memory, VkDeviceSize offset_B)
{
    return next.bind_image(device, image, memory, offset_B + offset_of(image));
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Returns the descriptor of a new dma-buf, or a duplicate of the imported one; -1: the allocation
 * is no dma-buf, or failed. */
static int open_file(const VkMemoryAllocateInfo *info, size_t size_B)
{
    const VkImportMemoryFdInfoKHR *import =
        find(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
    const VkExportMemoryAllocateInfo *export =
        find(info->pNext, VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
    if (import && import->handleType == DMA_BUF)
        return fcntl(import->fd, F_DUPFD_CLOEXEC, 0);
    if (!export || export->handleTypes != DMA_BUF)
        return -1;
    int fd = memfd_create("dma-buf", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && (ftruncate(fd, (off_t)size_B) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void close_file(struct file *file)
{
    munmap(file->map, file->size_B);
    close(file->fd);
    *file = (struct file){0};
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *allocator,
                                               VkDeviceMemory *out_memory)
{
    const size_t size_B = (info->allocationSize + PAGE_B - 1) / PAGE_B * PAGE_B;
    struct file file = {.fd = open_file(info, size_B), .size_B = size_B};
    if (file.fd < 0)
        return next.allocate(device, info, allocator, out_memory);
    file.map = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, 0);
    if (file.map == MAP_FAILED) {
        close(file.fd);
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    }
    const VkImportMemoryHostPointerInfoEXT host = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .handleType = HOST,
        .pHostPointer = file.map,
    };
    const VkMemoryAllocateInfo own = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &host,
        .allocationSize = size_B,
        .memoryTypeIndex = info->memoryTypeIndex,
    };
    VkResult result = next.allocate(device, &own, allocator, &file.memory);
    if (result != VK_SUCCESS) {
        close_file(&file);
        return result;
    }
    const VkImportMemoryFdInfoKHR *import =
        find(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
    if (import)
        close(import->fd); /* a successful import takes the descriptor */
    pthread_mutex_lock(&objects.lock);
    struct file *entry = find_file(VK_NULL_HANDLE);
    if (!entry)
        abort();
    *entry = file;
    pthread_mutex_unlock(&objects.lock);
    *out_memory = file.memory;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory memory,
                                              const VkAllocationCallbacks *allocator)
{
    next.free_memory(device, memory, allocator);
    pthread_mutex_lock(&objects.lock);
    struct file *file = memory ? find_file(memory) : NULL;
    if (file)
        close_file(file);
    pthread_mutex_unlock(&objects.lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_fd(VkDevice device, const VkMemoryGetFdInfoKHR *info,
                                             int *out_fd)
{
    if (info->handleType != DMA_BUF)
        return next.get_fd(device, info, out_fd);
    pthread_mutex_lock(&objects.lock);
    const struct file *file = find_file(info->memory);
    *out_fd = file ? fcntl(file->fd, F_DUPFD_CLOEXEC, 0) : -1;
    pthread_mutex_unlock(&objects.lock);
    return *out_fd < 0 ? VK_ERROR_TOO_MANY_OBJECTS : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fd_properties(VkDevice device,
                                                    VkExternalMemoryHandleTypeFlagBits type, int fd,
                                                    VkMemoryFdPropertiesKHR *out)
{
    (void)device;
    (void)type;
    (void)fd;
    out->memoryTypeBits = UINT32_MAX;
    return VK_SUCCESS;
}

/* ---- The layer ------------------------------------------------------------------------------- */

const struct vk_layer_function vk_layer_functions[] = {
    {"vkEnumerateDeviceExtensionProperties", (PFN_vkVoidFunction)enumerate},
    {"vkGetPhysicalDeviceExternalBufferProperties", (PFN_vkVoidFunction)buffer_properties},
    {"vkGetPhysicalDeviceFormatProperties2", (PFN_vkVoidFunction)format_properties},
    {"vkGetPhysicalDeviceFormatProperties2KHR", (PFN_vkVoidFunction)format_properties},
    {"vkGetPhysicalDeviceImageFormatProperties2", (PFN_vkVoidFunction)image_properties},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkCreateBuffer", (PFN_vkVoidFunction)create_buffer},
    {"vkCreateImage", (PFN_vkVoidFunction)create_image},
    {"vkDestroyImage", (PFN_vkVoidFunction)destroy_image},
    {"vkGetImageMemoryRequirements", (PFN_vkVoidFunction)requirements},
    {"vkGetImageSubresourceLayout", (PFN_vkVoidFunction)layout},
    {"vkGetImageDrmFormatModifierPropertiesEXT", (PFN_vkVoidFunction)get_modifier},
    {"vkBindImageMemory", (PFN_vkVoidFunction)bind_image},
    {"vkAllocateMemory", (PFN_vkVoidFunction)allocate},
    {"vkFreeMemory", (PFN_vkVoidFunction)free_memory},
    {"vkGetMemoryFdKHR", (PFN_vkVoidFunction)get_fd},
    {"vkGetMemoryFdPropertiesKHR", (PFN_vkVoidFunction)fd_properties},
    {NULL, NULL},
};

#define TAKE(get, object, member, name) next.member = (PFN_##name)get(object, #name)

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr get)
{
    TAKE(get, instance, enumerate, vkEnumerateDeviceExtensionProperties);
    TAKE(get, instance, buffer_properties, vkGetPhysicalDeviceExternalBufferProperties);
    TAKE(get, instance, format_properties, vkGetPhysicalDeviceFormatProperties2);
    TAKE(get, instance, image_properties, vkGetPhysicalDeviceImageFormatProperties2);
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr get)
{
    TAKE(get, device, create_buffer, vkCreateBuffer);
    TAKE(get, device, create_image, vkCreateImage);
    TAKE(get, device, destroy_image, vkDestroyImage);
    TAKE(get, device, requirements, vkGetImageMemoryRequirements);
    TAKE(get, device, layout, vkGetImageSubresourceLayout);
    TAKE(get, device, bind_image, vkBindImageMemory);
    TAKE(get, device, allocate, vkAllocateMemory);
    TAKE(get, device, free_memory, vkFreeMemory);
    TAKE(get, device, get_fd, vkGetMemoryFdKHR);
}
