/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/compile_queue.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "vk/name.h"

enum {
    MAX_WAITING = 1024 /* jobs in the queue; what is linked beyond them is compiled when it draws */
};

enum state {
    WAITING,
    COMPILING,
    DONE
};

struct gv_compile_job {
    struct gv_compile_job *next; /* in its list, or in params.done */
    enum state state;
    struct gv_compile_params params;
    VkPipeline handle;
};

struct list {
    struct gv_compile_job *first, **end;
};

struct gv_compile_queue {
    struct gv_screen *screen;

    pthread_mutex_t lock;   /* of all below, and of state and next of jobs */
    pthread_cond_t changed; /* a job was added or is done, or stop */
    struct list libraries, pipelines;
    uint32_t num_waiting;
    bool stop, busy, runs;
    pthread_t thread;
};

/* ---- Lists, with the lock -------------------------------------------------------------------- */

static struct list *list_of(struct gv_compile_queue *queue, const struct gv_compile_job *job)
{
    return job->params.kind == GV_COMPILE_PIPELINE ? &queue->pipelines : &queue->libraries;
}

static void add(struct gv_compile_queue *queue, struct gv_compile_job *job)
{
    struct list *list = list_of(queue, job);
    *list->end = job;
    list->end = &job->next;
    queue->num_waiting++;
}

static void take_out(struct gv_compile_queue *queue, struct gv_compile_job *job)
{
    struct list *list = list_of(queue, job);
    struct gv_compile_job **link = &list->first;
    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
    if (!*link)
        list->end = link;
    queue->num_waiting--;
}

static struct gv_compile_job *take_next(struct gv_compile_queue *queue)
{
    struct gv_compile_job *job =
        queue->libraries.first ? queue->libraries.first : queue->pipelines.first;
    if (job)
        take_out(queue, job);
    return job;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static void compile(struct gv_screen *screen, struct gv_compile_job *job)
{
    const struct gv_compile_params *p = &job->params;
    const bool is_pipeline = p->kind == GV_COMPILE_PIPELINE;
    const VkResult result =
        is_pipeline
            ? gv_pipeline_create(screen, &p->info, p->modules, p->layout, true, &job->handle)
            : gv_shader_library_create(screen, &p->info, p->modules, p->layout,
                                       (enum gv_shader_library)p->kind, &job->handle);
    if (result == VK_SUCCESS)
        gv_vk_name(screen->dev, VK_OBJECT_TYPE_PIPELINE, job->handle, "%s",
                   is_pipeline ? "optimized pipeline" : "pipeline library");
}

static void push_done(struct gv_compile_done *done, struct gv_compile_job *job)
{
    job->next = atomic_load_explicit(&done->first, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&done->first, &job->next, job,
                                                  memory_order_release, memory_order_relaxed))
        continue;
}

/* With the lock, which is released while it compiles. */
static void run_job(struct gv_compile_queue *queue, struct gv_compile_job *job)
{
    job->state = COMPILING;
    pthread_mutex_unlock(&queue->lock);
    compile(queue->screen, job);
    pthread_mutex_lock(&queue->lock);
    job->state = DONE;
    if (job->params.done)
        push_done(job->params.done, job);
    pthread_cond_broadcast(&queue->changed);
}

static void *work(void *data)
{
    struct gv_compile_queue *queue = data;
    pthread_mutex_lock(&queue->lock);
    while (!queue->stop) {
        struct gv_compile_job *job = take_next(queue);
        queue->busy = job != NULL;
        if (!job) {
            pthread_cond_broadcast(&queue->changed);
            pthread_cond_wait(&queue->changed, &queue->lock);
            continue;
        }
        run_job(queue, job);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

struct gv_compile_job *gv_compile_queue_add(struct gv_compile_queue *queue,
                                            const struct gv_compile_params *params)
{
    struct gv_compile_job *job = queue ? calloc(1, sizeof(*job)) : NULL;
    if (!job)
        return NULL;
    job->params = *params;
    pthread_mutex_lock(&queue->lock);
    if (!queue->runs)
        queue->runs = pthread_create(&queue->thread, NULL, work, queue) == 0;
    const bool ok = queue->runs && queue->num_waiting < MAX_WAITING;
    if (ok) {
        add(queue, job);
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    if (ok)
        return job;
    free(job);
    return NULL;
}

VkPipeline gv_compile_job_get(struct gv_compile_queue *queue, struct gv_compile_job *job,
                              bool *waited)
{
    pthread_mutex_lock(&queue->lock);
    *waited |= job->state != DONE;
    if (job->state == WAITING) {
        take_out(queue, job);
        run_job(queue, job);
    }
    while (job->state != DONE)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
    return job->handle;
}

void gv_compile_job_cancel(struct gv_compile_queue *queue, struct gv_compile_job *job)
{
    pthread_mutex_lock(&queue->lock);
    if (job->state == WAITING) {
        take_out(queue, job);
        job->state = DONE;
    }
    while (job->state != DONE)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

const struct gv_compile_params *gv_compile_job_params(const struct gv_compile_job *job)
{
    return &job->params;
}

/* Only the one thread takes jobs out, so the first one's next cannot change meanwhile. */
struct gv_compile_job *gv_compile_done_take(struct gv_compile_done *done)
{
    struct gv_compile_job *job = atomic_load_explicit(&done->first, memory_order_acquire);
    while (job && !atomic_compare_exchange_weak_explicit(
                      &done->first, &job, job->next, memory_order_acquire, memory_order_acquire))
        continue;
    return job;
}

void gv_compile_job_destroy(struct gv_vk_device *dev, struct gv_compile_job *job)
{
    if (!job)
        return;
    assert(job->state == DONE);
    dev->vk.vkDestroyPipeline(dev->handle, job->handle, NULL);
    free(job);
}

void gv_compile_queue_drain(struct gv_compile_queue *queue)
{
    if (!queue)
        return;
    pthread_mutex_lock(&queue->lock);
    while (queue->num_waiting || queue->busy)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

/* ---- Life ------------------------------------------------------------------------------------ */

struct gv_compile_queue *gv_compile_queue_create(struct gv_screen *screen)
{
    struct gv_compile_queue *queue =
        screen->dev->caps.graphicsPipelineLibrary ? calloc(1, sizeof(*queue)) : NULL;
    if (!queue)
        return NULL;
    queue->screen = screen;
    queue->libraries.end = &queue->libraries.first;
    queue->pipelines.end = &queue->pipelines.first;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    return queue;
}

void gv_compile_queue_destroy(struct gv_compile_queue *queue)
{
    if (!queue)
        return;
    pthread_mutex_lock(&queue->lock);
    assert(!queue->num_waiting);
    queue->stop = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    if (queue->runs)
        pthread_join(queue->thread, NULL);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}
