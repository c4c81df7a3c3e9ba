/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device's pipeline cache, stored between runs in a file or by the program, and counters of its
 * hits. */
#ifndef GV_VK_PIPELINE_CACHE_H
#define GV_VK_PIPELINE_CACHE_H

#include <stdatomic.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/cache.h"
#include "util/cache_file.h"
#include "util/must_check.h"

struct gv_vk_device;

enum {
    GV_VK_CACHE_NAME_B = 64
};

struct gv_vk_pipeline_cache {
    struct gv_vk_device *dev;
    VkPipelineCache handle;
    struct galvan_cache keeper; /* the program's cache; if its member load is NULL, a file is used
                                   instead */
    struct gv_cache_dir dir;
    char name[GV_VK_CACHE_NAME_B]; /* name of the file in `dir`, or of the data in the program's
                                      cache */
    uint64_t key;                  /* hash of device, driver, driver version and Galvan's version */

    _Atomic uint64_t num_made;  /* number of pipelines that were needed */
    _Atomic uint64_t num_found; /* number of pipelines, among num_made, that the device found in
                                   its cache */
    _Atomic uint64_t num_precompiled; /* number of pipelines that were compiled before they were
                                         needed */
    uint64_t num_saved;               /* number of cache misses when the cache was last read or
                                         written */
};

/* Creates the cache. If `keeper` is NULL, loads the cache from a file in `dir`, unless the file is
 * invalid; `dir`: as for gv_cache_dir_init(). Otherwise copies `keeper`, the program's cache, loads
 * the cache from it, and does not use `dir`. */
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_init(struct gv_vk_device *dev, const char *dir,
                                                 const struct galvan_cache *keeper,
                                                 struct gv_vk_pipeline_cache *cache);

/* Saves new contents and destroys the cache. A zeroed cache, without gv_vk_pipeline_cache_init(),
 * is allowed.
 */
void gv_vk_pipeline_cache_finish(struct gv_vk_pipeline_cache *cache);

/* Stores the cache, merged with the data that other processes have stored, if a pipeline has been
 * compiled since the cache was last stored. No pipeline may be compiled during the call. */
void gv_vk_pipeline_cache_save(struct gv_vk_pipeline_cache *cache);

/* Returns the number of pipelines needed so far, and the number of those that the cache lacked. Any
 * thread. */
void gv_vk_pipeline_cache_counts(const struct gv_vk_pipeline_cache *cache, uint64_t *out_made,
                                 uint64_t *out_compiled);

/* Counts a precompiled pipeline when it is first needed. `in_time`: the compilation had finished
 * before the pipeline was needed. */
void gv_vk_pipeline_cache_count_precompiled(struct gv_vk_pipeline_cache *cache, bool in_time);

/* These functions store other data of a program beside the pipelines. gv_vk_pipeline_cache_name()
 * returns the name of the data, which depends on the device's features. gv_vk_pipeline_cache_read()
 * returns the data that was last stored under a name; the caller must free() the data.
 * gv_vk_pipeline_cache_write() replaces the data, and returns false if the data cannot be replaced,
 * or if another process has replaced the data since the last read: the caller may then read again,
 * merge and write. */
void gv_vk_pipeline_cache_name(const struct gv_vk_pipeline_cache *cache, const char *program,
                               char out_name[GV_VK_CACHE_NAME_B]);
void *gv_vk_pipeline_cache_read(const struct gv_vk_pipeline_cache *cache, const char *name,
                                size_t *out_size_B);
bool gv_vk_pipeline_cache_write(const struct gv_vk_pipeline_cache *cache, const char *name,
                                const void *data, size_t size_B);

/* Create a pipeline with the cache and count it. `precompile`: the pipeline is not needed yet.
 * info->pNext may be NULL. */
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_graphics(struct gv_vk_pipeline_cache *cache,
                                                     const VkGraphicsPipelineCreateInfo *info,
                                                     bool precompile, VkPipeline *out_pipeline);
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_compute(struct gv_vk_pipeline_cache *cache,
                                                    const VkComputePipelineCreateInfo *info,
                                                    bool precompile, VkPipeline *out_pipeline);

#endif
