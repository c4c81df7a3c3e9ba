/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory in which streams collect records until they are written to the file. The processes of a
 * recording share it, so that the records of a process that dies are not lost. */
#ifndef GV_RECORDING_POOL_H
#define GV_RECORDING_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "recording/format.h"

enum {
    GV_RECORDING_BUFFERS = 16 /* number of buffers of each stream; a client waits while all
                                 buffers of its stream are full */
};

/* A chunk that is being filled, or that is full and not written yet. */
struct gv_recording_buffer {
    _Atomic uint32_t used_B; /* size of complete records */
    _Atomic bool pending;    /* not written to the file yet */
    struct gv_recording_chunk header;
};

struct gv_recording_slot {
    _Atomic bool taken;
    struct gv_recording_buffer buffers[GV_RECORDING_BUFFERS];
    uint64_t data[GV_RECORDING_BUFFERS][GV_RECORDING_CHUNK_MAX_B / sizeof(uint64_t)];
};

struct gv_recording_pool {
    _Atomic uint32_t num_streams; /* number of streams so far */
    uint32_t num_slots;
    struct gv_recording_slot slots[];
};

/* Creates a pool for num_slots concurrent streams. Memory is allocated on use. NULL if there is not
 * enough address space. */
struct gv_recording_pool *gv_recording_pool_create(uint32_t num_slots);

/* Destroys pool, which may be NULL. */
void gv_recording_pool_destroy(struct gv_recording_pool *pool);

/* Takes an unused slot for a stream, and numbers the stream. NULL if all slots are in use, or if
 * the file has the maximum number of streams. */
struct gv_recording_slot *gv_recording_pool_take(struct gv_recording_pool *pool,
                                                 uint32_t *out_stream);
void gv_recording_pool_give_back(struct gv_recording_slot *slot);

/* Appends to the file the records of processes that have died. Call when no process uses the pool
 * any more. Returns false with errno on failure. */
bool gv_recording_pool_salvage(struct gv_recording_pool *pool, int fd);

#endif
