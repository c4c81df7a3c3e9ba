/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that is as strict as PanVK of Mesa 25.0 on Vulkan 1.1. It lacks
 * VK_KHR_depth_stencil_resolve. It rejects devices whose extensions require other extensions that
 * are not enabled, and it rejects pipelines with a fragment shader but without rasterization. Not
 * every validation layer makes these two checks. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "vk_layer.h"

static struct {
    PFN_vkEnumerateDeviceExtensionProperties enumerate;
    PFN_vkCreateGraphicsPipelines create_pipelines;
} next;

enum {
    MAX_EXTENSIONS = 1024
};

/* ---- Extensions */

/* Lists all extensions except the missing one. */
static VkResult list(VkPhysicalDevice physical, uint32_t *out_num,
                     VkExtensionProperties out[MAX_EXTENSIONS])
{
    uint32_t num = MAX_EXTENSIONS, kept = 0;
    VkResult result = next.enumerate(physical, NULL, &num, out);
    for (uint32_t i = 0; result == VK_SUCCESS && i < num; i++) {
        if (strcmp(out[i].extensionName, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME))
            out[kept++] = out[i];
    }
    *out_num = kept;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkPhysicalDevice physical, const char *layer,
                                                uint32_t *num, VkExtensionProperties *out)
{
    VkExtensionProperties all[MAX_EXTENSIONS];
    uint32_t num_all;
    if (layer)
        return next.enumerate(physical, layer, num, out);
    VkResult result = list(physical, &num_all, all);
    if (result != VK_SUCCESS)
        return result;
    if (!out) {
        *num = num_all;
        return VK_SUCCESS;
    }
    const uint32_t room = *num;
    *num = room < num_all ? room : num_all;
    memcpy(out, all, *num * sizeof(*out));
    return room < num_all ? VK_INCOMPLETE : VK_SUCCESS;
}

static bool enables(const VkDeviceCreateInfo *info, const char *name)
{
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (!strcmp(info->ppEnabledExtensionNames[i], name))
            return true;
    }
    return false;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *out_device)
{
    if (enables(info, VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME) &&
        !enables(info, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME)) {
        fprintf(stderr, "strict: VUID-vkCreateDevice-ppEnabledExtensionNames-01387\n");
        return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    return vk_layer_create_device(physical, info, allocator, out_device);
}

/* ---- Pipelines */

static bool discards(const VkGraphicsPipelineCreateInfo *info)
{
    const VkPipelineDynamicStateCreateInfo *dynamic = info->pDynamicState;
    for (uint32_t i = 0; dynamic && i < dynamic->dynamicStateCount; i++) {
        if (dynamic->pDynamicStates[i] == VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE)
            return false;
    }
    return info->pRasterizationState && info->pRasterizationState->rasterizerDiscardEnable;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t num,
                                                       const VkGraphicsPipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkPipeline *out_pipelines)
{
    for (uint32_t i = 0; i < num; i++) {
        for (uint32_t s = 0; discards(&infos[i]) && s < infos[i].stageCount; s++) {
            if (infos[i].pStages[s].stage != VK_SHADER_STAGE_FRAGMENT_BIT)
                continue;
            fprintf(stderr, "strict: VUID-VkGraphicsPipelineCreateInfo-pStages-06894\n");
            return VK_ERROR_UNKNOWN;
        }
    }
    return next.create_pipelines(device, cache, num, infos, allocator, out_pipelines);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkEnumerateDeviceExtensionProperties", (PFN_vkVoidFunction)enumerate},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_pipelines},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr get)
{
    next.enumerate = (PFN_vkEnumerateDeviceExtensionProperties)get(
        instance, "vkEnumerateDeviceExtensionProperties");
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr get)
{
    next.create_pipelines = (PFN_vkCreateGraphicsPipelines)get(device, "vkCreateGraphicsPipelines");
}
