/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that sets, for all formats of storage images, whether a shader must declare the
 * image's format: with GALVAN_NAMELESS=1 it need not, with 0 it must. Lavapipe works either way,
 * since it uses the view's format. */
#include <stddef.h>

#include "util/env.h"
#include "vk_layer.h"

static PFN_vkGetPhysicalDeviceFormatProperties2 next_format_properties;

static VkFormatFeatureFlags2 change(VkFormatFeatureFlags2 features)
{
    const VkFormatFeatureFlags2 storage =
        VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT;
    const VkFormatFeatureFlags2 nameless = VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
                                           VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    const char *are_nameless = gv_getenv("GALVAN_NAMELESS");
    if (!are_nameless || !(features & storage))
        return features;
    return *are_nameless == '1' ? features | nameless : features & ~nameless;
}

static VKAPI_ATTR void VKAPI_CALL format_properties(VkPhysicalDevice physical, VkFormat format,
                                                    VkFormatProperties2 *out_properties)
{
    next_format_properties(physical, format, out_properties);
    VkBaseOutStructure *next = out_properties->pNext;
    while (next && next->sType != VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3)
        next = next->pNext;
    VkFormatProperties3 *properties = (VkFormatProperties3 *)next;
    if (!properties)
        return;
    properties->linearTilingFeatures = change(properties->linearTilingFeatures);
    properties->optimalTilingFeatures = change(properties->optimalTilingFeatures);
    properties->bufferFeatures = change(properties->bufferFeatures);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkGetPhysicalDeviceFormatProperties2", (PFN_vkVoidFunction)format_properties},
    {"vkGetPhysicalDeviceFormatProperties2KHR", (PFN_vkVoidFunction)format_properties},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    next_format_properties = (PFN_vkGetPhysicalDeviceFormatProperties2)next(
        instance, "vkGetPhysicalDeviceFormatProperties2");
}
