/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Defines a context's data for the functions of queries.h, condition.h and stream_output.h. */
#ifndef GV_QUERIES_DATA_H
#define GV_QUERIES_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "vk/ring.h"

struct gv_predicate_page;
struct gv_query;
struct gv_query_pools;
struct gv_storage;

/* Deferred sums of query results that will be written to a buffer, see query_device.c. */
struct gv_query_sums {
    uint32_t num, max; /* num: number of deferred tasks of query_sum.comp, 0 if no sums are
                          deferred; max: number of tasks that fit in memory */
    uint32_t num_values, max_values; /* number of 64-bit values that are copied */
    struct gv_vk_ring_slice jobs, values;
    struct gv_storage *dst;
    uint32_t begin_B, end_B; /* range of `dst` that the sums write */
};

struct gv_queries {
    struct gv_query *paused; /* queries that set_active_query_state() has paused */
    struct gv_query_pools *pools;
    struct gv_query_sums sums;
};

/* The render condition. */
struct gv_condition {
    struct gv_query *query; /* NULL: there is no condition */
    bool inverted, wait;
    bool known, passes; /* whether the CPU has read the query's result, and whether the condition
                           then holds */
    bool on_device;     /* the device evaluates the condition */
    bool begun;         /* whether commands are recorded between vkCmdBeginConditionalRenderingEXT
                           and its end */
    struct gv_predicate_page *pages;
    struct gv_query *stale; /* queries whose predicates on the device are out of date */
};

/* State of stream output captures. */
struct gv_stream_output {
    bool capturing;          /* whether commands are recorded between vkCmdBeginTransformFeedbackEXT
                                and its end */
    uint32_t device_streams; /* the last result of gv_stream_output_device_streams() */
};

#endif
