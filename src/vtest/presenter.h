/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pictures that are under way: a thread waits for each, in order, shows it to the hooks and tells
 * the client, so that the thread that serves the client waits for none. */
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
    struct pipe_fence_handle *fence; /* NULL: the picture is there */
    struct gv_vtest_frame frame;
    uint32_t serial; /* the client's name for it */
    bool failed;     /* there will be no picture */
};

struct gv_vtest_presenter {
    struct gv_virgl_renderer *renderer;
    const struct gv_vtest_hooks *hooks;
    uint64_t timeout_ns;
    int fd; /* to the client; -1: it has gone, or was never asked for */

    pthread_t thread;
    bool runs;
    _Atomic bool hung; /* a picture did not come in time */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    bool stop;
    struct gv_vtest_pending_present pending[GV_VTEST_MAX_PENDING_PRESENTS];
    unsigned first, num;
};

/* *out_fd is the client's end of the way on which it is told, the caller's to send and close:
 * a struct gv_vtest_told (protocol.h) for each picture. timeout_ns is for one picture. Once. */
enum galvan_result gv_vtest_presenter_start(struct gv_vtest_presenter *presenter,
                                            struct gv_virgl_renderer *renderer,
                                            const struct gv_vtest_hooks *hooks, uint64_t timeout_ns,
                                            int *out_fd);

/* Ends when all pictures have come; fine without a start. The renderer must still be there. */
void gv_vtest_presenter_stop(struct gv_vtest_presenter *presenter);

/* Takes the shot with its fence. Waits while too many are under way. */
void gv_vtest_presenter_add(struct gv_vtest_presenter *presenter,
                            const struct gv_vtest_pending_present *present);

/* Waits until all pictures have come; the hooks have seen them then. Fine without a start. */
void gv_vtest_presenter_drain(struct gv_vtest_presenter *presenter);

#endif
