/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/disk_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/limits.h"
#include "driver/screen/screen.h"
#include "driver/shader/cache_tables.h"
#include "driver/shader/pipeline_create.h"
#include "driver/shader/program_layout.h"
#include "driver/shader/shader.h"
#include "driver/shader/translate.h"
#include "util/log.h"
#include "vk/name.h"
#include "vk/pipeline_cache.h"

enum {
    MAX_TRIES = 4, /* number of attempts to store, since other processes may store at the same
                      time */
    NUM_SAVES = 3  /* number of times that the cache is stored during the run */
};

/* Delays after which the cache is stored. The cache is not only stored at the end of the run, since
 * applications are killed, or exit without destroying their context. */
static const uint64_t save_delays_ns[NUM_SAVES] = {2000000000u, 12000000000u, 62000000000u};

struct gv_disk_cache {
    struct gv_screen *screen;
    char name[GV_VK_CACHE_NAME_B];
    struct gv_job load, saves[NUM_SAVES];

    pthread_mutex_t lock; /* protects the fields below, except those fields of entries that a
                             running job owns */
    bool stale; /* the file lacks a pipeline of this run, or lists a pipeline that a draw had to
                   wait for, and that should come earlier */
    bool knows_program; /* the file had pipelines of earlier runs */
    struct gv_cache_tables tables;
};

/* ---- Jobs that compile ----------------------------------------------------------------------- */

/* Under the lock: parses the tokens of a shader. NULL if the tokens are invalid. */
static struct galvan_tgsi *tgsi_of(struct gv_cached_shader *shader)
{
    if (!shader->tgsi && galvan_tgsi_from_tokens(shader->tokens, shader->num_tokens, NULL,
                                                 &shader->tgsi) != GALVAN_OK)
        return NULL;
    return galvan_tgsi_info(shader->tgsi)->stage == shader->stage ? shader->tgsi : NULL;
}

static void compile_variant(void *priv)
{
    struct gv_cached_variant *v = priv;
    struct gv_disk_cache *cache = v->cache;
    struct gv_cached_shader *shader = &cache->tables.shaders[v->shader - 1];
    struct galvan_spirv_key key = v->key;
    if (memcmp(&key.device, &cache->screen->spirv_device, sizeof(key.device)) != 0)
        return; /* the shader was compiled for another device */
    pthread_mutex_lock(&cache->lock);
    const struct galvan_tgsi *tgsi = tgsi_of(shader);
    pthread_mutex_unlock(&cache->lock);
    if (v->captures)
        key.vertex.stream_output = &shader->stream_output;
    if (tgsi && gv_shader_translate(cache->screen, tgsi, &key, NULL, &v->module) != VK_SUCCESS)
        v->module = VK_NULL_HANDLE; /* a draw that needs the variant translates it */
}

/* Finds the shaders and modules of a pipeline. Compiles variants that are not compiled yet. False
 * if a module is missing. */
static bool get_shaders(struct gv_disk_cache *cache, const struct gv_pipeline_info *info,
                        struct gv_shader out_shaders[GALVAN_NUM_STAGES],
                        VkShaderModule out_modules[GALVAN_NUM_STAGES])
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (!info->cached_variants[s])
            continue;
        struct gv_cached_variant *v = &cache->tables.variants[info->cached_variants[s] - 1];
        struct gv_cached_shader *shader = &cache->tables.shaders[v->shader - 1];
        gv_job_finish(&cache->screen->jobs, &v->job);
        if (!v->module)
            return false;
        out_modules[s] = v->module;
        out_shaders[s] = (struct gv_shader){
            .tgsi = shader->tgsi, .info = galvan_tgsi_info(shader->tgsi), .stage = shader->stage};
    }
    return true;
}

/* Whether the device has enough shared and private memory for a compute shader. */
static bool has_memory_for(const struct gv_vk_device *dev, const struct gv_cached_variant *v)
{
    return v->key.vertex.lowered ||
           (v->key.compute.shared_size_B <= dev->properties.limits.maxComputeSharedMemorySize &&
            v->key.compute.private_size_B <= GV_MAX_PRIVATE_B);
}

static VkResult create(struct gv_disk_cache *cache, const struct gv_pipeline_info *info,
                       const VkShaderModule modules[GALVAN_NUM_STAGES], VkPipelineLayout layout,
                       VkPipeline *out_handle)
{
    if (!info->is_compute)
        return gv_pipeline_create(cache->screen, info, modules, layout, true, out_handle);
    unsigned s = 0;
    while (!modules[s])
        s++;
    if (!has_memory_for(cache->screen->dev, &cache->tables.variants[info->cached_variants[s] - 1]))
        return VK_ERROR_UNKNOWN;
    return gv_compute_pipeline_create(cache->screen, modules[s], layout, &info->launch, true,
                                      out_handle);
}

