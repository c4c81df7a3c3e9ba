/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sums of query results that the device computes. */
#ifndef GV_QUERY_DEVICE_H
#define GV_QUERY_DEVICE_H

#include "driver/query/query.h"

struct gv_context;
struct pipe_resource;

/* A value that the device computes from a query's segments. */
struct gv_query_sum {
    struct gv_query *query;
    int index;                       /* the parameter `index` of get_query_result_resource() */
    enum pipe_query_value_type type; /* type of the result at offset_B, of one or two dwords */
    bool boolean;                    /* whether the result is converted to 0 or 1 */
    uint32_t offset_B;
};

/* Makes the device write the sums to the buffer `dst`, either all sums or none of them. Ends
 * rendering. The writes may be deferred until gv_queries_flush_sums(). Returns false on failure. */
bool gv_queries_sum(struct gv_context *ctx, struct pipe_resource *dst,
                    const struct gv_query_sum *sums, unsigned num);

void gv_query_device_init(struct gv_context *ctx);

#endif
