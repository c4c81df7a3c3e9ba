/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/disk_cache.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

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
    MAX_TRIES = 4,    /* to store, while other processes do, too */
    NUM_SAVES = 3,    /* while the program runs, since it may be killed */
    FIRST_SAVE_S = 2, /* after all is compiled; the time to each later save is longer by a factor */
    SAVE_FACTOR = 5
};

struct gv_disk_cache {
    struct gv_screen *screen;
    char name[GV_VK_CACHE_NAME_B];

    pthread_mutex_t lock;    /* of all below; an entry that is being compiled is its thread's */
    pthread_cond_t changed;  /* a state, or one of the next line */
    bool loaded, stop, done; /* done: nothing is pending */
    bool stale;              /* the file lacks a pipeline, or has it too late in the order */
    struct gv_cache_tables tables;

    bool runs;
    pthread_t thread;
};

/* ---- Compiling, without the lock ------------------------------------------------------------- */

/* With the lock. NULL: the tokens are invalid. */
static struct galvan_tgsi *tgsi_of(struct gv_cached_shader *shader)
{
    if (!shader->tgsi && galvan_tgsi_from_tokens(shader->tokens, shader->num_tokens, NULL,
                                                 &shader->tgsi) != GALVAN_OK)
        return NULL;
    return galvan_tgsi_info(shader->tgsi)->stage == shader->stage ? shader->tgsi : NULL;
}

static void make_variant(struct gv_disk_cache *cache, struct gv_cached_variant *v)
{
    struct gv_cached_shader *shader = &cache->tables.shaders[v->shader - 1];
    struct galvan_spirv_key key = v->key;
    pthread_mutex_lock(&cache->lock);
    const struct galvan_tgsi *tgsi = tgsi_of(shader);
    pthread_mutex_unlock(&cache->lock);
    if (v->captures)
        key.stream_output = &shader->stream_output;
    if (tgsi)
        v->module = gv_shader_translate(cache->screen, tgsi, &key, NULL);
}

/* Of the pipeline's variants, none of which is pending. */
static bool get_shaders(struct gv_disk_cache *cache, const struct gv_pipeline_info *info,
                        struct gv_shader out_shaders[GV_NUM_GRAPHICS_STAGES],
                        VkShaderModule out_modules[GV_NUM_GRAPHICS_STAGES])
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (!info->cached_variants[s])
            continue;
        const struct gv_cached_variant *v = &cache->tables.variants[info->cached_variants[s] - 1];
        struct gv_cached_shader *shader = &cache->tables.shaders[v->shader - 1];
        if (!v->module)
            return false;
        out_modules[s] = v->module;
        out_shaders[s] = (struct gv_shader){
            .tgsi = shader->tgsi, .info = galvan_tgsi_info(shader->tgsi), .stage = shader->stage};
    }
    return true;
}

static void make_pipeline(struct gv_disk_cache *cache, struct gv_cached_pipeline *p)
{
    struct gv_vk_device *dev = cache->screen->dev;
    struct gv_shader shaders[GV_NUM_GRAPHICS_STAGES] = {0};
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES] = {VK_NULL_HANDLE};
    if (!gv_pipeline_info_fits(cache->screen, &p->info) ||
        !get_shaders(cache, &p->info, shaders, modules))
        return;
    struct gv_program program = {
        .bind_point = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .fetch_mask = p->info.fetch_mask,
    };
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        program.shaders[s] = modules[s] ? &shaders[s] : NULL;
    struct gv_set_builder *builders = gv_program_collect(dev, &program);
    if (builders && gv_program_make_layouts(cache->screen, builders, &program) &&
        gv_pipeline_create(cache->screen, &p->info, modules, program.layout, true, &p->handle) ==
            VK_SUCCESS)
        gv_vk_name(dev, VK_OBJECT_TYPE_PIPELINE, p->handle, "pipeline of the disk cache");
    free(builders);
    gv_program_finish_layouts(dev, &program);
}

/* ---- States, with the lock ------------------------------------------------------------------- */

/* True: the caller compiles it, without the lock, and calls end(). False: it is not pending (any
 * more), and nobody is compiling it. */
static bool begin(struct gv_disk_cache *cache, enum gv_cached_state *state, bool *waited)
{
    if (*state == GV_CACHED_PENDING || *state == GV_CACHED_COMPILING)
        *waited = true;
    while (*state == GV_CACHED_COMPILING)
        pthread_cond_wait(&cache->changed, &cache->lock);
    if (*state != GV_CACHED_PENDING)
        return false;
    *state = GV_CACHED_COMPILING;
    pthread_mutex_unlock(&cache->lock);
    return true;
}

