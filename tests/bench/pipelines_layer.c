/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that saves each SPIR-V module of a program, and measures how long the creation of
 * each pipeline takes, to compare the output of translators on the same driver (spirv-quality). The
 * environment variable GALVAN_PIPELINE_DIR names a directory. The layer writes the modules to this
 * directory as HASH.spv, and one line for each pipeline to the file "pipelines" there: the
 * microseconds, the number of words in the pipeline's modules, and the names of the modules. The
 * layer serves one directory and one device per process: it is a tool, not a library. */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "util/env.h"
#include "util/hash.h"
#include "vk_layer.h"

enum {
    MAX_LINE_B = 512
};

struct module {
    VkShaderModule handle;
    uint64_t hash;
    size_t num_words;
};

static struct {
    pthread_mutex_t lock;
    PFN_vkCreateShaderModule create_module;
    PFN_vkCreateGraphicsPipelines create_graphics;
    PFN_vkCreateComputePipelines create_compute;
    struct module *modules;
    size_t num_modules;
} layer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* ---- Saved modules --------------------------------------------------------------------------- */

static uint64_t save_module(const uint32_t *words, size_t size_B)
{
    uint64_t hash = gv_hash_bytes(words, size_B, 0);
    const char *dir = gv_getenv("GALVAN_PIPELINE_DIR");
    char path[4096];
    if (!dir)
        return hash;
    snprintf(path, sizeof(path), "%s/%016" PRIx64 ".spv", dir, hash);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) {
        if (write(fd, words, size_B) != (ssize_t)size_B)
            fprintf(stderr, "%s: cannot be written\n", path);
        close(fd);
    }
    return hash;
}

static void add_module(VkShaderModule handle, uint64_t hash, size_t num_words)
{
    pthread_mutex_lock(&layer.lock);
    struct module *grown = realloc(layer.modules, (layer.num_modules + 1) * sizeof(*layer.modules));
    if (grown) {
        layer.modules = grown;
        layer.modules[layer.num_modules++] = (struct module){handle, hash, num_words};
    }
    pthread_mutex_unlock(&layer.lock);
}

/* Finds the module that was created last with this handle, since drivers reuse handles. */
static struct module find_module(VkShaderModule handle)
{
    struct module found = {0};
    pthread_mutex_lock(&layer.lock);
    for (size_t i = layer.num_modules; i > 0 && !found.handle; i--) {
        if (layer.modules[i - 1].handle == handle)
            found = layer.modules[i - 1];
    }
    pthread_mutex_unlock(&layer.lock);
    return found;
}

/* Returns the module of a stage. A stage may have the code of its module in pNext, without a module
 * object. */
static struct module stage_module(const VkPipelineShaderStageCreateInfo *stage)
{
    if (stage->module)
        return find_module(stage->module);
    for (const VkBaseInStructure *s = stage->pNext; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO) {
            const VkShaderModuleCreateInfo *info = (const VkShaderModuleCreateInfo *)s;
            return (struct module){.hash = save_module(info->pCode, info->codeSize),
                                   .num_words = info->codeSize / 4};
        }
    }
    return (struct module){0};
}

/* Appends the pipeline's line with one write, so that lines of several processes do not mix. */
static void log_pipeline(double us, const VkPipelineShaderStageCreateInfo *stages, uint32_t num)
{
    const char *dir = gv_getenv("GALVAN_PIPELINE_DIR");
    char path[4096], line[MAX_LINE_B];
    size_t num_words = 0;
    if (!dir)
        return;
    for (uint32_t i = 0; i < num; i++)
        num_words += stage_module(&stages[i]).num_words;
    int at = snprintf(line, sizeof(line), "%.1f %zu", us, num_words);
    for (uint32_t i = 0; i < num && at < MAX_LINE_B - 32; i++)
        at += snprintf(line + at, sizeof(line) - (size_t)at, " %x:%016" PRIx64,
                       (unsigned)stages[i].stage, stage_module(&stages[i]).hash);
    line[at++] = '\n';
    snprintf(path, sizeof(path), "%s/pipelines", dir);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, line, (size_t)at) != at)
        fprintf(stderr, "%s: cannot be written\n", path);
    if (fd >= 0)
        close(fd);
}

/* ---- Intercepted functions ------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkShaderModule *out_module)
{
    VkResult result = layer.create_module(device, info, allocator, out_module);
    if (result == VK_SUCCESS)
        add_module(*out_module, save_module(info->pCode, info->codeSize), info->codeSize / 4);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice device, VkPipelineCache cache,
                                                      uint32_t num,
                                                      const VkGraphicsPipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkPipeline *out_pipelines)
{
    double begin = now_us();
    VkResult result = layer.create_graphics(device, cache, num, infos, allocator, out_pipelines);
    double us = (now_us() - begin) / num;
    for (uint32_t i = 0; i < num; i++)
        log_pipeline(us, infos[i].pStages, infos[i].stageCount);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice device, VkPipelineCache cache,
                                                     uint32_t num,
                                                     const VkComputePipelineCreateInfo *infos,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkPipeline *out_pipelines)
{
    double begin = now_us();
    VkResult result = layer.create_compute(device, cache, num, infos, allocator, out_pipelines);
    double us = (now_us() - begin) / num;
    for (uint32_t i = 0; i < num; i++)
        log_pipeline(us, &infos[i].stage, 1);
    return result;
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkCreateShaderModule", (PFN_vkVoidFunction)create_module},
    {"vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_graphics},
    {"vkCreateComputePipelines", (PFN_vkVoidFunction)create_compute},
    {NULL, NULL},
};

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    layer.create_module = (PFN_vkCreateShaderModule)next(device, "vkCreateShaderModule");
    layer.create_graphics =
        (PFN_vkCreateGraphicsPipelines)next(device, "vkCreateGraphicsPipelines");
    layer.create_compute = (PFN_vkCreateComputePipelines)next(device, "vkCreateComputePipelines");
}
