/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The segments of queries: which counters they are of, and the running ones. */
#ifndef GV_QUERY_SEGMENT_H
#define GV_QUERY_SEGMENT_H

#include "driver/query/query.h"

struct gv_state;

/* The counters that a query of this type adds up; 0: the device cannot count them, or the type
 * needs none. *out_number: gv_query.number. */
uint32_t gv_query_counters(const struct gv_state *state, unsigned type, unsigned index,
                           unsigned *out_number);
enum gv_pool_kind gv_query_counter_kind(unsigned counter);

/* The address of the running segment's numbers, where shaders count them; such a segment is begun
 * if there is none. Needs a batch. 0: nobody asks, or memory ran out. */
VkDeviceAddress gv_query_counting_address(struct gv_context *ctx, unsigned counter);

/* Ends the running segments of a mask of counters. */
void gv_query_close_segments(struct gv_context *ctx, uint32_t counters);

/* Records the present time as one more segment of q. */
void gv_query_write_timestamp(struct gv_context *ctx, struct gv_query *q);

void gv_query_drop_segments(struct gv_context *ctx, struct gv_query *q);

#endif
