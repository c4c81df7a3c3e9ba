/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Slots of Vulkan's query pools, and their results. */
#ifndef GV_QUERY_POOL_H
#define GV_QUERY_POOL_H

#include "driver/query/query.h"

struct gv_context;
struct gv_state;
struct gv_vk_device;

bool gv_query_pools_init(struct gv_context *ctx);
void gv_query_pools_finish(struct gv_context *ctx);

/* Returns the number of 64-bit values in a slot. */
unsigned gv_query_num_values(enum gv_pool_kind kind);

/* Creates a segment in the current batch, with an unused slot, which the batch resets. The caller
 * gets a reference. Returns NULL if memory runs out. */
struct gv_segment *gv_segment_create(struct gv_context *ctx, enum gv_pool_kind kind);
void gv_segment_unref(struct gv_vk_device *dev, struct gv_segment *s);

/* Returns the Vulkan pool of the segment; VK_NULL_HANDLE if shaders count the values. */
VkQueryPool gv_segment_pool(const struct gv_segment *s);
/* Returns the buffer and the offset at which the CPU finds the segment's values, followed by their
 * availability. If shaders count, they add to the values in this buffer. */
const struct gv_vk_buffer *gv_segment_results(const struct gv_segment *s, uint32_t *out_offset_B);

/* Ends the segment. The batch will copy the segment's values to CPU memory. */
void gv_segment_end(struct gv_context *ctx, const struct gv_segment *s);

/* Reads the values of a segment whose batch has finished; values that the segment's kind lacks are
 * 0. Returns false if the results were never written, because the batch could not be submitted or
 * the device is lost. */
bool gv_segment_read(const struct gv_state *state, const struct gv_segment *s,
                     uint64_t out_values[GV_MAX_QUERY_VALUES]);

#endif
