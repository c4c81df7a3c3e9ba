/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The disk cache of a client's program: the shaders, variants, pipelines and internal compute
 * shaders that its earlier runs used. The screen's thread compiles them when the program starts,
 * before draws need them: first those whose shaders the program has created, then the others in the
 * order of the last run. A draw that needs one that is not ready compiles it itself, or waits for
 * the thread if that is compiling it. Their modules and pipelines live as long as the screen. What
 * this run uses in addition is written to the file a few times while the program runs, and when the
 * screen ends. */
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

/* NULL without memory, or where there is no place to store it; the functions below take that. */
struct gv_disk_cache *gv_disk_cache_create(struct gv_screen *screen, const char *program);

/* The screen's contexts are gone. */
void gv_disk_cache_destroy(struct gv_disk_cache *cache);

/* The program has created a shader: pipelines of it are compiled before others. */
void gv_disk_cache_note_shader(struct gv_disk_cache *cache, const struct gv_shader *shader);

/* Whether earlier runs have left pipelines: then what the program draws with is known. */
bool gv_disk_cache_knows_program(struct gv_disk_cache *cache);

/* The number of this variant in the cache, to which it is added if it is new; 0: it is not there,
 * and neither are pipelines with it. *out_module is its module, which belongs to the cache, or
 * VK_NULL_HANDLE: the caller makes one. *waited is set where the module had to be waited for. */
uint32_t gv_disk_cache_get_variant(struct gv_disk_cache *cache, const struct gv_shader *shader,
                                   const struct galvan_spirv_key *key, VkShaderModule *out_module,
                                   bool *waited);

/* The pipeline of info, which belongs to the cache, or VK_NULL_HANDLE: the caller makes one, and
 * the next run has it. *waited as above. */
VkPipeline gv_disk_cache_get_pipeline(struct gv_disk_cache *cache,
                                      const struct gv_pipeline_info *info, bool *waited);

#endif
