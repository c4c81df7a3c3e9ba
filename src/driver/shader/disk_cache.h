/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The disk cache of an application: the shaders, variants, pipelines and internal compute shaders
 * that its earlier runs used. A background thread of the screen compiles them when the application
 * starts, before draws need them. Pipelines whose shaders the application has created come first,
 * then the other pipelines in the order of the last run. If a draw needs a pipeline that is not
 * ready, the draw compiles the pipeline, or waits for the background thread if that thread is
 * already compiling it. Modules and pipelines live as long as the screen. New entries of this run
 * are written to the file a few times during the run, and when the screen is destroyed. */
#ifndef GV_DISK_CACHE_H
#define GV_DISK_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct galvan_spirv_key;
struct gv_disk_cache;
struct gv_pipeline_info;
struct gv_screen;
struct gv_shader;

/* Creates the cache of a program. NULL if memory runs out or there is no directory for the cache.
 * The functions below accept NULL as the cache. */
struct gv_disk_cache *gv_disk_cache_create(struct gv_screen *screen, const char *program);

/* Destroys the cache. The screen's contexts must have been destroyed before. */
void gv_disk_cache_destroy(struct gv_disk_cache *cache);

/* Marks a shader as created by the application. Pipelines of marked shaders are compiled before
 * other pipelines. */
void gv_disk_cache_note_shader(struct gv_disk_cache *cache, const struct gv_shader *shader);

/* Whether earlier runs have stored pipelines. The cache then contains the pipelines that the
 * application will probably use. */
bool gv_disk_cache_knows_program(struct gv_disk_cache *cache);

/* Returns the number of a variant in the cache. Adds the variant if the cache lacks it. 0 if the
 * cache is full or absent; pipelines with the variant are then not cached either. *out_module is
 * the variant's module, which belongs to the cache, or VK_NULL_HANDLE if the caller must create a
 * module. Sets *waited if the caller had to wait for the module. */
uint32_t gv_disk_cache_get_variant(struct gv_disk_cache *cache, const struct gv_shader *shader,
                                   const struct galvan_spirv_key *key, VkShaderModule *out_module,
                                   bool *waited);

/* Returns the pipeline of `info`; the cache owns the pipeline. VK_NULL_HANDLE if the caller must
 * create the pipeline; `info` is then added to the cache for the next run. Sets *waited if the
 * caller had to wait for the pipeline. */
VkPipeline gv_disk_cache_get_pipeline(struct gv_disk_cache *cache,
                                      const struct gv_pipeline_info *info, bool *waited);

#endif
