/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The render condition. A device with conditional rendering reads the query's result itself, and
 * the host does not wait. Otherwise the host reads the result. A caller that records commands under
 * the condition first calls gv_condition_passes(), then declares the use before rendering begins,
 * and encloses the commands by begin and end. */
#ifndef GV_CONDITION_H
#define GV_CONDITION_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_query;

/* False if the host knows that the condition does not hold. True without a condition, and if the
 * device decides. */
bool gv_condition_passes(struct gv_context *ctx);

/* Whether the device decides. Draws, dispatches and vkCmdClearAttachments obey the device's
 * condition; load operations, copies and blits do not. */
bool gv_condition_on_device(const struct gv_context *ctx);

/* These do nothing if the device does not decide. Call use before rendering begins, as
 * gv_sync_main(). */
void gv_condition_use(struct gv_context *ctx);
void gv_condition_begin(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_condition_end(struct gv_context *ctx);

void gv_condition_init(struct gv_context *ctx);
void gv_condition_finish(struct gv_context *ctx);

/* Call when a query begins or ends, and before it is destroyed. */
void gv_condition_query_begun(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_ended(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_destroyed(struct gv_context *ctx, struct gv_query *q);

#endif
