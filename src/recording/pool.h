/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory in which streams gather until they are in the file. The processes of a recording share it,
 * so that what a process had gathered when it died is not lost. */
#ifndef GV_RECORDING_POOL_H
#define GV_RECORDING_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "recording/format.h"

enum {
    GV_RECORDING_BUFFERS = 16 /* of one stream: what its client may be ahead of the file */
};

/* A chunk that is being filled, or waits for its way to the file. */
struct gv_recording_buffer {
    _Atomic uint32_t used_B; /* of whole records */
    _Atomic bool pending;    /* not in the file yet */
    struct gv_recording_chunk header;
};

struct gv_recording_slot {
    _Atomic bool taken;
    struct gv_recording_buffer buffers[GV_RECORDING_BUFFERS];
    uint64_t data[GV_RECORDING_BUFFERS][GV_RECORDING_CHUNK_MAX_B / sizeof(uint64_t)];
};

struct gv_recording_pool {
    _Atomic uint32_t num_streams; /* that have begun so far */
    uint32_t num_slots;
    struct gv_recording_slot slots[];
};

/* For so many streams at a time; takes no memory before they use it. NULL without address space. */
struct gv_recording_pool *gv_recording_pool_create(uint32_t num_slots);

/* NULL is fine. */
void gv_recording_pool_destroy(struct gv_recording_pool *pool);

/* A place for a stream, empty, and its number; NULL when all are taken, or the file has all the
 * streams that it may have. */
struct gv_recording_slot *gv_recording_pool_take(struct gv_recording_pool *pool,
                                                 uint32_t *out_stream);
void gv_recording_pool_give_back(struct gv_recording_slot *slot);

/* Once no process uses the pool any more: appends what those that died have left to the file.
 * False and errno when that fails. */
bool gv_recording_pool_salvage(struct gv_recording_pool *pool, int fd);

#endif
