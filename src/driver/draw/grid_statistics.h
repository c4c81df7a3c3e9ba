/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts the invocations of dispatches for queries of pipeline statistics that shaders count
 * (query/statistics.h). */
#ifndef GV_GRID_STATISTICS_H
#define GV_GRID_STATISTICS_H

#include <stdint.h>

struct gv_context;
struct pipe_grid_info;

/* Counts the invocations of a dispatch. last_block: the size of the last block on each axis. */
void gv_grid_statistics_count(struct gv_context *ctx, const struct pipe_grid_info *info,
                              const uint32_t last_block[3]);

#endif
