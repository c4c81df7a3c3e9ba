/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that gives a device small limits for descriptors, push constants and alignments,
 * so that validation layers above it check these limits. The layer changes no other limit. */
#include <stddef.h>

#include "vk_layer.h"

static PFN_vkGetPhysicalDeviceProperties next_properties;
static PFN_vkGetPhysicalDeviceProperties2 next_properties2;

static void at_most(uint32_t *limit, uint32_t value)
{
    if (*limit > value)
        *limit = value;
}

static void change_alignments(VkPhysicalDeviceLimits *limits)
{
    limits->minTexelBufferOffsetAlignment = 256;
    limits->minUniformBufferOffsetAlignment = 256;
    limits->minStorageBufferOffsetAlignment = 256;
    limits->optimalBufferCopyOffsetAlignment = 256;
    limits->optimalBufferCopyRowPitchAlignment = 256;
    limits->nonCoherentAtomSize = 256;
}

/* Sets each limit of each stage to the lowest value in the profiles of src/vk/profiles.c, or, if no
 * profile has a value, to the value in Vulkan 1.1's table "Required Limits". */
static void change_descriptors(VkPhysicalDeviceLimits *limits)
{
    at_most(&limits->maxBoundDescriptorSets, 4);
    at_most(&limits->maxPushConstantsSize, 128);
    at_most(&limits->maxUniformBufferRange, 16384);
    at_most(&limits->maxStorageBufferRange, 1 << 27);
    at_most(&limits->maxTexelBufferElements, 65536);
    at_most(&limits->maxPerStageDescriptorSamplers, 16);
    at_most(&limits->maxPerStageDescriptorUniformBuffers, 12);
    at_most(&limits->maxPerStageDescriptorStorageBuffers, 8);
    at_most(&limits->maxPerStageDescriptorSampledImages, 16);
    at_most(&limits->maxPerStageDescriptorStorageImages, 4);
    at_most(&limits->maxPerStageDescriptorInputAttachments, 4);
    at_most(&limits->maxPerStageResources, 128);
    at_most(&limits->maxDescriptorSetSamplers, 96);
    at_most(&limits->maxDescriptorSetUniformBuffers, 72);
    at_most(&limits->maxDescriptorSetUniformBuffersDynamic, 8);
    at_most(&limits->maxDescriptorSetStorageBuffers, 24);
    at_most(&limits->maxDescriptorSetStorageBuffersDynamic, 4);
    at_most(&limits->maxDescriptorSetSampledImages, 96);
    at_most(&limits->maxDescriptorSetStorageImages, 24);
    at_most(&limits->maxDescriptorSetInputAttachments, 4);
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice physical,
                                             VkPhysicalDeviceProperties *out_properties)
{
    next_properties(physical, out_properties);
    change_alignments(&out_properties->limits);
    change_descriptors(&out_properties->limits);
}

static VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice physical,
                                              VkPhysicalDeviceProperties2 *out_properties)
{
    next_properties2(physical, out_properties);
    change_alignments(&out_properties->properties.limits);
    change_descriptors(&out_properties->properties.limits);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkGetPhysicalDeviceProperties", (PFN_vkVoidFunction)properties},
    {"vkGetPhysicalDeviceProperties2", (PFN_vkVoidFunction)properties2},
    {"vkGetPhysicalDeviceProperties2KHR", (PFN_vkVoidFunction)properties2},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    next_properties =
        (PFN_vkGetPhysicalDeviceProperties)next(instance, "vkGetPhysicalDeviceProperties");
    next_properties2 =
        (PFN_vkGetPhysicalDeviceProperties2)next(instance, "vkGetPhysicalDeviceProperties2");
}
