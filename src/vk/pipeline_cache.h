/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device's pipeline cache, kept between runs in a file or by the program, and the counts that
 * tell whether it helps. */
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
    struct galvan_cache keeper; /* the program's; load is NULL where there is a file instead */
    struct gv_cache_dir dir;
    char name[GV_VK_CACHE_NAME_B]; /* of the file in dir, or for the keeper */
    uint64_t key;                  /* device, driver and its version, Galvan's version */

    _Atomic uint64_t num_made;        /* pipelines */
    _Atomic uint64_t num_found;       /* ... that the device says it had in the cache */
    _Atomic uint64_t num_precompiled; /* compiled before anybody needed them */
    uint64_t num_saved;               /* pipelines that it lacked, when it was read or written */
};

/* Reads the file, if there is a good one, or asks the keeper. dir: as gv_cache_dir_init(). keeper,
 * which is copied, takes the directory's place; NULL: none does. */
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_init(struct gv_vk_device *dev, const char *dir,
                                                 const struct galvan_cache *keeper,
                                                 struct gv_vk_pipeline_cache *cache);

/* Saves what is new and ends the cache. Without gv_vk_pipeline_cache_init() before, zeroed: fine.
 */
void gv_vk_pipeline_cache_finish(struct gv_vk_pipeline_cache *cache);

/* Writes it when a pipeline was compiled since, together with what other processes have put
 * there. No pipeline may be compiled meanwhile. */
void gv_vk_pipeline_cache_save(struct gv_vk_pipeline_cache *cache);

/* From any thread: pipelines made so far, and those among them that the cache did not have. */
void gv_vk_pipeline_cache_counts(const struct gv_vk_pipeline_cache *cache, uint64_t *out_made,
                                 uint64_t *out_compiled);

/* Counts a precompiled pipeline that somebody needs now, ready in time or not. */
void gv_vk_pipeline_cache_count_precompiled(struct gv_vk_pipeline_cache *cache, bool in_time);

/* Other data of a program, beside the pipelines: its name, which is another with other features of
 * the device, what was stored under it last, free()d by the caller, and its replacement. The last
 * is false when somebody else has replaced it since it was read, who may then read again, add its
 * own and write that; or when it cannot be. */
void gv_vk_pipeline_cache_name(const struct gv_vk_pipeline_cache *cache, const char *program,
                               char out_name[GV_VK_CACHE_NAME_B]);
void *gv_vk_pipeline_cache_read(const struct gv_vk_pipeline_cache *cache, const char *name,
                                size_t *out_size_B);
bool gv_vk_pipeline_cache_write(const struct gv_vk_pipeline_cache *cache, const char *name,
                                const void *data, size_t size_B);

/* Make a pipeline with the cache and count it; precompile: nobody needs it yet. The info's pNext
 * may be NULL. */
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_graphics(struct gv_vk_pipeline_cache *cache,
                                                     const VkGraphicsPipelineCreateInfo *info,
                                                     bool precompile, VkPipeline *out_pipeline);
GV_MUST_CHECK VkResult gv_vk_pipeline_cache_compute(struct gv_vk_pipeline_cache *cache,
                                                    const VkComputePipelineCreateInfo *info,
                                                    bool precompile, VkPipeline *out_pipeline);

#endif
