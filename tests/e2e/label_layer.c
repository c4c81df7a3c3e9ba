/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that prints the labels of command buffers to standard error, as a capture tool
 * would show them. */
#include <stddef.h>
#include <stdio.h>

#include "vk_layer.h"

static PFN_vkCmdInsertDebugUtilsLabelEXT next_insert; /* NULL: the driver has no labels */

static VKAPI_ATTR void VKAPI_CALL insert_label(VkCommandBuffer cmd,
                                               const VkDebugUtilsLabelEXT *info)
{
    fprintf(stderr, "label \"%s\"\n", info->pLabelName);
    if (next_insert)
        next_insert(cmd, info);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkCmdInsertDebugUtilsLabelEXT", (PFN_vkVoidFunction)insert_label},
    {NULL, NULL},
};

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    next_insert = (PFN_vkCmdInsertDebugUtilsLabelEXT)next(device, "vkCmdInsertDebugUtilsLabelEXT");
}
