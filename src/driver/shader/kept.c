/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/kept.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "driver/screen/screen.h"
#include "driver/shader/kept_tables.h"
#include "driver/shader/program_layout.h"
#include "driver/shader/recipe.h"
#include "driver/shader/shader.h"
#include "driver/shader/translate.h"
#include "util/log.h"
#include "vk/name.h"
#include "vk/pipeline_cache.h"

enum {
    MAX_TRIES = 4,    /* to store, when others do at the same time */
    NUM_SAVES = 3,    /* while the program runs, which may end at once */
    FIRST_SAVE_S = 2, /* behind the beginning of the wait; the others wait longer by a factor */
    SAVE_FACTOR = 5
};

struct gv_kept {
    struct gv_screen *screen;
    char name[GV_VK_CACHE_NAME_B];

    pthread_mutex_t lock;    /* of all that follows, but what is in work is its thread's */
    pthread_cond_t changed;  /* a state, or one of these */
    bool loaded, stop, done; /* done: all that could be made is */
    bool stale;              /* the file lacks something, or has it too far behind */
    struct gv_kept_tables tables;

    bool runs;
    pthread_t thread;
};

/* ---- Making, without the lock ---------------------------------------------------------------- */

/* The lock is held. NULL when the tokens are refused. */
static struct galvan_tgsi *tgsi_of(struct gv_kept_shader *shader)
{
    if (!shader->tgsi && galvan_tgsi_from_tokens(shader->tokens, shader->num_tokens, NULL,
                                                 &shader->tgsi) != GALVAN_OK)
        return NULL;
    return galvan_tgsi_info(shader->tgsi)->stage == shader->stage ? shader->tgsi : NULL;
}

static void make_variant(struct gv_kept *kept, struct gv_kept_variant *v)
{
    struct gv_kept_shader *shader = &kept->tables.shaders[v->shader - 1];
    struct galvan_spirv_key key = v->key;
    pthread_mutex_lock(&kept->lock);
    const struct galvan_tgsi *tgsi = tgsi_of(shader);
    pthread_mutex_unlock(&kept->lock);
    if (v->captures)
        key.stream_output = &shader->stream_output;
    if (tgsi)
        v->module = gv_shader_translate(kept->screen, tgsi, &key, NULL);
}

/* Of the variants, which are ready. */
static bool get_shaders(struct gv_kept *kept, const struct gv_recipe *recipe,
                        struct gv_shader out_shaders[GV_NUM_GRAPHICS_STAGES],
                        VkShaderModule out_modules[GV_NUM_GRAPHICS_STAGES])
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (!recipe->kept[s])
            continue;
        const struct gv_kept_variant *v = &kept->tables.variants[recipe->kept[s] - 1];
        struct gv_kept_shader *shader = &kept->tables.shaders[v->shader - 1];
        if (!v->module)
            return false;
        out_modules[s] = v->module;
        out_shaders[s] = (struct gv_shader){
            .tgsi = shader->tgsi, .info = galvan_tgsi_info(shader->tgsi), .stage = shader->stage};
    }
    return true;
}

static void make_pipeline(struct gv_kept *kept, struct gv_kept_pipeline *p)
{
    struct gv_vk_device *dev = kept->screen->dev;
    struct gv_shader shaders[GV_NUM_GRAPHICS_STAGES] = {0};
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES] = {VK_NULL_HANDLE};
    if (!gv_recipe_fits(kept->screen, &p->recipe) ||
        !get_shaders(kept, &p->recipe, shaders, modules))
        return;
    struct gv_program program = {
        .bind_point = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .fetch_mask = p->recipe.fetch_mask,
    };
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        program.shaders[s] = modules[s] ? &shaders[s] : NULL;
    struct gv_set_builder *builders = gv_program_collect(dev, &program);
    if (builders && gv_program_make_layouts(kept->screen, builders, &program) &&
        gv_recipe_make(kept->screen, &p->recipe, modules, program.layout, true, &p->handle) ==
            VK_SUCCESS)
        gv_vk_name(dev, VK_OBJECT_TYPE_PIPELINE, p->handle, "pipeline of an earlier run");
    free(builders);
    gv_program_finish_layouts(dev, &program);
}

/* ---- Getting ready, with the lock ------------------------------------------------------------ */

