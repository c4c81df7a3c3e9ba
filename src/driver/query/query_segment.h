/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The segments of queries: their counters, and the running segments. */
#ifndef GV_QUERY_SEGMENT_H
#define GV_QUERY_SEGMENT_H

#include "driver/query/query.h"

struct gv_context;
struct gv_state;
struct gv_vk_device;

/* gv_query_counters() returns the mask of the counters that a query type needs. The mask is 0 if
 * the device cannot count the type, or the type needs no counters. *out_number: the value for
 * gv_query.number. gv_query_counter_kind() returns the kind of pool of a counter. */
uint32_t gv_query_counters(const struct gv_state *state, unsigned type, unsigned index,
                           unsigned *out_number);
enum gv_pool_kind gv_query_counter_kind(unsigned counter);

/* Returns the address of the values to which shaders add for a counter, in the counter's running
 * segment. Begins a segment if none is running. The batch must have begun. Returns 0 if no active
 * query needs the counter, or memory runs out. */
VkDeviceAddress gv_query_counting_address(struct gv_context *ctx, unsigned counter);

/* Ends the running segments of the counters in a mask. */
void gv_query_close_segments(struct gv_context *ctx, uint32_t counters);

/* Records the current time as another segment of q. */
void gv_query_write_timestamp(struct gv_context *ctx, struct gv_query *q);

void gv_query_drop_segments(struct gv_vk_device *dev, struct gv_query *q);

#endif
