/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of screens, and the functions of include/galvan/galvan.h for screens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bind/constants.h"
#include "driver/create_context.h"
#include "driver/draw/vertex_state.h"
#include "driver/fence.h"
#include "driver/query/counters.h"
#include "driver/resource/resource.h"
#include "driver/resource/share.h"
#include "driver/screen/caps.h"
#include "driver/screen/memory_info.h"
#include "driver/screen/null_resources.h"
#include "driver/screen/sampler_cache.h"
#include "driver/screen/screen.h"
#include "driver/screen/spirv_device.h"
#include "driver/screen/timestamp.h"
#include "driver/shader/disk_cache.h"
#include "galvan/galvan.h"
#include "util/array.h"
#include "util/env.h"
#include "vk/driver_files.h"
#include "vk/exit.h"
#include "vk/loader.h"
#include "vk/open.h"

enum {
    MAX_CONST_RANGE_B = 65536
};

/* ---- Names */

static const char *get_name(struct pipe_screen *pscreen)
{
    return gv_screen(pscreen)->name;
}

static const char *get_vendor(struct pipe_screen *pscreen)
{
    (void)pscreen;
    return "Galvan";
}

static const char *get_device_vendor(struct pipe_screen *pscreen)
{
    static const struct {
        uint32_t id;
        const char *name;
    } vendors[] = {
        {0x1002, "AMD"},    {0x1010, "Imagination"}, {0x106b, "Apple"},
        {0x10de, "NVIDIA"}, {0x13b5, "Arm"},         {0x14e4, "Broadcom"},
        {0x1ae0, "Google"}, {0x5143, "Qualcomm"},    {0x8086, "Intel"},
        {0x19e5, "Huawei"}, {0x144d, "Samsung"},     {VK_VENDOR_ID_MESA, "Mesa"},
    };
    uint32_t id = gv_screen(pscreen)->dev->properties.vendorID;
    for (size_t i = 0; i < GV_ARRAY_SIZE(vendors); i++) {
        if (vendors[i].id == id)
            return vendors[i].name;
    }
    return "unknown";
}

/* ---- Create and destroy */

/* Stops background compiles at the end of the process, since they must not outlive the compiler of
 * a software device. */
static void process_ends(void *priv, bool main_thread)
{
    struct gv_screen *screen = priv;
    if (main_thread)
        gv_job_queue_stop(&screen->jobs);
}

static void destroy_screen(struct pipe_screen *pscreen)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct gv_vk_device *dev = screen->dev;
    gv_vk_exit_before(dev->at_exit, NULL, NULL);
    /* Deferred destructions of the contexts' last batches still use the tables that are freed
     * below. */
    gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    gv_vk_device_retire_all(dev);
    gv_disk_cache_destroy(screen->disk_cache);
    gv_internal_shaders_finish(screen);
    gv_job_queue_finish(&screen->jobs);
    gv_vk_pipeline_cache_finish(&screen->pipeline_cache);
    gv_sampler_cache_destroy(screen->samplers);
    gv_screen_finish_null_resources(screen);
    gv_screen_finish_layouts(screen);
    gv_vk_device_destroy(dev);
    pthread_mutex_destroy(&screen->mirrors.lock);
    pthread_mutex_destroy(&screen->share_lock);
    pthread_mutex_destroy(&screen->init_lock);
    free(screen);
}

/* Does nothing, since there is no winsys. A caller that displays frames reads them back. */
static void flush_frontbuffer(struct pipe_screen *pscreen, struct pipe_resource *resource,
                              unsigned level, unsigned layer, void *winsys_drawable_handle,
                              struct pipe_box *sub_box)
{
    (void)pscreen;
    (void)resource;
    (void)level;
    (void)layer;
    (void)winsys_drawable_handle;
    (void)sub_box;
}

/* Returns no cache: only the device's pipelines are worth caching, and frontends need not know
 * about them. */
static struct disk_cache *get_disk_shader_cache(struct pipe_screen *pscreen)
{
    (void)pscreen;
    return NULL;
}

void gv_screen_add_context(struct gv_screen *screen)
{
    pthread_mutex_lock(&screen->share_lock);
    atomic_fetch_add(&screen->num_contexts, 1);
    pthread_mutex_unlock(&screen->share_lock);
}

void gv_screen_remove_context(struct gv_screen *screen)
{
    atomic_fetch_sub(&screen->num_contexts, 1);
}

