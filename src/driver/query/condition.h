/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The render condition. Where the device has conditional rendering it looks at the query's result
 * by itself and nobody waits; else the host looks. Whoever records work that the condition is about
 * asks gv_condition_passes() first, declares the use before rendering begins, and brackets the
 * commands. */
#ifndef GV_CONDITION_H
#define GV_CONDITION_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_query;

/* False while the host knows that nothing is to be done. True without a condition, and where the
 * device decides. */
bool gv_condition_passes(struct gv_context *ctx);

/* Whether the device decides: load operations, copies and blits do not look, draws, grids and
 * vkCmdClearAttachments do. */
bool gv_condition_on_device(const struct gv_context *ctx);

/* Nothing when the device does not decide. use: before rendering begins, as gv_sync_main(). */
void gv_condition_use(struct gv_context *ctx);
void gv_condition_begin(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_condition_end(struct gv_context *ctx);

void gv_condition_init(struct gv_context *ctx);
void gv_condition_finish(struct gv_context *ctx);

/* A query was begun, ended or is about to be destroyed. */
void gv_condition_query_begun(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_ended(struct gv_context *ctx, struct gv_query *q);
void gv_condition_query_destroyed(struct gv_context *ctx, struct gv_query *q);

#endif
