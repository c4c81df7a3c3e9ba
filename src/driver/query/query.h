/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The parts of a query (query_pool.c, query_segment.c), for the files that add up a query's result:
 * query.c on the CPU, query_device.c on the device. */
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
    GV_POOL_GENERATED, /* primitives of a stream that reach the rasterizer, or would reach it */
    GV_POOL_CAPTURED,  /* of each stream: primitives that stream output has written, and
                          primitives that it would have written with enough space */
    GV_POOL_SHADER_GENERATED, /* GV_POOL_GENERATED and GV_POOL_CAPTURED, as lowered stages count
                                 them */
    GV_POOL_SHADER_CAPTURED,
    GV_POOL_SHADER_STATISTICS, /* pipeline statistics that shaders count, see statistics.h */
    GV_POOL_TIMESTAMP,
    GV_NUM_POOL_KINDS,
};

enum {
    GV_MAX_QUERY_VALUES = 11, /* largest number of 64-bit values in one slot: all pipeline
                                 statistics */

    /* The counters. Each counter belongs to a kind of pool; some exist once for each of four
     * streams. The first counters are Vulkan queries, which run while rendering is active. The
     * counters from GV_COUNT_BY_SHADERS on are counted by shaders. */
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

/* A Vulkan query pool, and a mask of its free slots. */
struct gv_query_pool;

/* A segment: one slot of a pool. References are held by the queries of the segment, by the context
 * while the segment is running, and by batches that use the slot. */
struct gv_segment {
    struct gv_vk_object object;
    struct gv_query_pool *pool;
    uint16_t slot;
    struct gv_vk_use use; /* the batch that contains the segment, and copies its values to CPU
                             memory */
};

struct gv_query_pools {
    struct gv_query_pool *pools[GV_NUM_POOL_KINDS];
    struct gv_query_pool *ended; /* pools with segments that ended in the current batch */
    struct gv_segment *open[GV_NUM_COUNTERS]; /* the running segments; NULL: no segment of the
                                                 counter is running */
};

struct gv_query {
    unsigned type, index;
    unsigned number; /* index of the result among the values of a slot, for queries whose result is
                        one value */
    enum gv_pool_kind kind; /* kind of the query's segments; unused if the query neither has
                               `counters` nor is a timestamp */
    uint32_t counters;      /* mask of the counters that are added up */
    bool active;
    bool incomplete;       /* memory ran out while the query was active */
    struct gv_query *next; /* next query in gv_state.active_queries */
    struct gv_segment **segments;
    uint32_t num_segments, max_segments;
    uint64_t value; /* GPU_FINISHED: the timeline value to wait for. Driver counters: the result or,
                       while active, the counter's value at the beginning */

    /* For queries that are conditions: a dword on the device that is not 0 if the result is
     * true. */
    struct gv_predicate_page *page;           /* NULL: no dword is allocated */
    uint16_t predicate;                       /* dword of the page */
    bool predicate_valid;                     /* the dword has the last result */
    struct gv_query *stale_prev, *stale_next; /* list of ended queries whose dwords are out of
                                                 date */
    bool stale;
};

/* Whether the result of a query is a boolean. */
bool gv_query_is_boolean(const struct gv_query *q);

/* Returns false if the query's result is not available without waiting for the device or without a
 * submission. Otherwise writes the result to *out_result and returns true. */
bool gv_query_peek(const struct gv_state *state, const struct gv_query *q,
                   union pipe_query_result *out_result);

#endif