/* True: the caller makes it, and says so then. Else it is ready, or nothing will come. */
static bool begin(struct gv_kept *kept, enum gv_kept_state *state, bool *waited)
{
    if (*state == GV_KEPT_TO_DO || *state == GV_KEPT_IN_WORK)
        *waited = true;
    while (*state == GV_KEPT_IN_WORK)
        pthread_cond_wait(&kept->changed, &kept->lock);
    if (*state != GV_KEPT_TO_DO)
        return false;
    *state = GV_KEPT_IN_WORK;
    pthread_mutex_unlock(&kept->lock);
    return true;
}

static void end(struct gv_kept *kept, enum gv_kept_state *state, bool made)
{
    pthread_mutex_lock(&kept->lock);
    *state = made ? GV_KEPT_READY : GV_KEPT_FAILED;
    pthread_cond_broadcast(&kept->changed);
}

static void need_variant(struct gv_kept *kept, struct gv_kept_variant *v, bool *waited)
{
    if (begin(kept, &v->state, waited)) {
        make_variant(kept, v);
        end(kept, &v->state, v->module != VK_NULL_HANDLE);
    }
}

static void need_pipeline(struct gv_kept *kept, struct gv_kept_pipeline *p, bool *waited)
{
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES && p->state == GV_KEPT_TO_DO; s++) {
        if (p->recipe.kept[s])
            need_variant(kept, &kept->tables.variants[p->recipe.kept[s] - 1], waited);
    }
    if (begin(kept, &p->state, waited)) {
        make_pipeline(kept, p);
        end(kept, &p->state, p->handle != VK_NULL_HANDLE);
    }
}

/* ---- The thread ------------------------------------------------------------------------------ */

static void load(struct gv_kept *kept, enum gv_kept_state state)
{
    size_t size_B = 0;
    void *data = gv_vk_pipeline_cache_read(&kept->screen->pipeline_cache, kept->name, &size_B);
    pthread_mutex_lock(&kept->lock);
    if (data)
        gv_kept_read(&kept->tables, data, size_B, state);
    kept->loaded = true;
    pthread_cond_broadcast(&kept->changed);
    pthread_mutex_unlock(&kept->lock);
    free(data);
}

/* The lock is held, but while this reads and stores. */
static void save(struct gv_kept *kept)
{
    struct gv_vk_pipeline_cache *cache = &kept->screen->pipeline_cache;
    bool stored = false;
    kept->stale = false;
    for (unsigned i = 0; i < MAX_TRIES && !stored; i++) {
        size_t size_B = 0;
        pthread_mutex_unlock(&kept->lock);
        load(kept, GV_KEPT_OTHERS); /* what other processes have added meanwhile */
        pthread_mutex_lock(&kept->lock);
        void *data = gv_kept_write(&kept->tables, &size_B);
        pthread_mutex_unlock(&kept->lock);
        stored = data && gv_vk_pipeline_cache_write(cache, kept->name, data, size_B);
        free(data);
        pthread_mutex_lock(&kept->lock);
    }
    gv_debug(&kept->screen->log, "driver", "%u pipelines of this program %s",
             kept->tables.num_pipelines, stored ? "are kept" : "could not be kept");
}

/* False: the thread is to end. */
static bool sleep_for(struct gv_kept *kept, unsigned seconds)
{
    struct timespec then;
    clock_gettime(CLOCK_MONOTONIC, &then);
    then.tv_sec += seconds;
    while (!kept->stop && pthread_cond_timedwait(&kept->changed, &kept->lock, &then) != ETIMEDOUT)
        continue;
    return !kept->stop;
}

/* Programs are killed, or are gone before the device has done all that they asked for. */
static void save_now_and_then(struct gv_kept *kept)
{
    unsigned wait_s = FIRST_SAVE_S;
    for (unsigned i = 0; i < NUM_SAVES && sleep_for(kept, wait_s); i++, wait_s *= SAVE_FACTOR) {
        if (kept->stale)
            save(kept);
    }
}

static void *make_all(void *data)
{
    struct gv_kept *kept = data;
    bool waited = false;
    load(kept, GV_KEPT_TO_DO);
    pthread_mutex_lock(&kept->lock);
    for (uint32_t next; !kept->stop && (next = gv_kept_next_pipeline(&kept->tables)) != 0;)
        need_pipeline(kept, &kept->tables.pipelines[next - 1], &waited);
    kept->done = true;
    pthread_cond_broadcast(&kept->changed);
    save_now_and_then(kept);
    pthread_mutex_unlock(&kept->lock);
    return NULL;
}

void gv_kept_wait(struct gv_kept *kept)
{
    if (!kept || !kept->runs)
        return;
    pthread_mutex_lock(&kept->lock);
    while (!kept->done)
        pthread_cond_wait(&kept->changed, &kept->lock);
    pthread_mutex_unlock(&kept->lock);
}

