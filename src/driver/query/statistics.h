/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipeline statistics on devices that lack these queries, or that cannot count what lowered
 * stages do (gv_counts_statistics()). Internal compute shaders add the vertices, primitives and
 * threads of draws and dispatches to counters in memory, and fragment shaders add their
 * invocations. The counts of draws are those of OpenGL 4.6 (10.11, 11, 13.7): each vertex is shaded
 * once, and no primitive is clipped. */
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
