/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer whose device is lost at its next submission once the file exists that the
 * environment variable GALVAN_LOSS_FILE names. For tests of programs; the tests of the driver put
 * functions into the device's table. */
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include "util/env.h"

#define EXPORT __attribute__((visibility("default")))

/* One instance and one device in a process, as in the programs that this is for. */
static struct {
    PFN_vkGetInstanceProcAddr next_instance_proc;
    PFN_vkGetDeviceProcAddr next_device_proc;
    PFN_vkQueueSubmit2 submit;
} layer;

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t num,
                                             const VkSubmitInfo2 *infos, VkFence fence)
{
    const char *path = gv_getenv("GALVAN_LOSS_FILE");
    if (path && access(path, F_OK) == 0)
        return VK_ERROR_DEVICE_LOST;
    return layer.submit(queue, num, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkInstance *out_instance)
{
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    layer.next_instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance next =
        (PFN_vkCreateInstance)layer.next_instance_proc(NULL, "vkCreateInstance");
    return next(info, allocator, out_instance);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *out_device)
{
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerDeviceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr device_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice next = (PFN_vkCreateDevice)instance_proc(NULL, "vkCreateDevice");
    VkResult result = next(physical, info, allocator, out_device);
    if (result == VK_SUCCESS) {
        layer.next_device_proc = device_proc;
        layer.submit = (PFN_vkQueueSubmit2)device_proc(*out_device, "vkQueueSubmit2");
    }
    return result;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device,
                                                                    const char *name);
EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                      const char *name);

static PFN_vkVoidFunction own_function(const char *name)
{
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {
        {"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
        {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
        {"vkQueueSubmit2", (PFN_vkVoidFunction)submit},
        {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)vkGetDeviceProcAddr},
        {"vkGetInstanceProcAddr", (PFN_vkVoidFunction)vkGetInstanceProcAddr},
    };
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
        if (strcmp(own[i].name, name) == 0)
            return own[i].function;
    }
    return NULL;
}

PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    PFN_vkVoidFunction own = own_function(name);
    return own ? own : layer.next_device_proc(device, name);
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name)
{
    PFN_vkVoidFunction own = own_function(name);
    if (own)
        return own;
    return layer.next_instance_proc ? layer.next_instance_proc(instance, name) : NULL;
}
