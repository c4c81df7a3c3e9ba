/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer of the tests, which is loaded into other programs (galvan_vk_layer() in CMake).
 * This part does what every layer does, around the functions of the layer itself. All devices of
 * such a process must come from one driver, since the functions of the last device serve them all.
 */
#ifndef GV_TESTS_VK_LAYER_H
#define GV_TESTS_VK_LAYER_H

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

struct vk_layer_function {
    const char *name;
    PFN_vkVoidFunction function;
};

/* A layer defines: its functions, up to an entry without a name, */
extern const struct vk_layer_function vk_layer_functions[];

/* and, if it calls the next layer, functions that receive that layer's, once for each instance and
 * for each device. */
void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next);
void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next);

/* The default of these two names; a layer that defines them calls these. */
VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_instance(const VkInstanceCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkInstance *out_instance);
VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_device(VkPhysicalDevice physical,
                                                      const VkDeviceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkDevice *out_device);

#endif
