/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/compile_job.h"

#include <stdlib.h>

#include "driver/screen/screen.h"
#include "driver/shader/disk_cache.h"
#include "driver/shader/translate.h"
#include "vk/name.h"

enum {
    MAX_QUEUED = 1024 /* limit of queued jobs; programs that are linked while the queue is full are
                         compiled at their first draw */
};

/* Delay of jobs that can wait. Most applications have loaded their first scene after this time. */
static const uint64_t later_ns = 10000000000u;

struct gv_compile_job {
    struct gv_job job;
    struct gv_screen *screen;
    struct gv_compile_params params;
    VkPipeline handle;
    /* The disk cache's pipeline, which the cache owns; used in place of `handle`. */
    VkPipeline cached;
    struct gv_compile_job *next; /* next job in the list params.done */
};

static void push_done(struct gv_compile_done *done, struct gv_compile_job *job)
{
    job->next = atomic_load_explicit(&done->first, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&done->first, &job->next, job,
                                                  memory_order_release, memory_order_relaxed))
        continue;
}

/* Takes the first job of the list. Only one thread takes jobs, so the `next` of the first job
 * cannot change in the loop. */
struct gv_compile_job *gv_compile_done_take(struct gv_compile_done *done)
{
    struct gv_compile_job *job = atomic_load_explicit(&done->first, memory_order_acquire);
    while (job && !atomic_compare_exchange_weak_explicit(
                      &done->first, &job, job->next, memory_order_acquire, memory_order_acquire))
        continue;
    return job;
}

/* Takes the pipeline with inlined uniforms from the disk cache, or compiles it. Adds a new pipeline
 * to the disk cache. */
static VkResult create_inlined(struct gv_compile_job *job, struct gv_compile_params *p)
{
    bool all_cached = true, waited = false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        all_cached &= !p->modules[s] || p->info.cached_variants[s];
    if (all_cached)
        job->cached = gv_disk_cache_get_pipeline(job->screen->disk_cache, &p->info, &waited);
    return job->cached ? VK_SUCCESS
                       : gv_pipeline_create(job->screen, &p->info, p->modules, p->layout, true,
                                            &job->handle);
}

static VkResult compile_inlined(struct gv_compile_job *job)
{
    struct gv_compile_params *p = &job->params;
    struct gv_vk_device *dev = job->screen->dev;
    VkShaderModule *module = &p->modules[p->inlined->stage];
    VkResult result = VK_SUCCESS;
    bool waited = false;
    p->info.cached_variants[p->inlined->stage] = gv_disk_cache_get_variant(
        job->screen->disk_cache, p->inlined, &p->inlined_key, module, &waited);
    const bool is_cached = *module != VK_NULL_HANDLE;
    if (!is_cached)
        result = gv_shader_translate(job->screen, p->inlined->tgsi, &p->inlined_key, NULL, module);
    if (result == VK_SUCCESS)
        result = create_inlined(job, p);
    if (!is_cached)
        dev->vk.vkDestroyShaderModule(dev->handle, *module, NULL);
    *module = VK_NULL_HANDLE;
    return result;
}

static VkResult compile_kind(struct gv_compile_job *job)
{
    const struct gv_compile_params *p = &job->params;
    switch (p->kind) {
    case GV_COMPILE_INLINED:
        return compile_inlined(job);
    case GV_COMPILE_PIPELINE:
        return gv_pipeline_create(job->screen, &p->info, p->modules, p->layout, true, &job->handle);
    default:
        return gv_shader_library_create(job->screen, &p->info, p->modules, p->layout,
                                        (enum gv_shader_library)p->kind, &job->handle);
    }
}

static void compile(void *priv)
{
    static const char *const names[] = {
        [GV_COMPILE_PRE_RASTERIZATION] = "pipeline library",
        [GV_COMPILE_FRAGMENT_SHADER] = "pipeline library",
        [GV_COMPILE_PIPELINE] = "optimized pipeline",
        [GV_COMPILE_INLINED] = "pipeline with inlined uniforms",
    };
    struct gv_compile_job *job = priv;
    const struct gv_compile_params *p = &job->params;
    if (compile_kind(job) == VK_SUCCESS && job->handle)
        gv_vk_name(job->screen->dev, VK_OBJECT_TYPE_PIPELINE, job->handle, "%s", names[p->kind]);
    if (p->done)
        push_done(p->done, job);
}

struct gv_compile_job *gv_compile_job_create(struct gv_screen *screen,
                                             const struct gv_compile_params *params)
{
    struct gv_compile_job *job =
        gv_job_queue_length(&screen->jobs) < MAX_QUEUED ? calloc(1, sizeof(*job)) : NULL;
    if (!job)
        return NULL;
    job->job.run = compile;
    job->job.priv = job;
    job->screen = screen;
    job->params = *params;
    const bool is_library =
        params->kind == GV_COMPILE_PRE_RASTERIZATION || params->kind == GV_COMPILE_FRAGMENT_SHADER;
    const bool is_urgent = is_library && !params->can_wait;
    if (gv_job_queue_add_delayed(&screen->jobs, &job->job,
                                 is_urgent ? GV_JOBS_LIBRARIES : GV_JOBS_OPTIMIZED,
                                 params->can_wait ? later_ns : 0))
        return job;
    free(job);
    return NULL;
}

void gv_compile_job_destroy(struct gv_compile_job *job)
{
    if (!job)
        return;
    job->screen->dev->vk.vkDestroyPipeline(job->screen->dev->handle, job->handle, NULL);
    free(job);
}

VkPipeline gv_compile_job_get(struct gv_compile_job *job, bool *waited)
{
    *waited |= gv_job_finish(&job->screen->jobs, &job->job);
    return job->cached ? job->cached : job->handle;
}

void gv_compile_job_cancel(struct gv_compile_job *job)
{
    gv_job_cancel(&job->screen->jobs, &job->job);
}

const struct gv_compile_params *gv_compile_job_params(const struct gv_compile_job *job)
{
    return &job->params;
}
