/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that adds VK_EXT_external_memory_dma_buf to a device. In place of a dma-buf, it
 * exports the driver's opaque descriptor; with lavapipe, this descriptor refers to a file that
 * contains the memory's bytes. So tests can read the bytes that Galvan writes to dma-bufs although
 * neither driver nor kernel supports dma-bufs. */
#include <stdlib.h>
#include <string.h>

#include "vk_layer.h"

static struct {
    PFN_vkEnumerateDeviceExtensionProperties enumerate;
    PFN_vkGetPhysicalDeviceExternalBufferProperties buffer_properties;
    PFN_vkCreateBuffer create_buffer;
    PFN_vkAllocateMemory allocate;
    PFN_vkGetMemoryFdKHR get_fd;
} next;

static VkExternalMemoryHandleTypeFlags translate(VkExternalMemoryHandleTypeFlags types)
{
    return types == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
               ? VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT
               : types;
}

/* ---- The extension -------------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkPhysicalDevice physical, const char *layer,
                                                uint32_t *num, VkExtensionProperties *out)
{
    uint32_t num_own = 0;
    VkResult result = next.enumerate(physical, layer, &num_own, NULL);
    if (result != VK_SUCCESS || layer)
        return result != VK_SUCCESS ? result : next.enumerate(physical, layer, num, out);
    if (!out) {
        *num = num_own + 1;
        return VK_SUCCESS;
    }
    if (*num <= num_own)
        return next.enumerate(physical, layer, num, out);
    result = next.enumerate(physical, layer, &num_own, out);
    out[num_own] = (VkExtensionProperties){VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME, 1};
    *num = num_own + 1;
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
        if (strcmp(info->ppEnabledExtensionNames[i], VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME))
            names[own.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    }
    VkResult result = vk_layer_create_device(physical, &own, allocator, out_device);
    free(names);
    return result;
}

/* ---- The handle type of dma-bufs ------------------------------------------------------------ */

static VKAPI_ATTR void VKAPI_CALL buffer_properties(VkPhysicalDevice physical,
                                                    const VkPhysicalDeviceExternalBufferInfo *info,
                                                    VkExternalBufferProperties *out)
{
    VkPhysicalDeviceExternalBufferInfo own = *info;
    own.handleType = (VkExternalMemoryHandleTypeFlagBits)translate(info->handleType);
    next.buffer_properties(physical, &own, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkBuffer *out_buffer)
{
    VkBufferCreateInfo own = *info;
    VkExternalMemoryBufferCreateInfo external;
    if (info->pNext) {
        external = *(const VkExternalMemoryBufferCreateInfo *)info->pNext;
        if (external.sType == VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO) {
            external.handleTypes = translate(external.handleTypes);
            own.pNext = &external;
        }
    }
    return next.create_buffer(device, &own, allocator, out_buffer);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *allocator,
                                               VkDeviceMemory *out_memory)
{
    VkMemoryAllocateInfo own = *info;
    VkExportMemoryAllocateInfo exported;
    if (info->pNext) {
        exported = *(const VkExportMemoryAllocateInfo *)info->pNext;
        if (exported.sType == VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO) {
            exported.handleTypes = translate(exported.handleTypes);
            own.pNext = &exported;
        }
    }
    return next.allocate(device, &own, allocator, out_memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_fd(VkDevice device, const VkMemoryGetFdInfoKHR *info,
                                             int *out_fd)
{
    VkMemoryGetFdInfoKHR own = *info;
    own.handleType = (VkExternalMemoryHandleTypeFlagBits)translate(info->handleType);
    return next.get_fd(device, &own, out_fd);
}

/* ---- The layer ------------------------------------------------------------------------------ */

const struct vk_layer_function vk_layer_functions[] = {
    {"vkEnumerateDeviceExtensionProperties", (PFN_vkVoidFunction)enumerate},
    {"vkGetPhysicalDeviceExternalBufferProperties", (PFN_vkVoidFunction)buffer_properties},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkCreateBuffer", (PFN_vkVoidFunction)create_buffer},
    {"vkAllocateMemory", (PFN_vkVoidFunction)allocate},
    {"vkGetMemoryFdKHR", (PFN_vkVoidFunction)get_fd},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr get)
{
    next.enumerate = (PFN_vkEnumerateDeviceExtensionProperties)get(
        instance, "vkEnumerateDeviceExtensionProperties");
    next.buffer_properties = (PFN_vkGetPhysicalDeviceExternalBufferProperties)get(
        instance, "vkGetPhysicalDeviceExternalBufferProperties");
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr get)
{
    next.create_buffer = (PFN_vkCreateBuffer)get(device, "vkCreateBuffer");
    next.allocate = (PFN_vkAllocateMemory)get(device, "vkAllocateMemory");
    next.get_fd = (PFN_vkGetMemoryFdKHR)get(device, "vkGetMemoryFdKHR");
}
