/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The worker's end of the socket to its monitor (virglrenderer/worker_protocol.h), the copies of
 * the guest's memory, and lines for the monitor's log. */
#ifndef GV_RENDERER_CHANNEL_H
#define GV_RENDERER_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "util/hash.h"
#include "util/log.h"
#include "virgl/api/renderer.h"
#include "virglrenderer/worker_protocol.h"

enum {
    GV_CHANNEL_MAX_LINES = 32 /* log lines that can wait for the next call */
};

/* A copy of guest memory. */
struct gv_channel_memory {
    uint32_t number; /* number of the backing; 0: the memory of the current transfer */
    void *data;      /* NULL: the memory does not exist */
    uint64_t size_B;

    /* The range of the memory that was fetched during call number `call`. The range is valid only
     * if this is the current call. */
    uint64_t call, begin_B, end_B;
};

struct gv_channel {
    int sock, event_fd;
    struct gv_vr_shared *shared;
    const uint32_t *commands; /* in the shared memory, after *shared */
    uint32_t flags;           /* bits of gv_vr_hello_flag from GV_VR_HELLO */
    _Atomic bool broken;      /* the monitor is gone, or has violated the protocol */

    /* The thread of calls and the thread of fences use the renderer only under this lock. The
     * thread of calls sets in_call while the monitor waits for a reply. */
    pthread_mutex_t lock;
    pthread_t calls;
    _Atomic bool in_call;
    uint64_t num_calls;
    bool in_submit;

    struct gv_hash memories; /* struct gv_channel_memory by resource handle */
    struct gv_channel_memory call_memory;
    struct gv_virgl_backing_hook hook;

    /* Written rows that wait for space in the shared memory. */
    struct gv_vr_shared_rows *waiting;
    size_t num_waiting, capacity;

    struct gv_log_filter filter;
    struct galvan_log log;
    pthread_mutex_t log_lock;
    struct gv_vr_answer *lines[GV_CHANNEL_MAX_LINES];
    unsigned num_lines;
};

/* Maps the shared memory. The process must have the descriptors of worker_protocol.h, from
 * GV_VR_WORKER_SOCKET_FD on. */
bool gv_channel_init(struct gv_channel *channel);
void gv_channel_finish(struct gv_channel *channel);

/* Receives the next request. False if the monitor is gone. The caller must close *out_fd, unless
 * it is -1. */
bool gv_channel_receive(struct gv_channel *channel, struct gv_vr_request *out_request, int *out_fd);

/* Begin and end the execution of a request that has a reply, on the receiving thread.
 * gv_channel_end_call() sends the reply. */
void gv_channel_begin_call(struct gv_channel *channel, const struct gv_vr_request *request);
void gv_channel_end_call(struct gv_channel *channel, struct gv_vr_answer *answer, int fd);

/* Maps the memory of a request, and closes fd. False on failure. */
bool gv_channel_map(struct gv_channel_memory *memory, const struct gv_vr_request *request, int fd);

/* Stores mapped memory under the handle. False, with the memory unmapped, if memory runs out. */
bool gv_channel_keep(struct gv_channel *channel, uint32_t handle,
                     const struct gv_channel_memory *memory);
void gv_channel_drop(struct gv_channel *channel, uint32_t handle);

/* Reports a passed fence to the monitor. Call with the lock held. Releases the lock while the
 * shared memory has no space for rows that precede the fence. */
void gv_channel_pass_fence(struct gv_channel *channel, uint32_t number);

#endif
