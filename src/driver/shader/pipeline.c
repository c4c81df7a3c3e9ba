/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines: the look-up in a program's table and the compilation of a new key. */
#include "driver/shader/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "driver/record/recorder.h"
#include "driver/screen/messages.h"
#include "driver/screen/screen.h"
#include "driver/shader/compile_job.h"
#include "driver/shader/disk_cache.h"
#include "driver/shader/inline_uniforms.h"
#include "driver/shader/names.h"
#include "driver/shader/pipeline_create.h"
#include "driver/shader/pipeline_info.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/shader/shader_cache.h"
#include "driver/state/derived.h"

/* ---- The table of a program */

static uint32_t key_hash(const struct gv_pipeline_key *key)
{
    return (uint32_t)XXH3_64bits(key, sizeof(*key));
}

static struct gv_pipeline *find_slot(struct gv_pipeline *table, uint32_t max,
                                     const struct gv_pipeline_key *key)
{
    static const struct gv_pipeline_key none;
    for (uint32_t i = key_hash(key);; i++) {
        struct gv_pipeline *slot = &table[i & (max - 1)];
        if (!memcmp(&slot->key, key, sizeof(*key)) || !memcmp(&slot->key, &none, sizeof(none)))
            return slot;
    }
}

static bool grow(struct gv_program *p)
{
    uint32_t max = p->max_pipelines ? p->max_pipelines * 2 : 8;
    struct gv_pipeline *table = calloc(max, sizeof(*table));
    if (!table)
        return false;
    for (uint32_t i = 0; i < p->max_pipelines; i++) {
        if (p->pipelines[i].key.targets)
            *find_slot(table, max, &p->pipelines[i].key) = p->pipelines[i];
    }
    free(p->pipelines);
    p->pipelines = table;
    p->max_pipelines = max;
    p->last = NULL;
    return true;
}

/* ---- The disk cache */

VkPipeline gv_pipeline_find_cached(struct gv_recorder *rec, const struct gv_pipeline_info *info)
{
    bool waited = false;
    VkPipeline pipeline = gv_disk_cache_get_pipeline(rec->screen->disk_cache, info, &waited);
    if (pipeline)
        gv_vk_pipeline_cache_count_precompiled(&rec->screen->pipeline_cache, !waited);
    if (waited)
        gv_recorder_waited(rec);
    return pipeline;
}

static VkPipeline find_cached(struct gv_recorder *rec, const struct gv_program *program,
                              const struct gv_pipeline_info *info)
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (program->choice.variants[s] && !program->choice.variants[s]->cache_number)
            return VK_NULL_HANDLE;
    }
    return gv_pipeline_find_cached(rec, info);
}

/* ---- Linking and compiling */

static void report_wait(struct gv_messages *messages)
{
    gv_message(messages, GV_MESSAGE_PIPELINE, "a draw waited for a new pipeline");
}

static void get_modules(const struct gv_program *program,
                        VkShaderModule out_modules[GV_NUM_GRAPHICS_STAGES])
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        out_modules[s] =
            program->choice.variants[s] ? program->choice.variants[s]->module : VK_NULL_HANDLE;
}

static bool is_library_for(const struct gv_program_library *library, enum gv_shader_library kind,
                           const struct gv_pipeline_key *key, const struct gv_pipeline_info *info)
{
    const struct gv_compile_params *params = gv_compile_job_params(library->job);
    if (params->kind != (enum gv_compile_kind)kind || !gv_shader_libraries_fit(&params->info, info))
        return false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if ((s == GALVAN_STAGE_FRAGMENT) == (kind == GV_LIBRARY_FRAGMENT_SHADER) &&
            library->variants[s] != key->variants[s])
            return false;
    }
    return true;
}

/* Returns the job of a library that was compiled when the program was linked. NULL if no library
 * was compiled for this key. */
static struct gv_compile_job *find_library(const struct gv_program *program,
                                           enum gv_shader_library kind,
                                           const struct gv_pipeline_key *key,
                                           const struct gv_pipeline_info *info)
{
    for (unsigned i = 0; i < GV_MAX_PROGRAM_LIBRARIES && program->libraries[i].job; i++) {
        if (is_library_for(&program->libraries[i], kind, key, info))
            return program->libraries[i].job;
    }
    return NULL;
}

