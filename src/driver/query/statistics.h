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

/* Where kernels add for the active queries, in this batch, which must be there. 0: none asks for
 * any of mask, or memory ran out. */
void gv_statistics_find(struct gv_context *ctx, uint32_t mask, uint32_t out_address[2]);

/* Comes behind a change of the active queries. */
void gv_statistics_update(struct gv_context *ctx);

/* A row of draws: tells fragment shaders where they count. */
void gv_statistics_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

#endif
