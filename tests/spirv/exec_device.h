/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan device with all its features enabled, and helpers for buffers and commands. Any failure
 * ends the program. */
#ifndef TESTS_SPIRV_EXEC_DEVICE_H
#define TESTS_SPIRV_EXEC_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/log.h"
#include "galvan/spirv.h"

struct exec_features {
    VkPhysicalDeviceFeatures2 F10;
    VkPhysicalDeviceVulkan11Features F11;
    VkPhysicalDeviceVulkan12Features F12;
    VkPhysicalDeviceVulkan13Features F13;
    VkPhysicalDeviceShaderClockFeaturesKHR clock;
    VkPhysicalDeviceRobustness2FeaturesEXT robustness2;
    bool stencil_export, post_depth_coverage;
};

struct exec_device {
    struct galvan_log log;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice handle;
    struct VolkDeviceTable vk;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer cmd; /* records between exec_begin() and exec_submit() */
    VkFence fence;
    struct exec_features features; /* a linked chain: do not copy */
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceVulkan11Properties properties11;
    VkPhysicalDeviceVulkan12Properties properties12;
    VkPhysicalDeviceMemoryProperties memory;
};

void exec_device_open(struct exec_device *dev);
void exec_device_close(struct exec_device *dev);

/* If `result` is not VK_SUCCESS, prints the name of the call and ends the program. */
void exec_check(VkResult result, const char *call);

/* Returns the name of the first feature that the module needs and the device lacks, or NULL if the
 * device has all features that the module needs. */
const char *exec_lacking(const struct exec_device *dev, const struct galvan_spirv_module *module,
                         const struct galvan_tgsi_info *info);

struct exec_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize size_B;
    VkDeviceAddress address; /* 0: the device has no buffer addresses */
    void *data;              /* mapped contents */
};

void exec_buffer_create(struct exec_device *dev, VkDeviceSize size_B, VkBufferUsageFlags usage,
                        struct exec_buffer *out_buffer);
void exec_buffer_destroy(struct exec_device *dev, struct exec_buffer *buffer);

VkDeviceMemory exec_memory(struct exec_device *dev, const VkMemoryRequirements *needs, bool mapped);

/* exec_begin() starts the recording of commands; exec_submit() executes them and waits until they
 * have finished. */
void exec_begin(struct exec_device *dev);
void exec_submit(struct exec_device *dev);

/* Records a barrier: later commands, and the host, see the results of all earlier commands. */
void exec_barrier(struct exec_device *dev);

#endif
