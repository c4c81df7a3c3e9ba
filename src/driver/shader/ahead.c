/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/ahead.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "vk/name.h"

enum {
    MAX_WAITING = 1024 /* tasks: what is linked beyond them is compiled when it draws */
};

enum state {
    WAITING,
    IN_WORK,
    ENDED
};

struct gv_ahead_task {
    struct gv_ahead_task *next; /* in its queue */
    enum state state;
    struct gv_ahead_order order;
    VkPipeline made;
};

struct queue {
    struct gv_ahead_task *first, **end;
};

struct gv_ahead {
    struct gv_screen *screen;
    _Atomic uint32_t num_whole;

    pthread_mutex_t lock;   /* of all that follows, and of the state and the link of tasks */
    pthread_cond_t changed; /* a task was added or has ended, or stop */
    struct queue libraries, wholes;
    uint32_t num_waiting;
    bool stop, busy, runs;
    pthread_t thread;
};

/* ---- Queues, with the lock ------------------------------------------------------------------- */

static struct queue *queue_of(struct gv_ahead *ahead, const struct gv_ahead_task *task)
{
    return task->order.kind == GV_AHEAD_WHOLE ? &ahead->wholes : &ahead->libraries;
}

static void add(struct gv_ahead *ahead, struct gv_ahead_task *task)
{
    struct queue *q = queue_of(ahead, task);
    *q->end = task;
    q->end = &task->next;
    ahead->num_waiting++;
}

static void take_out(struct gv_ahead *ahead, struct gv_ahead_task *task)
{
    struct queue *q = queue_of(ahead, task);
    struct gv_ahead_task **link = &q->first;
    while (*link != task)
        link = &(*link)->next;
    *link = task->next;
    if (!*link)
        q->end = link;
    ahead->num_waiting--;
}

static struct gv_ahead_task *take_next(struct gv_ahead *ahead)
{
    struct gv_ahead_task *task =
        ahead->libraries.first ? ahead->libraries.first : ahead->wholes.first;
    if (task)
        take_out(ahead, task);
    return task;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static void make(struct gv_screen *screen, struct gv_ahead_task *task)
{
    const struct gv_ahead_order *o = &task->order;
    const bool whole = o->kind == GV_AHEAD_WHOLE;
    const VkResult result =
        whole ? gv_pipeline_create(screen, &o->info, o->modules, o->layout, true, &task->made)
              : gv_shader_library_create(screen, &o->info, o->modules, o->layout,
                                         (enum gv_shader_library)o->kind, &task->made);
    if (result == VK_SUCCESS)
        gv_vk_name(screen->dev, VK_OBJECT_TYPE_PIPELINE, task->made, "%s ahead of a draw",
                   whole ? "pipeline" : "library of pipelines");
}

/* The lock is held, but while it is done. */
static void do_task(struct gv_ahead *ahead, struct gv_ahead_task *task)
{
    task->state = IN_WORK;
    pthread_mutex_unlock(&ahead->lock);
    make(ahead->screen, task);
    pthread_mutex_lock(&ahead->lock);
    task->state = ENDED;
    if (task->order.kind == GV_AHEAD_WHOLE)
        atomic_fetch_add_explicit(&ahead->num_whole, 1, memory_order_relaxed);
    pthread_cond_broadcast(&ahead->changed);
}

static void *work(void *data)
{
    struct gv_ahead *ahead = data;
    pthread_mutex_lock(&ahead->lock);
    while (!ahead->stop) {
        struct gv_ahead_task *task = take_next(ahead);
        ahead->busy = task != NULL;
        if (!task) {
            pthread_cond_broadcast(&ahead->changed);
            pthread_cond_wait(&ahead->changed, &ahead->lock);
            continue;
        }
        do_task(ahead, task);
    }
    pthread_mutex_unlock(&ahead->lock);
    return NULL;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

struct gv_ahead_task *gv_ahead_begin(struct gv_ahead *ahead, const struct gv_ahead_order *order)
{
    struct gv_ahead_task *task = ahead ? calloc(1, sizeof(*task)) : NULL;
    if (!task)
        return NULL;
    task->order = *order;
    pthread_mutex_lock(&ahead->lock);
    if (!ahead->runs)
        ahead->runs = pthread_create(&ahead->thread, NULL, work, ahead) == 0;
    const bool ok = ahead->runs && ahead->num_waiting < MAX_WAITING;
    if (ok) {
        add(ahead, task);
        pthread_cond_broadcast(&ahead->changed);
    }
    pthread_mutex_unlock(&ahead->lock);
    if (ok)
        return task;
    free(task);
    return NULL;
}

VkPipeline gv_ahead_need(struct gv_ahead *ahead, struct gv_ahead_task *task, bool *waited)
{
    pthread_mutex_lock(&ahead->lock);
    *waited |= task->state != ENDED;
    if (task->state == WAITING) {
        take_out(ahead, task);
        do_task(ahead, task);
    }
    while (task->state != ENDED)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    return task->made;
}

void gv_ahead_end(struct gv_ahead *ahead, struct gv_ahead_task *task)
{
    pthread_mutex_lock(&ahead->lock);
    if (task->state == WAITING) {
        take_out(ahead, task);
        task->state = ENDED;
    }
    while (task->state != ENDED)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
}

const struct gv_ahead_order *gv_ahead_order(const struct gv_ahead_task *task)
{
    return &task->order;
}

bool gv_ahead_is_done(struct gv_ahead *ahead, const struct gv_ahead_task *task)
{
    pthread_mutex_lock(&ahead->lock);
    const bool done = task->state == ENDED;
    pthread_mutex_unlock(&ahead->lock);
    return done;
}

uint32_t gv_ahead_num_whole(const struct gv_ahead *ahead)
{
    return ahead ? atomic_load_explicit(&ahead->num_whole, memory_order_relaxed) : 0;
}

void gv_ahead_free(struct gv_vk_device *dev, struct gv_ahead_task *task)
{
    if (!task)
        return;
    assert(task->state == ENDED);
    dev->vk.vkDestroyPipeline(dev->handle, task->made, NULL);
    free(task);
}

void gv_ahead_wait(struct gv_ahead *ahead)
{
    if (!ahead)
        return;
    pthread_mutex_lock(&ahead->lock);
    while (ahead->num_waiting || ahead->busy)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
}

/* ---- Life ------------------------------------------------------------------------------------ */

struct gv_ahead *gv_ahead_create(struct gv_screen *screen)
{
    struct gv_ahead *ahead =
        screen->dev->caps.graphicsPipelineLibrary ? calloc(1, sizeof(*ahead)) : NULL;
    if (!ahead)
        return NULL;
    ahead->screen = screen;
    ahead->libraries.end = &ahead->libraries.first;
    ahead->wholes.end = &ahead->wholes.first;
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    return ahead;
}

void gv_ahead_destroy(struct gv_ahead *ahead)
{
    if (!ahead)
        return;
    pthread_mutex_lock(&ahead->lock);
    assert(!ahead->num_waiting);
    ahead->stop = true;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    if (ahead->runs)
        pthread_join(ahead->thread, NULL);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    free(ahead);
}
