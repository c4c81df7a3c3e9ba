/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/watch.h"

#include <time.h>

#include "server/device_time.h"
#include "server/server.h"
#include "server/status_page.h"

enum {
    LOOK_MS = 500, /* half a tick of the listener */
    DIVIDED_LOOK_MS = GV_DEVICE_TIME_LOOK_MS
};

static void note(struct gv_watch *watch)
{
    struct galvan_screen_counters counters;

    watch->params->counters(watch->screen, &counters);
    gv_status_page_write_counters(watch->page, &counters);
}

static struct timespec next_look(const struct gv_watch *watch)
{
    const bool divides = atomic_load(&watch->page->gate.allowed_ns) != 0;
    struct timespec then;

    clock_gettime(CLOCK_MONOTONIC, &then);
    then.tv_nsec += (divides ? DIVIDED_LOOK_MS : LOOK_MS) * 1000000;
    then.tv_sec += then.tv_nsec / 1000000000;
    then.tv_nsec %= 1000000000;
    return then;
}

static void *update(void *data)
{
    struct gv_watch *watch = data;

    pthread_mutex_lock(&watch->lock);
    while (!watch->stop) {
        const struct timespec then = next_look(watch);
        note(watch);
        pthread_cond_timedwait(&watch->stopped, &watch->lock, &then);
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

void gv_watch_start(struct gv_watch *watch, const struct gv_server_params *params,
                    struct pipe_screen *screen, struct gv_status_page *page)
{
    pthread_condattr_t attr;

    *watch = (struct gv_watch){.params = params, .screen = screen, .page = page};
    if (!params->counters)
        return;
    pthread_mutex_init(&watch->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->stopped, &attr);
    pthread_condattr_destroy(&attr);
    watch->runs = pthread_create(&watch->thread, NULL, update, watch) == 0;
}

void gv_watch_stop(struct gv_watch *watch)
{
    if (!watch->runs)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->stop = true;
    pthread_cond_signal(&watch->stopped);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->stopped);
    pthread_mutex_destroy(&watch->lock);
    watch->runs = false;
}
