/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipeline statistics that shaders count, as masks and as arguments of internal shaders. See
 * statistics.h. */
#ifndef GV_STATISTICS_DATA_H
#define GV_STATISTICS_DATA_H

#include <stdint.h>

#include "pipe/p_defines.h"

enum {
    GV_NUM_STATISTICS = PIPE_STAT_QUERY_CS_INVOCATIONS + 1,
    GV_ALL_STATISTICS = (1 << GV_NUM_STATISTICS) - 1,

    /* Masks of statistics, by the shaders that count them. */
    GV_STATISTICS_OF_FRAGMENTS = 1 << PIPE_STAT_QUERY_PS_INVOCATIONS,
    GV_STATISTICS_OF_GRIDS = 1 << PIPE_STAT_QUERY_CS_INVOCATIONS,
    GV_STATISTICS_OF_DRAWS =
        GV_ALL_STATISTICS & ~(GV_STATISTICS_OF_FRAGMENTS | GV_STATISTICS_OF_GRIDS),
};

/* The statistics that an internal compute shader adds: struct Statistics of
 * shaders/statistics.glsl. */
struct gv_statistics_arguments {
    uint32_t address[2]; /* address of the counters, low dword first; 0: no active query counts */
    uint32_t per_primitive[GV_NUM_STATISTICS];
};

#endif
