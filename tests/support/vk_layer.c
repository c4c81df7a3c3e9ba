/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk_layer.h"

#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

__attribute__((weak)) void vk_layer_take_instance(VkInstance instance,
                                                  PFN_vkGetInstanceProcAddr next)
{
    (void)instance;
    (void)next;
}

__attribute__((weak)) void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    (void)device;
    (void)next;
}

static struct {
    PFN_vkGetInstanceProcAddr instance_proc;
    PFN_vkGetDeviceProcAddr device_proc;
} next;

VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_instance(const VkInstanceCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkInstance *out_instance)
{
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    next.instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create =
        (PFN_vkCreateInstance)next.instance_proc(NULL, "vkCreateInstance");
    VkResult result = create(info, allocator, out_instance);
    if (result == VK_SUCCESS)
        vk_layer_take_instance(*out_instance, next.instance_proc);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_device(VkPhysicalDevice physical,
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
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_proc(NULL, "vkCreateDevice");
    VkResult result = create(physical, info, allocator, out_device);
    if (result == VK_SUCCESS) {
        next.device_proc = device_proc;
        vk_layer_take_device(*out_device, device_proc);
    }
    return result;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device,
                                                                    const char *name);
EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                      const char *name);

static const struct vk_layer_function chain_functions[] = {
    {"vkCreateInstance", (PFN_vkVoidFunction)vk_layer_create_instance},
    {"vkCreateDevice", (PFN_vkVoidFunction)vk_layer_create_device},
    {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)vkGetDeviceProcAddr},
    {"vkGetInstanceProcAddr", (PFN_vkVoidFunction)vkGetInstanceProcAddr},
    {NULL, NULL},
};

static PFN_vkVoidFunction find(const struct vk_layer_function *functions, const char *name)
{
    while (functions->name && strcmp(functions->name, name) != 0)
        functions++;
    return functions->function;
}

static PFN_vkVoidFunction own_function(const char *name)
{
    PFN_vkVoidFunction function = find(vk_layer_functions, name);
    return function ? function : find(chain_functions, name);
}

PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    PFN_vkVoidFunction own = own_function(name);
    return own ? own : next.device_proc(device, name);
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name)
{
    PFN_vkVoidFunction own = own_function(name);
    if (own)
        return own;
    return next.instance_proc ? next.instance_proc(instance, name) : NULL;
}
