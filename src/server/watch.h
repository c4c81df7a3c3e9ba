/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A thread of a worker that notes for the listener what the screen has done and how far its device
 * is, whatever the other threads are at. */
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

/* Without a thread, or params->counters, nothing is noted. */
void gv_watch_start(struct gv_watch *watch, const struct gv_server_params *params,
                    struct pipe_screen *screen, struct gv_status_page *page);

/* Before the screen ends; fine on one that is all zero. */
void gv_watch_stop(struct gv_watch *watch);

#endif
