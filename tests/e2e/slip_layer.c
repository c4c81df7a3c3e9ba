/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer for tests of the comparison of two devices. On all devices except the loader's
 * first device, it leaves out each draw of 21 vertices and each dispatch of 21 blocks. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vk_layer.h"

enum {
    LEFT_OUT = 21,
    MAX_DEVICES = 8
};

static VkInstance instance_of_all;
static PFN_vkEnumeratePhysicalDevices next_enumerate;
static PFN_vkCmdDraw next_draw;
static PFN_vkCmdDispatch next_dispatch;
static bool slips;

static VKAPI_ATTR void VKAPI_CALL draw(VkCommandBuffer cmd, uint32_t num, uint32_t num_instances,
                                       uint32_t first, uint32_t first_instance)
{
    if (!slips || num != LEFT_OUT)
        next_draw(cmd, num, num_instances, first, first_instance);
}

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    if (!slips || x != LEFT_OUT)
        next_dispatch(cmd, x, y, z);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkDevice *out_device)
{
    VkPhysicalDevice all[MAX_DEVICES] = {0};
    uint32_t num = MAX_DEVICES;

    next_enumerate(instance_of_all, &num, all);
    slips = all[0] != physical;
    return vk_layer_create_device(physical, info, allocator, out_device);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkCmdDraw", (PFN_vkVoidFunction)draw},
    {"vkCmdDispatch", (PFN_vkVoidFunction)dispatch},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    instance_of_all = instance;
    next_enumerate = (PFN_vkEnumeratePhysicalDevices)next(instance, "vkEnumeratePhysicalDevices");
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    next_draw = (PFN_vkCmdDraw)next(device, "vkCmdDraw");
    next_dispatch = (PFN_vkCmdDispatch)next(device, "vkCmdDispatch");
}
