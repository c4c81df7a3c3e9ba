/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/pipeline_cache.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/log.h"
#include "vk/batch.h"
#include "vk/device.h"
#include "vk/rendering.h"

enum {
    LOCK_TIMEOUT_MS = 1000,
    MAX_TRIES = 4 /* number of attempts to store the cache, in case other processes store at the
                     same time */
};

/* The device properties that a file must match. The struct has no padding, because it is hashed as
 * bytes. */
struct identity {
    uint8_t cache_uuid[VK_UUID_SIZE], device_uuid[VK_UUID_SIZE], driver_uuid[VK_UUID_SIZE];
    uint32_t vendor_id, device_id, driver_version, api_version;
    char galvan_version[16];
};

static uint64_t key_of(const struct gv_vk_device *dev)
{
    struct identity id = {
        .vendor_id = dev->properties.vendorID,
        .device_id = dev->properties.deviceID,
        .driver_version = dev->properties.driverVersion,
        .api_version = dev->properties.apiVersion,
        .galvan_version = GALVAN_VERSION,
    };
    memcpy(id.cache_uuid, dev->properties.pipelineCacheUUID, VK_UUID_SIZE);
    memcpy(id.device_uuid, dev->ids.deviceUUID, VK_UUID_SIZE);
    memcpy(id.driver_uuid, dev->ids.driverUUID, VK_UUID_SIZE);
    return gv_hash_bytes(&id, sizeof(id), 0);
}

static VkResult create(struct gv_vk_device *dev, const void *data, size_t size_B,
                       VkPipelineCache *out_cache)
{
    const VkPipelineCacheCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
        .initialDataSize = size_B,
        .pInitialData = data,
    };
    return GV_VK_CREATE(dev, PipelineCache, &info, out_cache);
}

