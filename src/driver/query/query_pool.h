/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Slots of Vulkan's query pools, and what they counted. */
#ifndef GV_QUERY_POOL_H
#define GV_QUERY_POOL_H

#include "driver/query/query.h"

struct gv_state;

bool gv_query_pools_init(struct gv_context *ctx);
void gv_query_pools_finish(struct gv_context *ctx);

/* 64-bit numbers in a slot. */
unsigned gv_query_num_values(enum gv_pool_kind kind);

/* A segment of the batch being recorded, reset, in a slot of its own, with one reference. NULL when
 * memory ran out. */
struct gv_segment *gv_segment_create(struct gv_context *ctx, enum gv_pool_kind kind);
void gv_segment_unref(struct gv_context *ctx, struct gv_segment *s);

/* Where its numbers are in Vulkan's terms: VK_NULL_HANDLE where shaders count them, */
VkQueryPool gv_segment_pool(const struct gv_segment *s);
/* and where the host, or such a shader, finds them, and behind them whether they are there. */
const struct gv_vk_buffer *gv_segment_results(const struct gv_segment *s, uint32_t *out_offset_B);

/* No command of this segment follows: its numbers are brought to the host with the batch. */
void gv_segment_end(struct gv_context *ctx, const struct gv_segment *s);

/* The numbers of a segment whose batch has finished; 0 for those that its kind lacks. False when
 * they never came: the batch could not be submitted, or the device is lost. */
bool gv_segment_read(const struct gv_state *state, const struct gv_segment *s,
                     uint64_t out_values[GV_MAX_QUERY_VALUES]);

#endif
