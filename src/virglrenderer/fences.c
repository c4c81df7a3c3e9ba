/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences move from the queue of pending fences to the queue of passed fences, in order, because the
 * device executes work in the order of its submission. */
#include "virglrenderer/fences.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "galvan/virglrenderer.h"
#include "virglrenderer/backend.h"

void gv_vr_fence_call_back(const struct gv_vr_fence_name *name,
                           const struct virgl_renderer_callbacks *callbacks, void *cookie)
{
    if (!name->of_context && callbacks->write_fence)
        callbacks->write_fence(cookie, (uint32_t)name->id);
    if (name->of_context && callbacks->write_context_fence)
        callbacks->write_context_fence(cookie, name->ctx_id, name->ring_idx, name->id);
}

/* ---- Queues ---------------------------------------------------------------------------------- */

static void push(struct gv_vr_fence_queue *queue, struct gv_vr_fence *fence)
{
    fence->next = NULL;
    if (queue->tail)
        queue->tail->next = fence;
    else
        queue->head = fence;
    queue->tail = fence;
    queue->num++;
}

static struct gv_vr_fence *pop(struct gv_vr_fence_queue *queue)
{
    struct gv_vr_fence *fence = queue->head;
    if (!fence)
        return NULL;
    queue->head = fence->next;
    if (!queue->head)
        queue->tail = NULL;
    queue->num--;
    return fence;
}

static void end_fence(struct gv_vr_fences *fences, struct gv_vr_fence *fence)
{
    if (fence->pipe)
        fences->backend->f->fence_release(fences->backend, fence->pipe);
    free(fence);
}

/* Whether the fence belongs to this context. Always true if ctx_id is 0. */
static bool is_of(const struct gv_vr_fence *fence, uint32_t ctx_id)
{
    return !ctx_id || (fence->name.of_context && fence->name.ctx_id == ctx_id);
}

static void forget_in(struct gv_vr_fences *fences, struct gv_vr_fence_queue *queue, uint32_t ctx_id)
{
    struct gv_vr_fence_queue kept = {0};
    struct gv_vr_fence *fence;
    while ((fence = pop(queue))) {
        if (is_of(fence, ctx_id))
            end_fence(fences, fence);
        else
            push(&kept, fence);
    }
    *queue = kept;
}

static void forget(struct gv_vr_fences *fences, uint32_t ctx_id)
{
    pthread_mutex_lock(&fences->lock);
    forget_in(fences, &fences->waiting, ctx_id);
    forget_in(fences, &fences->done, ctx_id);
    if (fences->watched && is_of(fences->watched, ctx_id))
        fences->watched->forgotten = true;
    pthread_mutex_unlock(&fences->lock);
}

void gv_vr_fences_forget_all(struct gv_vr_fences *fences)
{
    forget(fences, 0);
}

void gv_vr_fences_forget_context(struct gv_vr_fences *fences, uint32_t ctx_id)
{
    forget(fences, ctx_id);
}

/* ---- The thread ------------------------------------------------------------------------------ */

static bool is_done(struct gv_vr_fences *fences, const struct gv_vr_fence *fence,
                    uint64_t timeout_ns)
{
    struct gv_vr_backend *b = fences->backend;
    return !fence->pipe || b->f->fence_done(b, fence->pipe, timeout_ns);
}

/* Waits for the oldest fence. Releases the lock during the wait. */
static void watch(struct gv_vr_fences *fences)
{
    struct gv_vr_fence *fence = pop(&fences->waiting);
    fences->watched = fence;
    pthread_mutex_unlock(&fences->lock);
    bool passed = is_done(fences, fence, fences->timeout_ns);
    pthread_mutex_lock(&fences->lock);
    fences->watched = NULL;
    fences->timed_out |= !passed;
    if (fence->forgotten)
        end_fence(fences, fence);
    else
        push(&fences->done, fence);
}

static void announce(struct gv_vr_fences *fences)
{
    if (fences->mode == GV_VR_FENCES_POLLED) {
        eventfd_write(fences->event_fd, 1);
        return;
    }
    pthread_mutex_unlock(&fences->lock);
    fences->passed(fences->priv);
    pthread_mutex_lock(&fences->lock);
}