/* Finds the libraries of a pipeline. False if the program lacks a library, or the device cannot
 * link the libraries. */
static bool get_libraries(const struct gv_vk_device *dev, const struct gv_program *program,
                          const struct gv_pipeline_key *key, const struct gv_pipeline_info *info,
                          VkPipeline out_libraries[GV_NUM_SHADER_LIBRARIES], bool *waited)
{
    struct gv_compile_job *jobs[GV_NUM_SHADER_LIBRARIES];
    if (info->num_colors > 1 && dev->quirks.linksOneTarget)
        return false;
    for (unsigned i = 0; i < GV_NUM_SHADER_LIBRARIES; i++) {
        jobs[i] = find_library(program, (enum gv_shader_library)i, key, info);
        if (!jobs[i])
            return false;
    }
    for (unsigned i = 0; i < GV_NUM_SHADER_LIBRARIES; i++) {
        out_libraries[i] = gv_compile_job_get(jobs[i], waited);
        if (!out_libraries[i])
            return false;
    }
    return true;
}

static void compile_optimized(struct gv_shader_cache *cache, struct gv_owned_pipeline *owned,
                              const struct gv_pipeline_info *info)
{
    struct gv_compile_params params = {.kind = GV_COMPILE_PIPELINE,
                                       .info = *info,
                                       .layout = owned->program->layout,
                                       .done = &cache->optimized,
                                       .owner = owned};
    if (cache->screen->dev->quirks.linksWhole)
        return;
    get_modules(owned->program, params.modules);
    owned->optimized = gv_compile_job_create(cache->screen, &params);
}

/* Links a pipeline. False if the program lacks a library, or linking fails. */
static bool link_libraries(struct gv_shader_cache *cache, struct gv_program *program,
                           const struct gv_pipeline_key *key, const struct gv_pipeline_info *info,
                           struct gv_pipeline *slot)
{
    bool waited = false;
    VkPipeline libraries[GV_NUM_SHADER_LIBRARIES];
    const bool found = get_libraries(cache->screen->dev, program, key, info, libraries, &waited);
    if (waited)
        gv_recorder_waited(cache->rec);
    struct gv_owned_pipeline *owned = found ? calloc(1, sizeof(*owned)) : NULL;
    if (!owned)
        return false;
    if (gv_linked_pipeline_create(cache->screen, info, libraries, program->layout,
                                  &owned->linked) != VK_SUCCESS) {
        free(owned);
        return false;
    }
    gv_vk_pipeline_cache_count_precompiled(&cache->screen->pipeline_cache, !waited);
    if (waited)
        report_wait(cache->messages);
    owned->program = program;
    compile_optimized(cache, owned, info);
    cache->rec->stats.linked++;
    atomic_fetch_add_explicit(&cache->screen->num_linked, 1, memory_order_relaxed);
    slot->owned = owned;
    slot->handle = owned->linked.handle;
    return true;
}

/* Compiles a whole pipeline. False if a later attempt may succeed. */
static bool compile(struct gv_shader_cache *cache, struct gv_program *program,
                    const struct gv_pipeline_info *info, struct gv_pipeline *slot)
{
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    struct gv_owned_pipeline *owned = calloc(1, sizeof(*owned));
    if (!owned)
        return false;
    owned->program = program;
    get_modules(program, modules);
    gv_recorder_waited(cache->rec);
    VkResult result = gv_pipeline_create(cache->screen, info, modules, program->layout, false,
                                         &owned->linked.handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(cache->screen->dev, "vkCreateGraphicsPipelines", result);
        free(owned);
        return !gv_vk_is_out_of_memory(result);
    }
    cache->rec->stats.pipelines++;
    report_wait(cache->messages);
    slot->owned = owned;
    slot->handle = owned->linked.handle;
    return true;
}

/* Returns the pipeline for derived->key. Creates the pipeline if it does not exist yet. NULL on
 * failure. */