static void end(struct gv_disk_cache *cache, enum gv_cached_state *state, bool made)
{
    pthread_mutex_lock(&cache->lock);
    *state = made ? GV_CACHED_READY : GV_CACHED_FAILED;
    pthread_cond_broadcast(&cache->changed);
}

static void need_variant(struct gv_disk_cache *cache, struct gv_cached_variant *v, bool *waited)
{
    if (begin(cache, &v->state, waited)) {
        make_variant(cache, v);
        end(cache, &v->state, v->module != VK_NULL_HANDLE);
    }
}

static void need_pipeline(struct gv_disk_cache *cache, struct gv_cached_pipeline *p, bool *waited)
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES && p->state == GV_CACHED_PENDING; s++) {
        if (p->info.cached_variants[s])
            need_variant(cache, &cache->tables.variants[p->info.cached_variants[s] - 1], waited);
    }
    if (begin(cache, &p->state, waited)) {
        make_pipeline(cache, p);
        end(cache, &p->state, p->handle != VK_NULL_HANDLE);
    }
}

/* ---- The thread ------------------------------------------------------------------------------ */

static void load(struct gv_disk_cache *cache, enum gv_cached_state state)
{
    size_t size_B = 0;
    void *data = gv_vk_pipeline_cache_read(&cache->screen->pipeline_cache, cache->name, &size_B);
    pthread_mutex_lock(&cache->lock);
    if (data)
        gv_cache_tables_deserialize(&cache->tables, data, size_B, state);
    cache->loaded = true;
    pthread_cond_broadcast(&cache->changed);
    pthread_mutex_unlock(&cache->lock);
    free(data);
}

/* With the lock, which is released while files are read and written. */
static void save(struct gv_disk_cache *cache)
{
    struct gv_vk_pipeline_cache *store = &cache->screen->pipeline_cache;
    bool stored = false;
    cache->stale = false;
    for (unsigned i = 0; i < MAX_TRIES && !stored; i++) {
        size_t size_B = 0;
        pthread_mutex_unlock(&cache->lock);
        load(cache, GV_CACHED_DATA_ONLY); /* what other processes have added since */
        pthread_mutex_lock(&cache->lock);
        void *data = gv_cache_tables_serialize(&cache->tables, &size_B);
        pthread_mutex_unlock(&cache->lock);
        stored = data && gv_vk_pipeline_cache_write(store, cache->name, data, size_B);
        free(data);
        pthread_mutex_lock(&cache->lock);
    }
    gv_debug(&cache->screen->log, "driver", "%u pipelines of this program %s",
             cache->tables.num_pipelines, stored ? "are stored" : "could not be stored");
}

/* False: the thread has to end. */
static bool sleep_for(struct gv_disk_cache *cache, unsigned seconds)
{
    struct timespec then;
    clock_gettime(CLOCK_MONOTONIC, &then);
    then.tv_sec += seconds;
    while (!cache->stop &&
           pthread_cond_timedwait(&cache->changed, &cache->lock, &then) != ETIMEDOUT)
        continue;
    return !cache->stop;
}

/* Not only at the end: programs are killed, or exit without ending their context. */
static void save_sometimes(struct gv_disk_cache *cache)
{
    unsigned wait_s = FIRST_SAVE_S;
    for (unsigned i = 0; i < NUM_SAVES && sleep_for(cache, wait_s); i++, wait_s *= SAVE_FACTOR) {
        if (cache->stale)
            save(cache);
    }
}

static void *compile_all(void *data)
{
    struct gv_disk_cache *cache = data;
    bool waited = false;
    load(cache, GV_CACHED_PENDING);
    pthread_mutex_lock(&cache->lock);
    for (uint32_t next;
         !cache->stop && (next = gv_cache_tables_next_pipeline(&cache->tables)) != 0;)
        need_pipeline(cache, &cache->tables.pipelines[next - 1], &waited);
    cache->done = true;
    pthread_cond_broadcast(&cache->changed);
    save_sometimes(cache);
    pthread_mutex_unlock(&cache->lock);
    return NULL;
}

void gv_disk_cache_wait(struct gv_disk_cache *cache)
{
    if (!cache || !cache->runs)
        return;
    pthread_mutex_lock(&cache->lock);
    while (!cache->done)
        pthread_cond_wait(&cache->changed, &cache->lock);
    pthread_mutex_unlock(&cache->lock);
}

/* ---- What draws ask for ---------------------------------------------------------------------- */

