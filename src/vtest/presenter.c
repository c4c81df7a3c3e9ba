/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/presenter.h"

#include <sys/socket.h>
#include <unistd.h>

#include "virgl/api/fence.h"
#include "vtest/protocol.h"

/* Waits for the present. Returns whether the device has filled the present buffer. */
static bool await(struct gv_vtest_presenter *presenter, struct gv_vtest_pending_present *present)
{
    if (present->fence &&
        !gv_virgl_fence_done(presenter->renderer, present->fence, presenter->timeout_ns)) {
        present->failed = true;
        atomic_store(&presenter->hung, true);
    }
    gv_virgl_fence_release(presenter->renderer, &present->fence);
    return !present->failed;
}

/* Notifies the client. A client that does not read its notices gets no further notices. */
static void tell(struct gv_vtest_presenter *presenter,
                 const struct gv_vtest_pending_present *present)
{
    const struct gv_vtest_present_done notice = {.serial = present->serial,
                                                 .filled = !present->failed};

    if (presenter->fd >= 0 && send(presenter->fd, &notice, sizeof(notice),
                                   MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)sizeof(notice)) {
        close(presenter->fd);
        presenter->fd = -1;
    }
}

static void *run(void *data)
{
    struct gv_vtest_presenter *presenter = data;
    const struct gv_vtest_hooks *hooks = presenter->hooks;

    pthread_mutex_lock(&presenter->lock);
    for (;;) {
        while (presenter->num == 0 && !presenter->stop)
            pthread_cond_wait(&presenter->changed, &presenter->lock);
        if (presenter->num == 0)
            break;
        struct gv_vtest_pending_present present = presenter->pending[presenter->first];
        pthread_mutex_unlock(&presenter->lock);
        if (await(presenter, &present) && hooks && hooks->presented)
            hooks->presented(hooks->priv, &present.frame);
        tell(presenter, &present);
        pthread_mutex_lock(&presenter->lock);
        presenter->first = (presenter->first + 1) % GV_VTEST_MAX_PENDING_PRESENTS;
        presenter->num--;
        pthread_cond_broadcast(&presenter->changed);
    }
    pthread_mutex_unlock(&presenter->lock);
    return NULL;
}

enum galvan_result gv_vtest_presenter_start(struct gv_vtest_presenter *presenter,
                                            struct gv_virgl_renderer *renderer,
                                            const struct gv_vtest_hooks *hooks, uint64_t timeout_ns,
                                            int *out_fd)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return GALVAN_ERROR_IO;
    *presenter = (struct gv_vtest_presenter){
        .renderer = renderer,
        .hooks = hooks,
        .timeout_ns = timeout_ns,
        .fd = ends[0],
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
    };
    presenter->runs = pthread_create(&presenter->thread, NULL, run, presenter) == 0;
    if (!presenter->runs) {
        close(ends[0]);
        close(ends[1]);
        return GALVAN_ERROR_NO_MEMORY;
    }
    *out_fd = ends[1];
    return GALVAN_OK;
}

void gv_vtest_presenter_stop(struct gv_vtest_presenter *presenter)
{
    if (!presenter->runs)
        return;
    pthread_mutex_lock(&presenter->lock);
    presenter->stop = true;
    pthread_cond_broadcast(&presenter->changed);
    pthread_mutex_unlock(&presenter->lock);
    pthread_join(presenter->thread, NULL);
    presenter->runs = false;
    if (presenter->fd >= 0)
        close(presenter->fd);
    pthread_cond_destroy(&presenter->changed);
    pthread_mutex_destroy(&presenter->lock);
}

void gv_vtest_presenter_add(struct gv_vtest_presenter *presenter,
                            const struct gv_vtest_pending_present *present)
{
    pthread_mutex_lock(&presenter->lock);
    while (presenter->num == GV_VTEST_MAX_PENDING_PRESENTS)
        pthread_cond_wait(&presenter->changed, &presenter->lock);
    presenter->pending[(presenter->first + presenter->num++) % GV_VTEST_MAX_PENDING_PRESENTS] =
        *present;
    pthread_cond_broadcast(&presenter->changed);
    pthread_mutex_unlock(&presenter->lock);
}

void gv_vtest_presenter_drain(struct gv_vtest_presenter *presenter)
{
    if (!presenter->runs)
        return;
    pthread_mutex_lock(&presenter->lock);
    while (presenter->num > 0)
        pthread_cond_wait(&presenter->changed, &presenter->lock);
    pthread_mutex_unlock(&presenter->lock);
}
