/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The render condition. A device with conditional rendering reads the query's result without a wait
 * of the CPU. Otherwise the CPU reads the result. A caller that records commands under the
 * condition first calls gv_condition_passes(). Then it calls gv_condition_use() before rendering
 * begins, and encloses the commands by gv_condition_begin() and gv_condition_end(). */
#ifndef GV_CONDITION_H
#define GV_CONDITION_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_query;

/* Returns false if the CPU knows that the condition does not hold. Returns true if there is no
 * condition, or if the device evaluates the condition. */
bool gv_condition_passes(struct gv_context *ctx);

/* Whether the device evaluates the condition. Draws, dispatches and vkCmdClearAttachments then
 * depend on the condition; load operations, copies and blits do not. */
bool gv_condition_on_device(const struct gv_context *ctx);

/* gv_condition_use() declares that the device reads the predicate; call it before rendering begins,
 * like gv_sync_main(). gv_condition_begin() and gv_condition_end() enclose the commands that depend
 * on the condition. All three functions do nothing if the device does not evaluate the
 * condition. */
void gv_condition_use(struct gv_context *ctx);
void gv_condition_begin(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_condition_end(struct gv_context *ctx);

void gv_condition_init(struct gv_context *ctx);
void gv_condition_finish(struct gv_context *ctx);

/* Call gv_condition_query_begun() when a query begins, gv_condition_query_ended() when it ends, and
 * gv_condition_query_destroyed() before it is destroyed. */
void gv_condition_query_begun(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_ended(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_destroyed(struct gv_context *ctx, struct gv_query *q);

#endif