static void compile_pipeline(void *priv)
{
    struct gv_cached_pipeline *p = priv;
    struct gv_disk_cache *cache = p->cache;
    struct gv_vk_device *dev = cache->screen->dev;
    struct gv_shader shaders[GALVAN_NUM_STAGES] = {0};
    VkShaderModule modules[GALVAN_NUM_STAGES] = {VK_NULL_HANDLE};
    if (!gv_pipeline_info_fits(cache->screen, &p->info) ||
        !get_shaders(cache, &p->info, shaders, modules))
        return;
    struct gv_program program = {
        .bind_point =
            p->info.is_compute ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS,
        .fetch_mask = p->info.fetch_mask,
    };
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
        program.shaders[s] = modules[s] ? &shaders[s] : NULL;
    struct gv_set_builder *builders = gv_program_collect(cache->screen, &program);
    if (builders && gv_program_make_layouts(cache->screen, builders, &program) &&
        create(cache, &p->info, modules, program.layout, &p->handle) == VK_SUCCESS)
        gv_vk_name(dev, VK_OBJECT_TYPE_PIPELINE, p->handle, "pipeline of the disk cache");
    free(builders);
    gv_program_finish_layouts(dev, &program);
}

/* ---- Loading and storing --------------------------------------------------------------------- */

static void load(struct gv_disk_cache *cache, bool to_compile)
{
    size_t size_B = 0;
    void *data = gv_vk_pipeline_cache_read(&cache->screen->pipeline_cache, cache->name, &size_B);
    pthread_mutex_lock(&cache->lock);
    if (data)
        gv_cache_tables_deserialize(&cache->tables, data, size_B, to_compile);
    pthread_mutex_unlock(&cache->lock);
    free(data);
}

/* Loads the cache, and queues jobs for its entries. If there is no thread, draws execute the jobs
 * that they need. */
static void load_and_queue(void *priv)
{
    struct gv_disk_cache *cache = priv;
    struct gv_job_queue *jobs = &cache->screen->jobs;
    struct gv_cache_tables *tables = &cache->tables;
    load(cache, true);
    pthread_mutex_lock(&cache->lock);
    cache->knows_program = tables->num_pipelines > 0;
    for (uint32_t i = 0; i < tables->num_variants; i++) {
        struct gv_cached_variant *v = &tables->variants[i];
        v->cache = cache;
        v->job = (struct gv_job){.run = compile_variant, .priv = v};
    }
    for (uint32_t i = 0; i < tables->num_pipelines; i++) {
        struct gv_cached_pipeline *p = &tables->pipelines[i];
        p->cache = cache;
        p->job = (struct gv_job){.run = compile_pipeline, .priv = p};
        gv_job_queue_add(jobs, &p->job, GV_JOBS_CACHED);
    }
    gv_internal_shaders_make(cache->screen, tables->internal_shaders);
    for (unsigned i = 0; i < NUM_SAVES; i++)
        gv_job_queue_add_delayed(jobs, &cache->saves[i], GV_JOBS_OPTIMIZED, save_delays_ns[i]);
    pthread_mutex_unlock(&cache->lock);
}

static bool store(struct gv_disk_cache *cache)
{
    struct gv_vk_pipeline_cache *files = &cache->screen->pipeline_cache;
    size_t size_B = 0;
    pthread_mutex_lock(&cache->lock);
    void *data = gv_cache_tables_serialize(&cache->tables, &size_B);
    pthread_mutex_unlock(&cache->lock);
    const bool stored = data && gv_vk_pipeline_cache_write(files, cache->name, data, size_B);
    free(data);
    return stored;
}

static void save(void *priv)
{
    struct gv_disk_cache *cache = priv;
    bool stored = false;
    pthread_mutex_lock(&cache->lock);
    const uint64_t internal_shaders =
        cache->tables.internal_shaders | gv_internal_shaders_needed(cache->screen);
    const bool stale = cache->stale || internal_shaders != cache->tables.internal_shaders;
    const uint32_t num = cache->tables.num_pipelines;
    cache->stale = false;
    cache->tables.internal_shaders = internal_shaders;
    pthread_mutex_unlock(&cache->lock);
    if (!stale)
        return;
    for (unsigned i = 0; i < MAX_TRIES && !stored; i++) {
        load(cache, false); /* adds the entries that other processes have stored since the last
                               load */
        stored = store(cache);
    }
    gv_debug(&cache->screen->log, "driver", "%u pipelines of this program %s", num,
             stored ? "are stored" : "could not be stored");
}

/* ---- Requests of draws */

void gv_disk_cache_note_shader(struct gv_disk_cache *cache, const struct gv_shader *shader)
{
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    if (!cache)
        return;
    struct gv_cache_tables *tables = &cache->tables;
    pthread_mutex_lock(&cache->lock);
    const bool is_new = gv_cache_tables_note_shader(tables, shader->stage, tokens, num_tokens,
                                                    &shader->stream_output);
    for (uint32_t i = 0; is_new && i < tables->num_pipelines; i++) {
        struct gv_cached_pipeline *p = &tables->pipelines[i];
        if (p->to_compile && gv_cache_tables_is_likely(tables, p))
            gv_job_queue_move(&cache->screen->jobs, &p->job, GV_JOBS_CACHED_LIKELY);
    }
    pthread_mutex_unlock(&cache->lock);
}

