/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "exec_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/env.h"
#include "vk/loader.h"
#include "vk/physical.h"

void exec_check(VkResult result, const char *call)
{
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "%s: VkResult %d\n", call, (int)result);
    exit(1);
}

/* ---- Opening --------------------------------------------------------------------------------- */

enum {
    MAX_EXTENSIONS = 8
};

struct extensions {
    VkExtensionProperties *items;
    uint32_t num;
    const char *enabled[MAX_EXTENSIONS];
    uint32_t num_enabled;
};

static void list_extensions(VkPhysicalDevice physical, struct extensions *out)
{
    memset(out, 0, sizeof(*out));
    exec_check(vkEnumerateDeviceExtensionProperties(physical, NULL, &out->num, NULL),
               "vkEnumerateDeviceExtensionProperties");
    out->items = calloc(out->num + 1, sizeof(*out->items));
    if (!out->items)
        exit(1);
    exec_check(vkEnumerateDeviceExtensionProperties(physical, NULL, &out->num, out->items),
               "vkEnumerateDeviceExtensionProperties");
}

static bool enable(struct extensions *list, const char *name)
{
    for (uint32_t i = 0; i < list->num; i++) {
        if (strcmp(list->items[i].extensionName, name) == 0) {
            list->enabled[list->num_enabled++] = name;
            return true;
        }
    }
    return false;
}

static void *link_block(void **tail, void *block, VkStructureType type)
{
    VkBaseOutStructure *base = block;
    base->sType = type;
    *tail = base;
    return &base->pNext;
}

/* Enables every feature of the device, except robust buffer access if the environment disables
 * it. */
