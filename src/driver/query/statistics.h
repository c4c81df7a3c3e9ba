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

#include "pipe/p_defines.h"

struct gv_context;
struct gv_pass;

enum {
    GV_NUM_STATISTICS = PIPE_STAT_QUERY_CS_INVOCATIONS + 1,
    GV_ALL_STATISTICS = (1 << GV_NUM_STATISTICS) - 1,

    /* Who counts: masks. */
    GV_STATISTICS_OF_FRAGMENTS = 1 << PIPE_STAT_QUERY_PS_INVOCATIONS,
    GV_STATISTICS_OF_GRIDS = 1 << PIPE_STAT_QUERY_CS_INVOCATIONS,
    GV_STATISTICS_OF_DRAWS =
        GV_ALL_STATISTICS & ~(GV_STATISTICS_OF_FRAGMENTS | GV_STATISTICS_OF_GRIDS),
};

/* What a kernel adds: struct Statistics of shaders/statistics.glsl. */
struct gv_statistics_plan {
    uint32_t address[2]; /* of the numbers, low word first; 0: nobody asks */
    uint32_t per_primitive[GV_NUM_STATISTICS];
};

/* Where kernels add for the active queries, in this batch, which must be there. 0: none asks for
 * any of mask, or memory ran out. */
void gv_statistics_find(struct gv_context *ctx, uint32_t mask, uint32_t out_address[2]);

/* Comes behind a change of the active queries. */
void gv_statistics_update(struct gv_context *ctx);

/* A row of draws: tells fragment shaders where they count. */
void gv_statistics_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

#endif
