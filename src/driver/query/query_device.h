/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sums of queries that the device makes. */
#ifndef GV_QUERY_DEVICE_H
#define GV_QUERY_DEVICE_H

#include "driver/query/query.h"

struct gv_context;
struct pipe_resource;

/* A number that the device computes from a query's segments. */
struct gv_query_sum {
    struct gv_query *query;
    int index;                       /* as get_query_result_resource's */
    enum pipe_query_value_type type; /* of the word or words at offset_B */
    bool boolean;                    /* 0 or 1 */
    uint32_t offset_B;
};

/* Records writes of the sums to the buffer dst, all or none. Ends rendering. The writes may be
 * deferred, see gv_queries_flush_sums(). */
bool gv_queries_sum(struct gv_context *ctx, struct pipe_resource *dst,
                    const struct gv_query_sum *sums, unsigned num);

void gv_query_device_init(struct gv_context *ctx);

#endif
