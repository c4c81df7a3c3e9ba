/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer for drivers whose commands are not executed. When a command that copies query
 * results is recorded, the layer makes the results available, with increasing values, so that no
 * caller waits for ever. Pipeline creation feedback is written for each stage, as Turnip does, even
 * if the array has fewer elements. A pipeline library of shaders without the structure from which
 * Turnip of Mesa 22.3 reads the view mask ends the process. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vk_layer.h"

struct mapping {
    struct mapping *next;
    VkDeviceMemory memory;
    char *start;
};

struct binding {
    struct binding *next;
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize offset_B;
};

static struct {
    PFN_vkMapMemory map;
    PFN_vkUnmapMemory unmap;
    PFN_vkFreeMemory free;
    PFN_vkBindBufferMemory bind;
    PFN_vkDestroyBuffer destroy_buffer;
    PFN_vkCmdCopyQueryPoolResults copy_results;
    PFN_vkCmdFillBuffer fill;
    PFN_vkCreateGraphicsPipelines create_graphics;
    PFN_vkCreateComputePipelines create_compute;
} next;

static struct {
    pthread_mutex_t lock;
    struct mapping *mappings;
    struct binding *bindings;
    uint64_t counter;
} layer = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Addresses of mapped memory */

static VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice device, VkDeviceMemory memory,
                                          VkDeviceSize offset_B, VkDeviceSize size_B,
                                          VkMemoryMapFlags flags, void **out)
{
    VkResult result = next.map(device, memory, offset_B, size_B, flags, out);
    struct mapping *m = result == VK_SUCCESS ? malloc(sizeof(*m)) : NULL;

    if (!m)
        return result;
    pthread_mutex_lock(&layer.lock);
    *m = (struct mapping){layer.mappings, memory, (char *)*out - offset_B};
    layer.mappings = m;
    pthread_mutex_unlock(&layer.lock);
    return result;
}

static void forget_mapping(VkDeviceMemory memory)
{
    pthread_mutex_lock(&layer.lock);
    for (struct mapping **link = &layer.mappings; *link; link = &(*link)->next) {
        struct mapping *m = *link;
        if (m->memory == memory) {
            *link = m->next;
            free(m);
            break;
        }
    }
    pthread_mutex_unlock(&layer.lock);
}

static VKAPI_ATTR void VKAPI_CALL unmap(VkDevice device, VkDeviceMemory memory)
{
    forget_mapping(memory);
    next.unmap(device, memory);
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory memory,
                                              const VkAllocationCallbacks *allocator)
{
    forget_mapping(memory);
    next.free(device, memory, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL bind(VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
                                           VkDeviceSize offset_B)
{
    struct binding *b = malloc(sizeof(*b));

    if (b) {
        pthread_mutex_lock(&layer.lock);
        *b = (struct binding){layer.bindings, buffer, memory, offset_B};
        layer.bindings = b;
        pthread_mutex_unlock(&layer.lock);
    }
    return next.bind(device, buffer, memory, offset_B);
}

static VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice device, VkBuffer buffer,
                                                 const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&layer.lock);
    for (struct binding **link = &layer.bindings; *link; link = &(*link)->next) {
        struct binding *b = *link;
        if (b->buffer == buffer) {
            *link = b->next;
            free(b);
            break;
        }
    }
    pthread_mutex_unlock(&layer.lock);
    next.destroy_buffer(device, buffer, allocator);
}

/* Returns the address of the byte of a buffer at `offset_B`, or NULL if the buffer is not mapped.
 * Called with the lock held. */
static char *address_of(VkBuffer buffer, VkDeviceSize offset_B)
{
    const struct binding *b = layer.bindings;
    const struct mapping *m = layer.mappings;

    while (b && b->buffer != buffer)
        b = b->next;
    while (b && m && m->memory != b->memory)
        m = m->next;
    return b && m ? m->start + b->offset_B + offset_B : NULL;
}

/* ---- Query results --------------------------------------------------------------------------- */

static void answer(char *out, size_t size_B, VkQueryResultFlags flags)
{
    const size_t word_B = flags & VK_QUERY_RESULT_64_BIT ? sizeof(uint64_t) : sizeof(uint32_t);

    for (size_t at_B = 0; at_B + word_B <= size_B; at_B += word_B) {
        const uint64_t value = ++layer.counter;
        memcpy(out + at_B, &value, word_B);
    }
}

static VKAPI_ATTR void VKAPI_CALL copy_results(VkCommandBuffer commands, VkQueryPool pool,
                                               uint32_t first, uint32_t num, VkBuffer buffer,
                                               VkDeviceSize offset_B, VkDeviceSize stride_B,
                                               VkQueryResultFlags flags)
{
    pthread_mutex_lock(&layer.lock);
    char *out = address_of(buffer, offset_B);
    if (out)
        answer(out, num * stride_B, flags);
    pthread_mutex_unlock(&layer.lock);
    next.copy_results(commands, pool, first, num, buffer, offset_B, stride_B, flags);
}

