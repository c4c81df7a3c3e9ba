/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipeline statistics where the device has no such queries, or does not see what kernels do of a
 * draw (gv_counts_statistics()): kernels add what draws and grids are made of, and fragment shaders
 * each of their invocations, to numbers in memory. Those of draws are what OpenGL 4.6 says of the
 * draw (10.11, 11, 13.7): each vertex is shaded once, and clipping lets each primitive pass. */
#ifndef GV_STATISTICS_H
#define GV_STATISTICS_H

#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_pass;

/* Where lowered stages count for the active queries of this batch, which must have begun. 0 if
 * no query needs any of mask, or memory runs out. */
void gv_statistics_find(struct gv_context *ctx, uint32_t mask, uint32_t out_address[2]);

/* Comes behind a change of the active queries. */
void gv_statistics_update(struct gv_context *ctx);

/* Call for each run of draws: passes the counters' address to fragment shaders. */
void gv_statistics_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

#endif
