/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The parts of a query (query_pool.c, query_segment.c), for the files that add up its result:
 * query.c on the host, query_device.c on the device. */
#ifndef GV_QUERY_H
#define GV_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_defines.h"
#include "vk/batch.h"

struct gv_state;
union pipe_query_result;

enum gv_pool_kind {
    GV_POOL_OCCLUSION,
    GV_POOL_STATISTICS,
    GV_POOL_GENERATED, /* primitives of a stream that reach the rasterizer or would */
    GV_POOL_CAPTURED,  /* primitives of a stream written by stream output, and needed for it */
    GV_POOL_SHADER_GENERATED, /* the same two, counted by lowered stages */
    GV_POOL_SHADER_CAPTURED,
    GV_POOL_SHADER_STATISTICS, /* pipeline statistics that shaders count, see statistics.h */
    GV_POOL_TIMESTAMP,
    GV_NUM_POOL_KINDS,
};

enum {
    GV_MAX_QUERY_VALUES = 11, /* 64-bit numbers in one slot: all pipeline statistics */

    /* The counters: each is a kind of pool, some of them once for each of four streams. First
     * Vulkan's queries, which run while rendering is active, then counts by shaders. */
    GV_COUNT_OCCLUSION = 0,
    GV_COUNT_STATISTICS,
    GV_COUNT_GENERATED,
    GV_COUNT_CAPTURED = GV_COUNT_GENERATED + PIPE_MAX_VERTEX_STREAMS,
    GV_COUNT_BY_SHADERS = GV_COUNT_CAPTURED + PIPE_MAX_VERTEX_STREAMS,
    GV_COUNT_SHADER_GENERATED = GV_COUNT_BY_SHADERS,
    GV_COUNT_SHADER_CAPTURED = GV_COUNT_SHADER_GENERATED + PIPE_MAX_VERTEX_STREAMS,
    GV_COUNT_SHADER_STATISTICS = GV_COUNT_SHADER_CAPTURED + PIPE_MAX_VERTEX_STREAMS,
    GV_NUM_COUNTERS,
};

/* A Vulkan query pool and which of its slots are free. */
struct gv_query_pool;

/* One slot. References are held by its queries, by the context while the segment is open, and by
 * batches that use the slot. */
struct gv_segment {
    struct gv_vk_object object;
    struct gv_query_pool *pool;
    uint16_t slot;
    struct gv_vk_use use; /* the batch in which it counts, and which copies its numbers to the
                             host */
};

struct gv_query_pools {
    struct gv_query_pool *pools[GV_NUM_POOL_KINDS];
    struct gv_query_pool *ended; /* numbers of segments that ended in the batch being recorded */
    struct gv_segment *open[GV_NUM_COUNTERS]; /* the running segments; NULL: none */
};

struct gv_query {
    unsigned type, index;
    unsigned number;        /* index of the result among a slot's numbers, if the result is one
                               number */
    enum gv_pool_kind kind; /* the index of its numbers; unused if counters is 0 and the type is
                               not a time */
    uint32_t counters;      /* mask of the counters that it adds up */
    bool active;
    bool incomplete;       /* memory ran out while it was active */
    struct gv_query *next; /* in gv_state.active_queries */
    struct gv_segment **segments;
    uint32_t num_segments, max_segments;
    uint64_t value; /* GPU_FINISHED: the submission to wait for. The driver's own types: the
                       result or, while active, the counter's value at the beginning */

    /* For conditions: a dword on the device that is not 0 if the result is true. */
    struct gv_predicate_page *page;           /* NULL: none yet */
    uint16_t predicate;                       /* word of the page */
    bool predicate_valid;                     /* holds the last result */
    struct gv_query *stale_prev, *stale_next; /* ended queries whose word is not written yet */
    bool stale;
};

/* Whether the result is a truth value. */
bool gv_query_is_boolean(const struct gv_query *q);

/* Returns the result if that needs neither a wait for the device nor a submission. */
bool gv_query_peek(const struct gv_state *state, const struct gv_query *q,
                   union pipe_query_result *out_result);

#endif