static void wait_loaded(struct gv_disk_cache *cache)
{
    while (!cache->loaded)
        pthread_cond_wait(&cache->changed, &cache->lock);
}

void gv_disk_cache_note_shader(struct gv_disk_cache *cache, const struct gv_shader *shader)
{
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    if (!cache)
        return;
    pthread_mutex_lock(&cache->lock);
    gv_cache_tables_note_shader(&cache->tables, shader->stage, tokens, num_tokens,
                                &shader->stream_output);
    pthread_mutex_unlock(&cache->lock);
}

uint32_t gv_disk_cache_get_variant(struct gv_disk_cache *cache, const struct gv_shader *shader,
                                   const struct galvan_spirv_key *key, VkShaderModule *out_module,
                                   bool *waited)
{
    *out_module = VK_NULL_HANDLE;
    if (!cache || shader->stage == GALVAN_STAGE_COMPUTE || key->vertex_kernel)
        return 0;
    struct galvan_spirv_key plain = *key;
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    plain.stream_output = NULL;
    pthread_mutex_lock(&cache->lock);
    wait_loaded(cache);
    uint32_t number = gv_cache_tables_add_shader(&cache->tables, shader->stage, tokens, num_tokens,
                                                 &shader->stream_output);
    if (number)
        number = gv_cache_tables_add_variant(&cache->tables, number, &plain,
                                             key->stream_output != NULL, GV_CACHED_DATA_ONLY);
    if (number) {
        struct gv_cached_variant *v = &cache->tables.variants[number - 1];
        need_variant(cache, v, waited);
        *out_module = v->module;
    }
    pthread_mutex_unlock(&cache->lock);
    return number;
}

VkPipeline gv_disk_cache_get_pipeline(struct gv_disk_cache *cache,
                                      const struct gv_pipeline_info *info, bool *waited)
{
    VkPipeline handle = VK_NULL_HANDLE;
    if (!cache)
        return VK_NULL_HANDLE;
    pthread_mutex_lock(&cache->lock);
    wait_loaded(cache);
    const uint32_t before = cache->tables.num_pipelines;
    const uint32_t number = gv_cache_tables_add_pipeline(&cache->tables, info, GV_CACHED_DATA_ONLY);
    if (number) {
        struct gv_cached_pipeline *p = &cache->tables.pipelines[number - 1];
        cache->stale |= number > before;
        if (!p->used)
            p->used = ++cache->tables.num_used;
        need_pipeline(cache, p, waited);
        cache->stale |= *waited; /* it comes earlier in the next file */
        handle = p->handle;
    }
    pthread_mutex_unlock(&cache->lock);
    return handle;
}

/* ---- Life ------------------------------------------------------------------------------------ */

struct gv_disk_cache *gv_disk_cache_create(struct gv_screen *screen, const char *program)
{
    const struct gv_vk_pipeline_cache *store = &screen->pipeline_cache;
    if (!store->dir.path[0] && !store->keeper.store)
        return NULL;
    struct gv_disk_cache *cache = calloc(1, sizeof(*cache));
    pthread_condattr_t attr;
    if (!cache)
        return NULL;
    cache->screen = screen;
    gv_vk_pipeline_cache_name(store, program, cache->name);
    pthread_mutex_init(&cache->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&cache->changed, &attr);
    pthread_condattr_destroy(&attr);
    cache->runs = pthread_create(&cache->thread, NULL, compile_all, cache) == 0;
    if (!cache->runs) /* draws compile what they need of it */
        load(cache, GV_CACHED_PENDING);
    return cache;
}

void gv_disk_cache_destroy(struct gv_disk_cache *cache)
{
    if (!cache)
        return;
    struct gv_vk_device *dev = cache->screen->dev;
    struct gv_cache_tables *tables = &cache->tables;
    pthread_mutex_lock(&cache->lock);
    cache->stop = true;
    pthread_cond_broadcast(&cache->changed);
    pthread_mutex_unlock(&cache->lock);
    if (cache->runs)
        pthread_join(cache->thread, NULL);
    pthread_mutex_lock(&cache->lock);
    if (cache->stale && !atomic_load(&dev->lost))
        save(cache);
    pthread_mutex_unlock(&cache->lock);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        dev->vk.vkDestroyPipeline(dev->handle, tables->pipelines[i].handle, NULL);
    for (uint32_t i = 0; i < tables->num_variants; i++)
        dev->vk.vkDestroyShaderModule(dev->handle, tables->variants[i].module, NULL);
    gv_cache_tables_finish(tables);
    pthread_cond_destroy(&cache->changed);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}