bool gv_disk_cache_knows_program(struct gv_disk_cache *cache)
{
    if (!cache)
        return false;
    gv_job_finish(&cache->screen->jobs, &cache->load);
    pthread_mutex_lock(&cache->lock);
    const bool knows = cache->knows_program;
    pthread_mutex_unlock(&cache->lock);
    return knows;
}

uint32_t gv_disk_cache_get_variant(struct gv_disk_cache *cache, const struct gv_shader *shader,
                                   const struct galvan_spirv_key *key, VkShaderModule *out_module,
                                   bool *waited)
{
    *out_module = VK_NULL_HANDLE;
    if (!cache)
        return 0;
    struct gv_job_queue *jobs = &cache->screen->jobs;
    struct galvan_spirv_key plain = *key;
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    plain.vertex.stream_output = NULL;
    gv_job_finish(jobs, &cache->load);
    pthread_mutex_lock(&cache->lock);
    uint32_t number = gv_cache_tables_add_shader(&cache->tables, shader->stage, tokens, num_tokens,
                                                 &shader->stream_output);
    if (number)
        number = gv_cache_tables_add_variant(&cache->tables, number, &plain,
                                             key->vertex.stream_output != NULL, false);
    pthread_mutex_unlock(&cache->lock);
    struct gv_cached_variant *v = number ? &cache->tables.variants[number - 1] : NULL;
    if (v && v->to_compile) {
        *waited |= gv_job_finish(jobs, &v->job);
        *out_module = v->module;
    }
    return number;
}

VkPipeline gv_disk_cache_get_pipeline(struct gv_disk_cache *cache,
                                      const struct gv_pipeline_info *info, bool *waited)
{
    if (!cache)
        return VK_NULL_HANDLE;
    struct gv_job_queue *jobs = &cache->screen->jobs;
    gv_job_finish(jobs, &cache->load);
    pthread_mutex_lock(&cache->lock);
    const uint32_t before = cache->tables.num_pipelines;
    const uint32_t number = gv_cache_tables_add_pipeline(&cache->tables, info, false);
    struct gv_cached_pipeline *p = number ? &cache->tables.pipelines[number - 1] : NULL;
    cache->stale |= number > before;
    if (p && !p->used)
        p->used = ++cache->tables.num_used;
    pthread_mutex_unlock(&cache->lock);
    if (!p || !p->to_compile)
        return VK_NULL_HANDLE;
    if (gv_job_finish(jobs, &p->job)) {
        *waited = true;
        pthread_mutex_lock(&cache->lock);
        cache->stale = true; /* the pipeline should come earlier in the next file */
        pthread_mutex_unlock(&cache->lock);
    }
    return p->handle;
}

/* ---- Create and destroy */

struct gv_disk_cache *gv_disk_cache_create(struct gv_screen *screen, const char *program)
{
    const struct gv_vk_pipeline_cache *files = &screen->pipeline_cache;
    if (!files->dir.path[0] && !files->keeper.store)
        return NULL;
    struct gv_disk_cache *cache = calloc(1, sizeof(*cache));
    if (!cache)
        return NULL;
    cache->screen = screen;
    gv_vk_pipeline_cache_name(files, program, cache->name);
    pthread_mutex_init(&cache->lock, NULL);
    cache->load = (struct gv_job){.run = load_and_queue, .priv = cache};
    for (unsigned i = 0; i < NUM_SAVES; i++)
        cache->saves[i] = (struct gv_job){.run = save, .priv = cache};
    gv_job_queue_add(&screen->jobs, &cache->load, GV_JOBS_LIBRARIES);
    return cache;
}

static void cancel_jobs(struct gv_disk_cache *cache)
{
    struct gv_job_queue *jobs = &cache->screen->jobs;
    struct gv_cache_tables *tables = &cache->tables;
    gv_job_cancel(jobs, &cache->load); /* cancel this job first, since it queues the other jobs */
    for (unsigned i = 0; i < NUM_SAVES; i++)
        gv_job_cancel(jobs, &cache->saves[i]);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        gv_job_cancel(jobs, &tables->pipelines[i].job);
}

void gv_disk_cache_destroy(struct gv_disk_cache *cache)
{
    if (!cache)
        return;
    struct gv_vk_device *dev = cache->screen->dev;
    struct gv_cache_tables *tables = &cache->tables;
    cancel_jobs(cache);
    if (!atomic_load(&dev->lost))
        save(cache);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        dev->vk.vkDestroyPipeline(dev->handle, tables->pipelines[i].handle, NULL);
    for (uint32_t i = 0; i < tables->num_variants; i++)
        dev->vk.vkDestroyShaderModule(dev->handle, tables->variants[i].module, NULL);
    gv_cache_tables_finish(tables);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}