static void init_dynamic_state(struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    screen->dynamic.blend = caps->extendedDynamicState3ColorBlendEnable &&
                            caps->extendedDynamicState3ColorBlendEquation &&
                            caps->extendedDynamicState3ColorWriteMask;
    screen->dynamic.vertex_input = caps->vertexInputDynamicState;
    screen->dynamic.polygon_mode = caps->extendedDynamicState3PolygonMode && caps->fillModeNonSolid;
    screen->dynamic.sample_mask = caps->extendedDynamicState3SampleMask;
    screen->dynamic.depth_range = caps->extendedDynamicState3DepthClampEnable && caps->depthClamp &&
                                  caps->extendedDynamicState3DepthClipEnable &&
                                  caps->depthClipEnable;
}

static void init_methods(struct gv_screen *screen)
{
    screen->base.destroy = destroy_screen;
    screen->base.get_name = get_name;
    screen->base.get_vendor = get_vendor;
    screen->base.get_device_vendor = get_device_vendor;
    screen->base.is_format_supported = gv_is_format_supported;
    screen->base.context_create = gv_context_create;
    screen->base.flush_frontbuffer = flush_frontbuffer;
    screen->base.get_disk_shader_cache = get_disk_shader_cache;
    init_dynamic_state(screen);
    gv_screen_init_caps(screen);
    gv_screen_init_resources(screen);
    gv_screen_init_sharing(screen);
    gv_screen_init_fences(screen);
    gv_screen_init_counters(screen);
    gv_screen_init_memory_info(screen);
    gv_screen_init_vertex_states(screen);
    gv_screen_init_timestamps(screen);
}

/* Whether the size of params is valid. False if the size is not set, or is the size of a newer
 * header than this library's. */
static bool knows_params(const struct galvan_screen_params *params)
{
    return !params || (params->size > 0 && params->size <= sizeof(*params));
}

static struct galvan_screen_params read_params(const struct galvan_screen_params *params)
{
    struct galvan_screen_params p = {.size = sizeof(p)};
    if (params)
        memcpy(&p, params, params->size < sizeof(p) ? params->size : sizeof(p));
    if (!p.device)
        p.device = gv_getenv("GALVAN_DEVICE");
    if (!p.mask)
        p.mask = gv_getenv("GALVAN_MASK");
    if (!p.cache_dir)
        p.cache_dir = gv_getenv("GALVAN_CACHE");
    return p;
}

bool galvan_screen_is_likely(const struct galvan_screen_params *params)
{
    struct galvan_screen_params p = read_params(params);

    return knows_params(params) && !p.device && !p.mask && gv_vk_has_driver_files() &&
           gv_vk_loader_open(NULL) == GALVAN_OK;
}

enum galvan_result galvan_screen_create(const struct galvan_screen_params *params,
                                        struct pipe_screen **out_screen)
{
    struct galvan_screen_params p = read_params(params);
    struct gv_screen *screen = calloc(1, sizeof(*screen));
    if (!screen)
        return GALVAN_ERROR_NO_MEMORY;
    screen->log = p.log ? *p.log : gv_log_default(&screen->log_filter);
    screen->memory_limit_B = p.memory_limit_B;
    screen->one_thread = p.one_thread;
    screen->keeps_storage = p.keeps_storage;
    screen->drawn = p.drawn;
    screen->launched = p.launched;
    screen->drawn_priv = p.drawn_priv;
    pthread_mutex_init(&screen->share_lock, NULL);
    pthread_mutex_init(&screen->init_lock, NULL);
    pthread_mutex_init(&screen->mirrors.lock, NULL);

    const struct gv_vk_device_params dev_params = {
        .device = p.device, .mask = p.mask, .log = &screen->log, .swapchains = p.swapchains};
    enum galvan_result result = GALVAN_ERROR_INVALID;
    if (!knows_params(params)) {
        gv_err(&screen->log, "driver",
               "params of %zu bytes: galvan_screen_params() sets their size, which is %zu here",
               params->size, sizeof(*params));
        goto free_screen;
    }
    result = gv_vk_device_create(&dev_params, &screen->dev);
    if (result != GALVAN_OK)
        goto free_screen;
    if (p.device_time)
        gv_vk_stopwatch_start(screen->dev);
    if (p.pace)
        screen->dev->pace = *p.pace;
    const VkPhysicalDeviceProperties *props = &screen->dev->properties;
    snprintf(screen->name, sizeof(screen->name), "Galvan (%.240s)", props->deviceName);
    screen->const_range_B = props->limits.maxUniformBufferRange < MAX_CONST_RANGE_B
                                ? props->limits.maxUniformBufferRange
                                : MAX_CONST_RANGE_B;