static void query_features(struct exec_device *dev, struct extensions *list)
{
    struct exec_features *f = &dev->features;
    f->F10.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    void **tail = &f->F10.pNext;
    tail = link_block(tail, &f->F11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
    tail = link_block(tail, &f->F12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
    tail = link_block(tail, &f->F13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    if (enable(list, VK_KHR_SHADER_CLOCK_EXTENSION_NAME))
        tail = link_block(tail, &f->clock,
                          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR);
    if (enable(list, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME))
        link_block(tail, &f->robustness2,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
    f->stencil_export = enable(list, VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME);
    f->post_depth_coverage = enable(list, VK_EXT_POST_DEPTH_COVERAGE_EXTENSION_NAME);
    vkGetPhysicalDeviceFeatures2(dev->physical, &f->F10);
    if (gv_getenv("GALVAN_TEST_UNCHECKED")) {
        f->F10.features.robustBufferAccess = VK_FALSE;
        f->robustness2.robustBufferAccess2 = VK_FALSE;
    }
}

static void query_properties(struct exec_device *dev)
{
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &dev->properties11};
    dev->properties11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    dev->properties11.pNext = &dev->properties12;
    dev->properties12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    vkGetPhysicalDeviceProperties2(dev->physical, &properties);
    dev->properties = properties.properties;
    vkGetPhysicalDeviceMemoryProperties(dev->physical, &dev->memory);
}

static void create_device(struct exec_device *dev, uint32_t family)
{
    const float priority = 1.0f;
    struct extensions list;
    list_extensions(dev->physical, &list);
    query_features(dev, &list);
    enable(&list, "VK_KHR_portability_subset");
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &dev->features.F10,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = list.num_enabled,
        .ppEnabledExtensionNames = list.enabled,
    };
    exec_check(vkCreateDevice(dev->physical, &info, NULL, &dev->handle), "vkCreateDevice");
    volkLoadDeviceTable(&dev->vk, dev->handle);
    dev->vk.vkGetDeviceQueue(dev->handle, family, 0, &dev->queue);
    free(list.items);
}

static void create_commands(struct exec_device *dev, uint32_t family)
{
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = family,
    };
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    exec_check(dev->vk.vkCreateCommandPool(dev->handle, &pool, NULL, &dev->pool),
               "vkCreateCommandPool");
    const VkCommandBufferAllocateInfo cmd = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = dev->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    exec_check(dev->vk.vkAllocateCommandBuffers(dev->handle, &cmd, &dev->cmd),
               "vkAllocateCommandBuffers");
    exec_check(dev->vk.vkCreateFence(dev->handle, &fence, NULL, &dev->fence), "vkCreateFence");
}

void exec_device_open(struct exec_device *dev)
{
    uint32_t family;
    uint32_t timestamp_bits;
    memset(dev, 0, sizeof(*dev));
    dev->log.level = GALVAN_LOG_WARN;
    if (gv_vk_instance_create(&dev->log, VK_API_VERSION_1_3, NULL, &dev->instance) != GALVAN_OK ||
        gv_vk_physical_choose(dev->instance, gv_getenv("GALVAN_DEVICE"), &dev->log,
                              &dev->physical) != GALVAN_OK ||
        !gv_vk_physical_queue_family(dev->physical, &family, &timestamp_bits)) {
        printf("skipped: no Vulkan device\n");
        exit(77);
    }
    query_properties(dev);
    create_device(dev, family);
    create_commands(dev, family);
}

void exec_device_close(struct exec_device *dev)
{
    dev->vk.vkDestroyFence(dev->handle, dev->fence, NULL);
    dev->vk.vkDestroyCommandPool(dev->handle, dev->pool, NULL);
    dev->vk.vkDestroyDevice(dev->handle, NULL);
    vkDestroyInstance(dev->instance, NULL);
}

/* ---- Features that a module requires */

struct need {
    uint32_t capability;
    size_t feature; /* offset of a VkBool32 in struct exec_features */
    const char *name;
};

#define NEED(capability, member)                                                                   \
    {                                                                                              \
        capability, offsetof(struct exec_features, member), #member                                \
    }

/* Capabilities, by their numbers in the SPIR-V specification. */
static const struct need needs[] = {
    NEED(2, F10.features.geometryShader),
    NEED(3, F10.features.tessellationShader),
    NEED(10, F10.features.shaderFloat64),
    NEED(11, F10.features.shaderInt64),
    NEED(23, F10.features.shaderTessellationAndGeometryPointSize),
    NEED(24, F10.features.shaderTessellationAndGeometryPointSize),
    NEED(25, F10.features.shaderImageGatherExtended),
    NEED(27, F10.features.shaderStorageImageMultisample),
    NEED(30, F10.features.shaderStorageBufferArrayDynamicIndexing),
    NEED(32, F10.features.shaderClipDistance),
    NEED(33, F10.features.shaderCullDistance),
    NEED(34, F10.features.imageCubeArray),
    NEED(35, F10.features.sampleRateShading),
    NEED(45, F10.features.imageCubeArray),
    NEED(48, F10.features.shaderStorageImageMultisample),
    NEED(49, F10.features.shaderStorageImageExtendedFormats),
    NEED(52, F10.features.sampleRateShading),
    NEED(55, F10.features.shaderStorageImageReadWithoutFormat),
    NEED(56, F10.features.shaderStorageImageWriteWithoutFormat),
    NEED(57, F10.features.multiViewport),
    NEED(69, F12.shaderOutputLayer),
    NEED(70, F12.shaderOutputViewportIndex),
    NEED(4427, F11.shaderDrawParameters),
    NEED(5055, clock.shaderSubgroupClock),
    NEED(5379, F13.shaderDemoteToHelperInvocation),
};

static const struct {
    uint32_t capability;
    VkSubgroupFeatureFlags operations;
} subgroup_needs[] = {
    {61, VK_SUBGROUP_FEATURE_BASIC_BIT},
    {62, VK_SUBGROUP_FEATURE_VOTE_BIT},
    {64, VK_SUBGROUP_FEATURE_BALLOT_BIT},
    {65, VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
};

enum {
    OP_CAPABILITY = 17,
    HEADER_WORDS = 5,
    STENCIL_EXPORT = 5013,
    POST_DEPTH_COVERAGE = 4447,
};

static VkShaderStageFlags stage_bit(enum galvan_stage stage)
{
    static const VkShaderStageFlags bits[] = {
        VK_SHADER_STAGE_VERTEX_BIT,
        VK_SHADER_STAGE_FRAGMENT_BIT,
        VK_SHADER_STAGE_GEOMETRY_BIT,
        VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        VK_SHADER_STAGE_COMPUTE_BIT,
    };
    return bits[stage];
}

static const char *lacking_capability(const struct exec_device *dev, uint32_t capability,
                                      enum galvan_stage stage)
{
    const struct exec_features *f = &dev->features;
    for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++) {
        if (needs[i].capability == capability &&
            !*(const VkBool32 *)((const char *)f + needs[i].feature))
            return needs[i].name;
    }
    for (size_t i = 0; i < sizeof(subgroup_needs) / sizeof(subgroup_needs[0]); i++) {
        if (subgroup_needs[i].capability == capability &&
            (!(dev->properties11.subgroupSupportedOperations & subgroup_needs[i].operations) ||
             !(dev->properties11.subgroupSupportedStages & stage_bit(stage))))
            return "subgroup operations";
    }
    if (capability == STENCIL_EXPORT && !f->stencil_export)
        return VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME;
    if (capability == POST_DEPTH_COVERAGE && !f->post_depth_coverage)
        return VK_EXT_POST_DEPTH_COVERAGE_EXTENSION_NAME;
    return NULL;
}

const char *exec_lacking(const struct exec_device *dev, const struct galvan_spirv_module *module,
                         const struct galvan_tgsi_info *info)
{
    const VkPhysicalDeviceFeatures *f = &dev->features.F10.features;
    for (size_t i = HEADER_WORDS; i + 1 < module->num_words; i += 2) {
        if ((module->words[i] & 0xffff) != OP_CAPABILITY)
            break;
        const char *name = lacking_capability(dev, module->words[i + 1], info->stage);
        if (name)
            return name;
    }
    if (!info->has_side_effects || info->stage == GALVAN_STAGE_COMPUTE)
        return NULL;
    if (info->stage == GALVAN_STAGE_FRAGMENT)
        return f->fragmentStoresAndAtomics ? NULL : "fragmentStoresAndAtomics";
    return f->vertexPipelineStoresAndAtomics ? NULL : "vertexPipelineStoresAndAtomics";
}

/* ---- Memory ---------------------------------------------------------------------------------- */

VkDeviceMemory exec_memory(struct exec_device *dev, const VkMemoryRequirements *reqs, bool mapped)
{
    VkMemoryPropertyFlags flags =
        mapped ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT : 0;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    uint32_t type = 0;
    while (type < dev->memory.memoryTypeCount &&
           (!(reqs->memoryTypeBits >> type & 1) ||
            (dev->memory.memoryTypes[type].propertyFlags & flags) != flags))
        type++;
    const VkMemoryAllocateFlagsInfo addressed = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = dev->features.F12.bufferDeviceAddress ? &addressed : NULL,
        .allocationSize = reqs->size,
        .memoryTypeIndex = type,
    };
    exec_check(dev->vk.vkAllocateMemory(dev->handle, &info, NULL, &memory), "vkAllocateMemory");
    return memory;
}

