/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pending presents. A thread waits for each present in order, passes it to the hooks and notifies
 * the client, so that the thread that serves the client need not wait. */
#ifndef GV_VTEST_PRESENTER_H
#define GV_VTEST_PRESENTER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "vtest/vtest.h"

struct gv_virgl_renderer;
struct pipe_fence_handle;

enum {
    GV_VTEST_MAX_PENDING_PRESENTS = 8
};

struct gv_vtest_pending_present {
    struct pipe_fence_handle *fence; /* NULL: the present has finished */
    struct gv_vtest_frame frame;
    uint32_t serial; /* the client's id of the present */
    bool failed;     /* the present buffer will not be filled */
};

struct gv_vtest_presenter {
    struct gv_virgl_renderer *renderer;
    const struct gv_vtest_hooks *hooks;
    uint64_t timeout_ns;
    int fd; /* socket to the client; -1: closed, or never requested */

    pthread_t thread;
    bool runs;
    _Atomic bool hung; /* a present did not finish in time */

    pthread_mutex_t lock; /* protects all fields below */
    pthread_cond_t changed;
    bool stop;
    struct gv_vtest_pending_present pending[GV_VTEST_MAX_PENDING_PRESENTS];
    unsigned first, num;
};

/* Starts the presenter, once per connection. *out_fd is the client's end of the socket that carries
 * a struct gv_vtest_present_done (protocol.h) for each present; the caller must send and close this
 * descriptor. timeout_ns is the timeout of each present. */
enum galvan_result gv_vtest_presenter_start(struct gv_vtest_presenter *presenter,
                                            struct gv_virgl_renderer *renderer,
                                            const struct gv_vtest_hooks *hooks, uint64_t timeout_ns,
                                            int *out_fd);

/* Stops the presenter after all pending presents. Does nothing if the presenter was not started.
 * The renderer must still exist. */
void gv_vtest_presenter_stop(struct gv_vtest_presenter *presenter);

/* Adds a pending present, and takes over its fence. Waits while too many presents are pending. */
void gv_vtest_presenter_add(struct gv_vtest_presenter *presenter,
                            const struct gv_vtest_pending_present *present);

/* Waits until no present is pending and the hooks have got all presents. Does nothing if the
 * presenter was not started. */
void gv_vtest_presenter_drain(struct gv_vtest_presenter *presenter);

#endif
