/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The common part of the tests' Vulkan layers, which are loaded into other programs
 * (galvan_vk_layer() in CMake). All devices of a process must belong to one driver, because a layer
 * calls the functions of the newest device for every device. */
#ifndef GV_TESTS_VK_LAYER_H
#define GV_TESTS_VK_LAYER_H

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

struct vk_layer_function {
    const char *name;
    PFN_vkVoidFunction function;
};

/* Each layer defines this array of its functions; an entry without a name ends the array. */
extern const struct vk_layer_function vk_layer_functions[];

/* A layer that calls the next layer also defines these two functions. They are called once for each
 * instance and each device, to find the next layer's functions. */
void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next);
void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next);

/* The default implementations of vkCreateInstance and vkCreateDevice. A layer with its own
 * vkCreateInstance or vkCreateDevice calls them. */
VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_instance(const VkInstanceCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkInstance *out_instance);
VKAPI_ATTR VkResult VKAPI_CALL vk_layer_create_device(VkPhysicalDevice physical,
                                                      const VkDeviceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkDevice *out_device);

#endif