static struct gv_pipeline *find_or_make(struct gv_shader_cache *cache, const struct gv_state *state,
                                        const struct gv_derived *derived,
                                        struct gv_program *program)
{
    const struct gv_pipeline_key *key = &derived->key;
    if (2 * (program->num_pipelines + 1) > program->max_pipelines && !grow(program))
        return NULL;
    struct gv_pipeline *slot = find_slot(program->pipelines, program->max_pipelines, key);
    if (!slot->key.targets) {
        struct gv_pipeline_info info;
        gv_pipeline_info_init(state, derived, program, &info);
        slot->handle = find_cached(cache->rec, program, &info);
        if (!slot->handle && !link_libraries(cache, program, key, &info, slot) &&
            !compile(cache, program, &info, slot))
            return NULL;
        if (slot->owned)
            gv_program_name_pipeline(state, program, slot->handle);
        slot->key = *key;
        program->num_pipelines++;
    }
    return slot;
}

VkPipeline gv_pipeline_get(struct gv_shader_cache *cache, const struct gv_state *state,
                           struct gv_derived *derived, struct gv_program *program)
{
    struct gv_pipeline *pipeline = program->last;
    if (!pipeline || memcmp(&pipeline->key, &derived->key, sizeof(derived->key)) != 0) {
        pipeline = find_or_make(cache, state, derived, program);
        if (!pipeline)
            return VK_NULL_HANDLE;
        program->last = pipeline;
    }
    return program->inlines_uniforms
               ? gv_inline_uniforms_pipeline(cache, state, derived, program, pipeline)
               : pipeline->handle;
}

/* ---- Optimized pipelines */

static void use_optimized(struct gv_recorder *rec, const struct gv_owned_pipeline *owned)
{
    const struct gv_program *program = owned->program;
    bool waited = false;
    const VkPipeline optimized = gv_compile_job_get(owned->optimized, &waited);
    for (uint32_t i = 0; optimized && i < program->max_pipelines; i++) {
        if (program->pipelines[i].owned != owned)
            continue;
        program->pipelines[i].handle = optimized;
        rec->stats.optimized++;
        atomic_fetch_add_explicit(&rec->screen->num_optimized, 1, memory_order_relaxed);
    }
}

void gv_pipelines_use_optimized(struct gv_shader_cache *cache)
{
    struct gv_compile_job *job;
    while ((job = gv_compile_done_take(&cache->optimized)) != NULL) {
        const struct gv_compile_params *params = gv_compile_job_params(job);
        if (params->kind == GV_COMPILE_INLINED)
            gv_inlined_pipeline_ready(cache->rec, job);
        else
            use_optimized(cache->rec, params->owner);
    }
}

/* ---- Destroying */

void gv_pipelines_cancel_jobs(struct gv_shader_cache *cache, struct gv_program *program)
{
    for (unsigned i = 0; i < GV_MAX_PROGRAM_LIBRARIES && program->libraries[i].job; i++)
        gv_compile_job_cancel(program->libraries[i].job);
    for (uint32_t i = 0; i < program->max_pipelines; i++) {
        const struct gv_owned_pipeline *owned = program->pipelines[i].owned;
        if (owned && owned->optimized)
            gv_compile_job_cancel(owned->optimized);
        gv_inlined_pipelines_cancel_jobs(program->pipelines[i].inlined);
    }
    gv_pipelines_use_optimized(cache); /* removes the program's jobs from cache->optimized */
}

static void destroy(struct gv_vk_device *dev, struct gv_owned_pipeline *owned)
{
    if (!owned)
        return;
    gv_compile_job_destroy(owned->optimized);
    gv_linked_pipeline_finish(dev, &owned->linked);
    free(owned);
}

void gv_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program)
{
    for (uint32_t i = 0; i < program->max_pipelines; i++) {
        destroy(dev, program->pipelines[i].owned);
        gv_inlined_pipelines_destroy(program->pipelines[i].inlined);
    }
    free(program->pipelines);
    for (unsigned i = 0; i < GV_MAX_PROGRAM_LIBRARIES; i++)
        gv_compile_job_destroy(program->libraries[i].job);
}
