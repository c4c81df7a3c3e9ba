/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A thread of a worker that writes the screen's counters and the device's progress to the status
 * page, whatever the other threads are doing. */
#ifndef GV_SERVER_WATCH_H
#define GV_SERVER_WATCH_H

#include <pthread.h>
#include <stdbool.h>

struct gv_server_params;
struct gv_status_page;
struct pipe_screen;

struct gv_watch {
    const struct gv_server_params *params;
    struct pipe_screen *screen;
    struct gv_status_page *page;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stopped;
    bool stop, runs;
};

/* Starts the thread. If the thread cannot be started, or if params->counters is NULL, the status
 * page gets no counters. */
void gv_watch_start(struct gv_watch *watch, const struct gv_server_params *params,
                    struct pipe_screen *screen, struct gv_status_page *page);

/* Stops the thread. Call before the screen is destroyed. Does nothing if `watch` is all zero. */
void gv_watch_stop(struct gv_watch *watch);

#endif