/* ---- What draws ask for ---------------------------------------------------------------------- */

static void wait_loaded(struct gv_kept *kept)
{
    while (!kept->loaded)
        pthread_cond_wait(&kept->changed, &kept->lock);
}

void gv_kept_see(struct gv_kept *kept, const struct gv_shader *shader)
{
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    if (!kept)
        return;
    pthread_mutex_lock(&kept->lock);
    gv_kept_see_shader(&kept->tables, shader->stage, tokens, num_tokens, &shader->stream_output);
    pthread_mutex_unlock(&kept->lock);
}

uint32_t gv_kept_variant(struct gv_kept *kept, const struct gv_shader *shader,
                         const struct galvan_spirv_key *key, VkShaderModule *out_module,
                         bool *waited)
{
    *out_module = VK_NULL_HANDLE;
    if (!kept || shader->stage == GALVAN_STAGE_COMPUTE || key->vertex_kernel)
        return 0;
    struct galvan_spirv_key plain = *key;
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(shader->tgsi, &num_tokens);
    plain.stream_output = NULL;
    pthread_mutex_lock(&kept->lock);
    wait_loaded(kept);
    uint32_t number = gv_kept_add_shader(&kept->tables, shader->stage, tokens, num_tokens,
                                         &shader->stream_output);
    if (number)
        number = gv_kept_add_variant(&kept->tables, number, &plain, key->stream_output != NULL,
                                     GV_KEPT_OTHERS);
    if (number) {
        struct gv_kept_variant *v = &kept->tables.variants[number - 1];
        need_variant(kept, v, waited);
        *out_module = v->module;
    }
    pthread_mutex_unlock(&kept->lock);
    return number;
}

VkPipeline gv_kept_pipeline(struct gv_kept *kept, const struct gv_recipe *recipe, bool *waited)
{
    VkPipeline handle = VK_NULL_HANDLE;
    if (!kept)
        return VK_NULL_HANDLE;
    pthread_mutex_lock(&kept->lock);
    wait_loaded(kept);
    const uint32_t before = kept->tables.num_pipelines;
    const uint32_t number = gv_kept_add_pipeline(&kept->tables, recipe, GV_KEPT_OTHERS);
    if (number) {
        struct gv_kept_pipeline *p = &kept->tables.pipelines[number - 1];
        kept->stale |= number > before;
        if (!p->used)
            p->used = ++kept->tables.num_used;
        need_pipeline(kept, p, waited);
        kept->stale |= *waited; /* used ones come first in the next file */
        handle = p->handle;
    }
    pthread_mutex_unlock(&kept->lock);
    return handle;
}

/* ---- Life ------------------------------------------------------------------------------------ */

struct gv_kept *gv_kept_create(struct gv_screen *screen, const char *program)
{
    const struct gv_vk_pipeline_cache *cache = &screen->pipeline_cache;
    if (!cache->dir.path[0] && !cache->keeper.store)
        return NULL;
    struct gv_kept *kept = calloc(1, sizeof(*kept));
    pthread_condattr_t attr;
    if (!kept)
        return NULL;
    kept->screen = screen;
    gv_vk_pipeline_cache_name(cache, program, kept->name);
    pthread_mutex_init(&kept->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&kept->changed, &attr);
    pthread_condattr_destroy(&attr);
    kept->runs = pthread_create(&kept->thread, NULL, make_all, kept) == 0;
    if (!kept->runs) /* what draws need is made when they need it */
        load(kept, GV_KEPT_TO_DO);
    return kept;
}

void gv_kept_destroy(struct gv_kept *kept)
{
    if (!kept)
        return;
    struct gv_vk_device *dev = kept->screen->dev;
    struct gv_kept_tables *tables = &kept->tables;
    pthread_mutex_lock(&kept->lock);
    kept->stop = true;
    pthread_cond_broadcast(&kept->changed);
    pthread_mutex_unlock(&kept->lock);
    if (kept->runs)
        pthread_join(kept->thread, NULL);
    pthread_mutex_lock(&kept->lock);
    if (kept->stale && !atomic_load(&dev->lost))
        save(kept);
    pthread_mutex_unlock(&kept->lock);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        dev->vk.vkDestroyPipeline(dev->handle, tables->pipelines[i].handle, NULL);
    for (uint32_t i = 0; i < tables->num_variants; i++)
        dev->vk.vkDestroyShaderModule(dev->handle, tables->variants[i].module, NULL);
    gv_kept_tables_finish(tables);
    pthread_cond_destroy(&kept->changed);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}
