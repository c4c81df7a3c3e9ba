/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What queries.h, condition.h and stream_output.h have of a context, as data. */
#ifndef GV_QUERIES_DATA_H
#define GV_QUERIES_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "vk/ring.h"

struct gv_predicate_page;
struct gv_query;
struct gv_query_pools;
struct gv_storage;

/* Results of queries on their way to a buffer, see query_device.c. */
struct gv_query_sums {
    uint32_t num, max;               /* jobs; 0: none are held back */
    uint32_t num_values, max_values; /* copied, in 64-bit numbers */
    struct gv_vk_ring_slice jobs, values;
    struct gv_storage *dst;
    uint32_t begin_B, end_B; /* of dst */
};

struct gv_queries {
    struct gv_query *paused; /* what was active when set_active_query_state() paused it */
    struct gv_query_pools *pools;
    struct gv_query_sums sums;
};

/* The render condition. */
struct gv_condition {
    struct gv_query *query; /* NULL: none */
    bool inverted, wait;
    bool known, passes; /* the host looked at the query's result */
    bool on_device;     /* the device looks at it */
    bool begun;         /* between vkCmdBeginConditionalRenderingEXT and its end */
    struct gv_predicate_page *pages;
    struct gv_query *stale; /* queries whose predicates are not written yet */
};

/* Capturing. */
struct gv_stream_output {
    bool capturing;          /* between vkCmdBeginTransformFeedbackEXT and its end */
    uint32_t device_streams; /* the last result of gv_stream_output_device_streams() */
};

#endif
