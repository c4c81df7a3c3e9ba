/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipeline statistics on devices that lack queries for them, or whose queries cannot count the work
 * of lowered stages (gv_counts_statistics()). Internal compute shaders add the vertices, primitives
 * and invocations of draws and dispatches to counters in memory. Fragment shaders add their own
 * invocations. Draws are counted as in OpenGL 4.6 (10.11, 11, 13.7), as if each vertex were shaded
 * once and no primitive were clipped. */
#ifndef GV_STATISTICS_H
#define GV_STATISTICS_H

#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_pass;

/* Finds the address of the counters to which shaders add in the current batch. The batch must have
 * begun. The address is 0 if no active query needs any statistic of `mask`, or memory runs out. */
void gv_statistics_find(struct gv_context *ctx, uint32_t mask, uint32_t out_address[2]);

/* Updates which statistics shaders count. Call after a change of the active queries. */
void gv_statistics_update(struct gv_context *ctx);

/* Passes the address of the counters to fragment shaders. Call before draws, if the active queries
 * have changed. */
void gv_statistics_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

#endif