static void *run_thread(void *priv)
{
    struct gv_vr_fences *fences = priv;
    pthread_mutex_lock(&fences->lock);
    while (!fences->stop) {
        if (!fences->waiting.head) {
            pthread_cond_wait(&fences->changed, &fences->lock);
            continue;
        }
        watch(fences);
        if (!fences->stop && fences->done.head)
            announce(fences);
    }
    pthread_mutex_unlock(&fences->lock);
    return NULL;
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static bool start_thread(struct gv_vr_fences *fences)
{
    if (fences->mode == GV_VR_FENCES_ASKED)
        return true;
    if (fences->mode == GV_VR_FENCES_POLLED &&
        (fences->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0)
        return false;
    return pthread_create(&fences->thread, NULL, run_thread, fences) == 0;
}

static void end_files(struct gv_vr_fences *fences)
{
    if (fences->event_fd >= 0)
        close(fences->event_fd);
    pthread_cond_destroy(&fences->changed);
    pthread_mutex_destroy(&fences->lock);
}

bool gv_vr_fences_init(struct gv_vr_fences *fences, struct gv_vr_backend *backend,
                       enum gv_vr_fence_mode mode, uint64_t timeout_ns, void (*passed)(void *priv),
                       void *priv)
{
    *fences = (struct gv_vr_fences){
        .backend = backend,
        .mode = mode,
        .timeout_ns = timeout_ns,
        .passed = passed,
        .priv = priv,
        .event_fd = -1,
    };
    pthread_mutex_init(&fences->lock, NULL);
    pthread_cond_init(&fences->changed, NULL);
    if (start_thread(fences))
        return true;
    end_files(fences);
    return false;
}

void gv_vr_fences_finish(struct gv_vr_fences *fences)
{
    if (fences->mode != GV_VR_FENCES_ASKED) {
        pthread_mutex_lock(&fences->lock);
        fences->stop = true;
        pthread_cond_signal(&fences->changed);
        pthread_mutex_unlock(&fences->lock);
        pthread_join(fences->thread, NULL);
    }
    gv_vr_fences_forget_all(fences);
    end_files(fences);
}

bool gv_vr_fences_is_thread(const struct gv_vr_fences *fences)
{
    return fences->mode != GV_VR_FENCES_ASKED && pthread_equal(fences->thread, pthread_self());
}

/* ---- Fences ---------------------------------------------------------------------------------- */

static bool has_passed(struct gv_vr_fences *fences, const struct gv_vr_fence *fence)
{
    return is_done(fences, fence, 0);
}

/* Whether a new fence has passed already and needs no thread. True only if no earlier fence is
 * pending and the caller polls the descriptor, which then becomes readable at once. False if the
 * caller uses callbacks, because only the thread calls callbacks. */
static bool passes_at_once(struct gv_vr_fences *fences, const struct gv_vr_fence *fence)
{
    return fences->mode == GV_VR_FENCES_POLLED && !fences->waiting.head && !fences->watched &&
           has_passed(fences, fence);
}

bool gv_vr_fences_add(struct gv_vr_fences *fences, const struct gv_vr_fence_name *name)
{
    struct gv_vr_fence *fence = calloc(1, sizeof(*fence));
    if (!fence)
        return false;
    fence->name = *name;
    fence->pipe = fences->backend->f->fence_now(fences->backend);
    pthread_mutex_lock(&fences->lock);
    if (passes_at_once(fences, fence)) {
        push(&fences->done, fence);
        announce(fences);
    } else {
        push(&fences->waiting, fence);
        pthread_cond_signal(&fences->changed);
    }
    pthread_mutex_unlock(&fences->lock);
    return true;
}

/* Moves the fences that have passed, oldest first, to the list of passed fences. */
static void ask(struct gv_vr_fences *fences)
{
    while (fences->waiting.head && has_passed(fences, fences->waiting.head))
        push(&fences->done, pop(&fences->waiting));
}

size_t gv_vr_fences_update(struct gv_vr_fences *fences)
{
    eventfd_t unused;
    pthread_mutex_lock(&fences->lock);
    if (fences->mode == GV_VR_FENCES_ASKED)
        ask(fences);
    if (fences->event_fd >= 0)
        eventfd_read(fences->event_fd, &unused);
    size_t num = fences->done.num;
    bool timed_out = fences->timed_out;
    pthread_mutex_unlock(&fences->lock);
    if (timed_out)
        fences->backend->f->mark_lost(fences->backend, "no answer within the time limit");
    if (num)
        fences->backend->f->poll_results(fences->backend);
    return num;
}

bool gv_vr_fences_take(struct gv_vr_fences *fences, struct gv_vr_fence_name *out_name)
{
    pthread_mutex_lock(&fences->lock);
    struct gv_vr_fence *fence = pop(&fences->done);
    pthread_mutex_unlock(&fences->lock);
    if (!fence)
        return false;
    *out_name = fence->name;
    end_fence(fences, fence);
    return true;
}