/* Executes fills of a single dword, which mark results as available. */
static VKAPI_ATTR void VKAPI_CALL fill(VkCommandBuffer commands, VkBuffer buffer,
                                       VkDeviceSize offset_B, VkDeviceSize size_B, uint32_t value)
{
    if (size_B == sizeof(value)) {
        pthread_mutex_lock(&layer.lock);
        char *out = address_of(buffer, offset_B);
        if (out)
            memcpy(out, &value, sizeof(value));
        pthread_mutex_unlock(&layer.lock);
    }
    next.fill(commands, buffer, offset_B, size_B, value);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_results(VkDevice device, VkQueryPool pool, uint32_t first,
                                                  uint32_t num, size_t size_B, void *data,
                                                  VkDeviceSize stride_B, VkQueryResultFlags flags)
{
    (void)device;
    (void)pool;
    (void)first;
    pthread_mutex_lock(&layer.lock);
    answer(data, num == 1 || num * stride_B > size_B ? size_B : num * stride_B, flags);
    pthread_mutex_unlock(&layer.lock);
    return VK_SUCCESS;
}

/* ---- Structures that Turnip needs ----------------------------------------------------------- */

static const void *find_struct(const void *chain, VkStructureType type)
{
    const VkBaseInStructure *info = chain;

    while (info && info->sType != type)
        info = info->pNext;
    return info;
}

static void touch_feedback(const void *chain, uint32_t num_stages)
{
    const VkPipelineCreationFeedbackCreateInfo *feedback =
        find_struct(chain, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);

    for (uint32_t i = 0; feedback && i < num_stages; i++) {
        volatile uint64_t *duration = &feedback->pPipelineStageCreationFeedbacks[i].duration;
        *duration += 1;
    }
}

static void check_view_mask(const VkGraphicsPipelineCreateInfo *info)
{
    const VkGraphicsPipelineLibraryCreateInfoEXT *library =
        find_struct(info->pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
    const VkGraphicsPipelineLibraryFlagsEXT shaders =
        VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT |
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;

    if (info->renderPass || !library || !(library->flags & shaders) ||
        find_struct(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO))
        return;
    fputs("answers layer: a library of shaders has no VkPipelineRenderingCreateInfo\n", stderr);
    abort();
}

static VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice device, VkPipelineCache cache,
                                                      uint32_t num,
                                                      const VkGraphicsPipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkPipeline *out)
{
    for (uint32_t i = 0; i < num; i++)
        check_view_mask(&infos[i]);
    VkResult result = next.create_graphics(device, cache, num, infos, allocator, out);

    for (uint32_t i = 0; i < num; i++)
        touch_feedback(infos[i].pNext, infos[i].stageCount);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice device, VkPipelineCache cache,
                                                     uint32_t num,
                                                     const VkComputePipelineCreateInfo *infos,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkPipeline *out)
{
    VkResult result = next.create_compute(device, cache, num, infos, allocator, out);

    for (uint32_t i = 0; i < num; i++)
        touch_feedback(infos[i].pNext, 1);
    return result;
}

/* ---- The layer ------------------------------------------------------------------------------ */

const struct vk_layer_function vk_layer_functions[] = {
    {"vkMapMemory", (PFN_vkVoidFunction)map},
    {"vkUnmapMemory", (PFN_vkVoidFunction)unmap},
    {"vkFreeMemory", (PFN_vkVoidFunction)free_memory},
    {"vkBindBufferMemory", (PFN_vkVoidFunction)bind},
    {"vkDestroyBuffer", (PFN_vkVoidFunction)destroy_buffer},
    {"vkCmdCopyQueryPoolResults", (PFN_vkVoidFunction)copy_results},
    {"vkCmdFillBuffer", (PFN_vkVoidFunction)fill},
    {"vkGetQueryPoolResults", (PFN_vkVoidFunction)get_results},
    {"vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_graphics},
    {"vkCreateComputePipelines", (PFN_vkVoidFunction)create_compute},
    {NULL, NULL},
};

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr get)
{
    next.map = (PFN_vkMapMemory)get(device, "vkMapMemory");
    next.unmap = (PFN_vkUnmapMemory)get(device, "vkUnmapMemory");
    next.free = (PFN_vkFreeMemory)get(device, "vkFreeMemory");
    next.bind = (PFN_vkBindBufferMemory)get(device, "vkBindBufferMemory");
    next.destroy_buffer = (PFN_vkDestroyBuffer)get(device, "vkDestroyBuffer");
    next.copy_results = (PFN_vkCmdCopyQueryPoolResults)get(device, "vkCmdCopyQueryPoolResults");
    next.fill = (PFN_vkCmdFillBuffer)get(device, "vkCmdFillBuffer");
    next.create_graphics = (PFN_vkCreateGraphicsPipelines)get(device, "vkCreateGraphicsPipelines");
    next.create_compute = (PFN_vkCreateComputePipelines)get(device, "vkCreateComputePipelines");
}