/* Whether the data's header matches the device. Some drivers do not check the header. */
static bool is_of(const struct gv_vk_device *dev, const void *data, size_t size_B)
{
    VkPipelineCacheHeaderVersionOne header;
    if (size_B < sizeof(header))
        return false;
    memcpy(&header, data, sizeof(header));
    return header.headerSize >= sizeof(header) && header.headerSize <= size_B &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == dev->properties.vendorID &&
           header.deviceID == dev->properties.deviceID &&
           memcmp(header.pipelineCacheUUID, dev->properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

static void *load(const struct gv_vk_pipeline_cache *cache, const char *name, size_t *out_size_B)
{
    void *data = cache->keeper.load
                     ? cache->keeper.load(cache->keeper.priv, name, out_size_B)
                     : gv_cache_load(&cache->dir, name, cache->key, GALVAN_CACHE_MAX_B, out_size_B);
    if (!data || is_of(cache->dev, data, *out_size_B))
        return data;
    free(data);
    *out_size_B = 0;
    return NULL;
}

void gv_vk_pipeline_cache_name(const struct gv_vk_pipeline_cache *cache, const char *program,
                               char out_name[GV_VK_CACHE_NAME_B])
{
    struct gv_vk_feature feature;
    uint64_t number = gv_hash_bytes(program, strlen(program), cache->key);
    for (unsigned i = 0; gv_vk_caps_feature(cache->dev, i, &feature); i++)
        number = gv_hash_bytes(&feature.present, sizeof(feature.present), number);
    snprintf(out_name, GV_VK_CACHE_NAME_B, GALVAN_CACHE_PROGRAM_PREFIX "%016llx",
             (unsigned long long)number);
}

VkResult gv_vk_pipeline_cache_init(struct gv_vk_device *dev, const char *dir,
                                   const struct galvan_cache *keeper,
                                   struct gv_vk_pipeline_cache *cache)
{
    *cache = (struct gv_vk_pipeline_cache){.dev = dev, .key = key_of(dev)};
    if (keeper)
        cache->keeper = *keeper;
    gv_cache_dir_init(&cache->dir, keeper ? "off" : dir);
    gv_cache_dir_check(&cache->dir, &dev->log, "vk");
    snprintf(cache->name, sizeof(cache->name), GALVAN_CACHE_NAME_PREFIX "%016llx",
             (unsigned long long)cache->key);
    size_t size_B = 0;
    void *data = load(cache, cache->name, &size_B);
    VkResult result = create(dev, data, size_B, &cache->handle);
    if (result != VK_SUCCESS && data) /* the driver refuses the data, so the cache starts empty */
        result = create(dev, NULL, 0, &cache->handle);
    free(data);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkCreatePipelineCache", result);
    else
        gv_debug(&dev->log, "vk", "pipeline cache %s%s%s: %zu bytes", cache->dir.path,
                 cache->dir.path[0] ? "/" : "", cache->name, size_B);
    return result;
}

/* Returns the contents of the cache, which the caller must free(); NULL if the cache is empty or
 * too large. */
static void *get_data(struct gv_vk_device *dev, VkPipelineCache handle, size_t *out_size_B)
{
    size_t size_B = 0;
    if (dev->vk.vkGetPipelineCacheData(dev->handle, handle, &size_B, NULL) != VK_SUCCESS ||
        !size_B || size_B > GALVAN_CACHE_MAX_B)
        return NULL;
    void *data = malloc(size_B);
    if (!data)
        return NULL;
    if (dev->vk.vkGetPipelineCacheData(dev->handle, handle, &size_B, data) != VK_SUCCESS ||
        !size_B) {
        free(data);
        return NULL;
    }
    *out_size_B = size_B;
    return data;
}

/* As get_data(), but merged with the data that other processes have stored meanwhile. If the merged
 * data is too large, returns the data of get_data(). */
static void *get_merged_data(const struct gv_vk_pipeline_cache *cache, size_t *out_size_B)
{
    struct gv_vk_device *dev = cache->dev;
    VkPipelineCache merged = VK_NULL_HANDLE;
    size_t old_B = 0;
    void *data = NULL, *old = load(cache, cache->name, &old_B);
    if (old && create(dev, old, old_B, &merged) == VK_SUCCESS &&
        dev->vk.vkMergePipelineCaches(dev->handle, merged, 1, &cache->handle) == VK_SUCCESS)
        data = get_data(dev, merged, out_size_B);
    if (merged)
        dev->vk.vkDestroyPipelineCache(dev->handle, merged, NULL);
    free(old);
    return data ? data : get_data(dev, cache->handle, out_size_B);
}

/* Writes a file. The caller holds the lock. */
static bool put_file(const struct gv_vk_pipeline_cache *cache, const char *name, const void *data,
                     size_t size_B)
{
    if (!gv_cache_store(&cache->dir, name, cache->key, data, size_B)) {
        gv_debug(&cache->dev->log, "vk", "pipeline cache %s/%s: %s", cache->dir.path, name,
                 strerror(errno));
        return false;
    }
    gv_cache_trim(&cache->dir, GALVAN_CACHE_NAME_PREFIX, name, GALVAN_CACHE_MAX_TOTAL_B);
    return true;
}

static int lock_files(const struct gv_vk_pipeline_cache *cache)
{
    const int lock = gv_cache_lock(&cache->dir, LOCK_TIMEOUT_MS);
    if (lock < 0)
        gv_debug(&cache->dev->log, "vk", "pipeline cache %s: no lock: %s", cache->dir.path,
                 strerror(errno));
    return lock;
}

void *gv_vk_pipeline_cache_read(const struct gv_vk_pipeline_cache *cache, const char *name,
                                size_t *out_size_B)
{
    size_t size_B = 0;
    unsigned char *data = load(cache, name, &size_B);
    if (!data)
        return NULL;
    *out_size_B = size_B - sizeof(VkPipelineCacheHeaderVersionOne);
    return memmove(data, data + sizeof(VkPipelineCacheHeaderVersionOne), *out_size_B);
}

/* Prepends Vulkan's header to data of a program, because cache brokers check the header. */
static void *with_header(const struct gv_vk_device *dev, const void *data, size_t size_B)
{
    VkPipelineCacheHeaderVersionOne header = {
        .headerSize = sizeof(header),
        .headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE,
        .vendorID = dev->properties.vendorID,
        .deviceID = dev->properties.deviceID,
    };
    unsigned char *all = malloc(sizeof(header) + size_B);
    if (!all)
        return NULL;
    memcpy(header.pipelineCacheUUID, dev->properties.pipelineCacheUUID, VK_UUID_SIZE);
    memcpy(all, &header, sizeof(header));
    memcpy(all + sizeof(header), data, size_B);
    return all;
}

bool gv_vk_pipeline_cache_write(const struct gv_vk_pipeline_cache *cache, const char *name,
                                const void *data, size_t size_B)
{
    const size_t all_B = sizeof(VkPipelineCacheHeaderVersionOne) + size_B;
    void *all = with_header(cache->dev, data, size_B);
    bool stored = false;
    if (all && cache->keeper.store) {
        stored = cache->keeper.store(cache->keeper.priv, name, all, all_B);
    } else if (all && cache->dir.path[0]) {
        const int lock = lock_files(cache);
        stored = lock >= 0 && put_file(cache, name, all, all_B);
        gv_cache_unlock(lock);
    }
    free(all);
    return stored;
}

/* Stores the cache in its file. Returns false on failure. */
static bool store_in_file(struct gv_vk_pipeline_cache *cache)
{
    const int lock = lock_files(cache);
    if (lock < 0)
        return false;
    size_t size_B = 0;
    void *data = get_merged_data(cache, &size_B);
    const bool stored = data && put_file(cache, cache->name, data, size_B);
    free(data);
    gv_cache_unlock(lock);
    return stored;
}

static bool give_to_keeper(struct gv_vk_pipeline_cache *cache)
{
    bool stored = false;
    for (unsigned i = 0; i < MAX_TRIES && !stored; i++) {
        size_t size_B = 0;
        void *data = get_merged_data(cache, &size_B);
        stored = data && cache->keeper.store(cache->keeper.priv, cache->name, data, size_B);
        free(data);
    }
    return stored;
}

void gv_vk_pipeline_cache_save(struct gv_vk_pipeline_cache *cache)
{
    uint64_t num_made, num_new;
    gv_vk_pipeline_cache_counts(cache, &num_made, &num_new);
    num_new += atomic_load(&cache->num_precompiled);
    if ((!cache->dir.path[0] && !cache->keeper.store) || num_new == cache->num_saved ||
        atomic_load(&cache->dev->lost))
        return;
    if (cache->keeper.store ? give_to_keeper(cache) : store_in_file(cache))
        cache->num_saved = num_new;
}

void gv_vk_pipeline_cache_finish(struct gv_vk_pipeline_cache *cache)
{
    if (!cache->handle)
        return;
    gv_vk_pipeline_cache_save(cache);
    cache->dev->vk.vkDestroyPipelineCache(cache->dev->handle, cache->handle, NULL);
    cache->handle = VK_NULL_HANDLE;
}

enum {
    MAX_STAGES = 5
};

/* The device's feedback about a creation and about each stage. Some drivers write the feedback
 * of stages even if it is not requested (Turnip of Mesa 25.0, NVIDIA's and SwiftShader of 2022). */
struct feedback {
    VkPipelineCreationFeedback whole, stages[MAX_STAGES];
};

/* Returns the structure that requests feedback. It is inserted before `next` in the create info's
 * chain. */
static VkPipelineCreationFeedbackCreateInfo feedback_info(const void *next, uint32_t num_stages,
                                                          struct feedback *out_feedback)
{
    assert(num_stages <= MAX_STAGES);
    memset(out_feedback, 0, sizeof(*out_feedback));
    return (VkPipelineCreationFeedbackCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO,
        .pNext = next,
        .pPipelineCreationFeedback = &out_feedback->whole,
        .pipelineStageCreationFeedbackCount = num_stages,
        .pPipelineStageCreationFeedbacks = num_stages ? out_feedback->stages : NULL,
    };
}

static void count_needed(struct gv_vk_pipeline_cache *cache, bool found)
{
    atomic_fetch_add(&cache->num_made, 1);
    if (found)
        atomic_fetch_add(&cache->num_found, 1);
}

static void count(struct gv_vk_pipeline_cache *cache, const VkPipelineCreationFeedback *feedback,
                  bool precompile)
{
    const VkPipelineCreationFeedbackFlags found =
        VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT |
        VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
    const bool is_found = (feedback->flags & found) == found;
    if (!precompile)
        count_needed(cache, is_found);
    else if (!is_found)
        atomic_fetch_add(&cache->num_precompiled, 1);
}

void gv_vk_pipeline_cache_count_precompiled(struct gv_vk_pipeline_cache *cache, bool in_time)
{
    count_needed(cache, in_time);
}

void gv_vk_pipeline_cache_counts(const struct gv_vk_pipeline_cache *cache, uint64_t *out_made,
                                 uint64_t *out_compiled)
{
    /* Cache hits are counted after creations, so if the counters are read in this order, hits never
     * exceed creations. */
    uint64_t num_found = atomic_load(&cache->num_found);
    *out_made = atomic_load(&cache->num_made);
    *out_compiled = *out_made - num_found;
}

VkResult gv_vk_pipeline_cache_graphics(struct gv_vk_pipeline_cache *cache,
                                       const VkGraphicsPipelineCreateInfo *info, bool precompile,
                                       VkPipeline *out_pipeline)
{
    struct gv_vk_device *dev = cache->dev;
    VkGraphicsPipelineCreateInfo create = *info;
    struct gv_vk_object *pass;
    VkResult result = gv_vk_rendering_complete(dev, &create, &pass);
    if (result != VK_SUCCESS)
        return result;
    struct feedback feedback;
    VkPipelineCreationFeedbackCreateInfo chained =
        feedback_info(create.pNext, create.stageCount, &feedback);
    if (dev->caps.pipelineCreationFeedback)
        create.pNext = &chained;
    VkPipeline pipeline;
    result =
        dev->vk.vkCreateGraphicsPipelines(dev->handle, cache->handle, 1, &create, NULL, &pipeline);
    gv_vk_object_unref(dev, pass);
    if (result != VK_SUCCESS)
        return result;
    count(cache, &feedback.whole, precompile);
    *out_pipeline = pipeline;
    return VK_SUCCESS;
}

VkResult gv_vk_pipeline_cache_compute(struct gv_vk_pipeline_cache *cache,
                                      const VkComputePipelineCreateInfo *info, bool precompile,
                                      VkPipeline *out_pipeline)
{
    struct feedback feedback;
    VkPipelineCreationFeedbackCreateInfo chained = feedback_info(info->pNext, 1, &feedback);
    VkComputePipelineCreateInfo with_feedback = *info;
    if (cache->dev->caps.pipelineCreationFeedback)
        with_feedback.pNext = &chained;
    VkPipeline pipeline;
    VkResult result = cache->dev->vk.vkCreateComputePipelines(cache->dev->handle, cache->handle, 1,
                                                              &with_feedback, NULL, &pipeline);
    if (result != VK_SUCCESS)
        return result;
    count(cache, &feedback.whole, precompile);
    *out_pipeline = pipeline;
    return VK_SUCCESS;
}