void exec_buffer_create(struct exec_device *dev, VkDeviceSize size_B, VkBufferUsageFlags usage,
                        struct exec_buffer *out_buffer)
{
    VkMemoryRequirements reqs;
    struct exec_buffer b = {.size_B = size_B};
    bool has_address = dev->features.F12.bufferDeviceAddress;
    if (has_address)
        usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size_B, .usage = usage};
    exec_check(dev->vk.vkCreateBuffer(dev->handle, &info, NULL, &b.handle), "vkCreateBuffer");
    dev->vk.vkGetBufferMemoryRequirements(dev->handle, b.handle, &reqs);
    b.memory = exec_memory(dev, &reqs, true);
    exec_check(dev->vk.vkBindBufferMemory(dev->handle, b.handle, b.memory, 0),
               "vkBindBufferMemory");
    exec_check(dev->vk.vkMapMemory(dev->handle, b.memory, 0, VK_WHOLE_SIZE, 0, &b.data),
               "vkMapMemory");
    memset(b.data, 0, size_B);
    const VkBufferDeviceAddressInfo place = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                             .buffer = b.handle};
    if (has_address)
        b.address = dev->vk.vkGetBufferDeviceAddress(dev->handle, &place);
    *out_buffer = b;
}

void exec_buffer_destroy(struct exec_device *dev, struct exec_buffer *buffer)
{
    dev->vk.vkDestroyBuffer(dev->handle, buffer->handle, NULL);
    dev->vk.vkFreeMemory(dev->handle, buffer->memory, NULL);
    memset(buffer, 0, sizeof(*buffer));
}

/* ---- Commands -------------------------------------------------------------------------------- */

void exec_begin(struct exec_device *dev)
{
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    exec_check(dev->vk.vkBeginCommandBuffer(dev->cmd, &info), "vkBeginCommandBuffer");
}

void exec_barrier(struct exec_device *dev)
{
    const VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_HOST_BIT,
        .dstAccessMask =
            VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_HOST_READ_BIT,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &barrier,
    };
    dev->vk.vkCmdPipelineBarrier2(dev->cmd, &info);
}

void exec_submit(struct exec_device *dev)
{
    const VkCommandBufferSubmitInfo cmd = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                           .commandBuffer = dev->cmd};
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .commandBufferInfoCount = 1,
        .pCommandBufferInfos = &cmd,
    };
    exec_check(dev->vk.vkEndCommandBuffer(dev->cmd), "vkEndCommandBuffer");
    exec_check(dev->vk.vkQueueSubmit2(dev->queue, 1, &info, dev->fence), "vkQueueSubmit2");
    exec_check(dev->vk.vkWaitForFences(dev->handle, 1, &dev->fence, VK_TRUE, UINT64_MAX),
               "vkWaitForFences");
    exec_check(dev->vk.vkResetFences(dev->handle, 1, &dev->fence), "vkResetFences");
}