    result = GALVAN_ERROR_NO_MEMORY;
    if (!gv_formats_init(screen->dev, screen->formats) || !gv_screen_init_layouts(screen))
        goto finish_layouts;
    screen->no_1d = gv_formats_lack_1d(screen->formats);
    gv_spirv_device_init(screen, &screen->spirv_device);
    if (!gv_screen_init_null_resources(screen))
        goto finish_null_resources;
    screen->samplers = gv_sampler_cache_create(screen->dev);
    if (!screen->samplers || gv_vk_pipeline_cache_init(screen->dev, p.cache_dir, p.cache,
                                                       &screen->pipeline_cache) != VK_SUCCESS)
        goto destroy_samplers;
    gv_job_queue_init(&screen->jobs);
    gv_internal_shaders_init(screen);
    gv_vk_exit_before(screen->dev->at_exit, process_ends, screen);
    init_methods(screen);
    *out_screen = &screen->base;
    return GALVAN_OK;

destroy_samplers:
    gv_sampler_cache_destroy(screen->samplers);
finish_null_resources:
    gv_screen_finish_null_resources(screen);
finish_layouts:
    gv_screen_finish_layouts(screen);
    gv_vk_device_destroy(screen->dev);
free_screen:
    pthread_mutex_destroy(&screen->mirrors.lock);
    pthread_mutex_destroy(&screen->share_lock);
    pthread_mutex_destroy(&screen->init_lock);
    free(screen);
    return result;
}

void galvan_screen_set_program(struct pipe_screen *pscreen, const char *program)
{
    struct gv_screen *screen = gv_screen(pscreen);
    if (!screen->disk_cache && program[0])
        screen->disk_cache = gv_disk_cache_create(screen, program);
}

/* ---- Queries of screens */

static uint64_t largest_local_heap(const VkPhysicalDeviceMemoryProperties *memory)
{
    uint64_t size_B = 0;
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++) {
        const VkMemoryHeap *heap = &memory->memoryHeaps[i];
        if ((heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) && heap->size > size_B)
            size_B = heap->size;
    }
    return size_B;
}

void galvan_screen_device_info(struct pipe_screen *pscreen, struct galvan_device_info *out_info)
{
    const struct gv_vk_device *dev = gv_screen(pscreen)->dev;
    *out_info = (struct galvan_device_info){
        .device_name = dev->properties.deviceName,
        .driver_name = dev->driver_properties.driverName,
        .driver_info = dev->driver_properties.driverInfo,
        .api_version = dev->properties.apiVersion,
        .vendor_id = dev->properties.vendorID,
        .device_id = dev->properties.deviceID,
        .software = dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU,
        .device_memory_B = largest_local_heap(&dev->memory),
    };
}

void galvan_screen_counters(struct pipe_screen *pscreen,
                            struct galvan_screen_counters *out_counters)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct gv_vk_device *dev = screen->dev;
    struct galvan_screen_counters counters = {
        .draws = atomic_load_explicit(&screen->num_draws, memory_order_relaxed),
        .staged_B = atomic_load_explicit(&screen->staged_B, memory_order_relaxed),
        .draws_waited = atomic_load_explicit(&screen->num_waited, memory_order_relaxed),
        .pipelines_linked = atomic_load_explicit(&screen->num_linked, memory_order_relaxed),
        .pipelines_optimized = atomic_load_explicit(&screen->num_optimized, memory_order_relaxed),
        .waits = atomic_load_explicit(&dev->waits, memory_order_relaxed),
        .memory_B = atomic_load_explicit(&screen->memory_used_B, memory_order_relaxed),
        .device_ns = atomic_load_explicit(&dev->stopwatch.busy_ns, memory_order_relaxed),
        .finished = gv_vk_device_poll(dev),
    };
    /* A submission of another thread may have finished although dev->submitted does not include it
     * yet. */
    counters.submitted = atomic_load(&dev->submitted);
    if (counters.submitted < counters.finished)
        counters.submitted = counters.finished;
    gv_vk_pipeline_cache_counts(&screen->pipeline_cache, &counters.pipelines,
                                &counters.pipelines_compiled);
    *out_counters = counters;
}

bool galvan_screen_feature_info(struct pipe_screen *pscreen, unsigned idx,
                                struct galvan_feature_info *out_info)
{
    struct gv_vk_feature feature;
    if (!gv_vk_caps_feature(gv_screen(pscreen)->dev, idx, &feature))
        return false;
    *out_info = (struct galvan_feature_info){
        .name = feature.name,
        .extension = feature.extension,
        .present = feature.present,
        .masked = feature.masked,
        .purpose = feature.purpose,
    };
    return true;
}

bool galvan_screen_quirk_info(struct pipe_screen *pscreen, unsigned idx,
                              struct galvan_quirk_info *out_info)
{
    const struct gv_vk_device *dev = gv_screen(pscreen)->dev;
    struct gv_vk_quirk quirk;
    if (!gv_vk_quirk(&dev->driver, &dev->quirks, idx, &quirk))
        return false;
    *out_info = (struct galvan_quirk_info){
        .name = quirk.name, .reason = quirk.reason, .masked = quirk.masked};
    return true;
}
