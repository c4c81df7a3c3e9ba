/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer whose devices report only Vulkan 1.0. */
#include <stddef.h>

#include "vk_layer.h"

static PFN_vkGetPhysicalDeviceProperties next_properties;
static PFN_vkGetPhysicalDeviceProperties2 next_properties2;

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice physical,
                                             VkPhysicalDeviceProperties *out)
{
    next_properties(physical, out);
    out->apiVersion = VK_API_VERSION_1_0;
}

static VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice physical,
                                              VkPhysicalDeviceProperties2 *out)
{
    next_properties2(physical, out);
    out->properties.apiVersion = VK_API_VERSION_1_0;
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkGetPhysicalDeviceProperties", (PFN_vkVoidFunction)properties},
    {"vkGetPhysicalDeviceProperties2", (PFN_vkVoidFunction)properties2},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    next_properties =
        (PFN_vkGetPhysicalDeviceProperties)next(instance, "vkGetPhysicalDeviceProperties");
    next_properties2 =
        (PFN_vkGetPhysicalDeviceProperties2)next(instance, "vkGetPhysicalDeviceProperties2");
}
