/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_compute_launch: the parameters of a dispatch that are compiled into its pipeline. */
#ifndef GV_COMPUTE_LAUNCH_H
#define GV_COMPUTE_LAUNCH_H

#include <stdint.h>

/* The parameters for which a compute pipeline is specialized, and for which its variant is
 * translated. */
struct gv_compute_launch {
    uint32_t block[3], work_dim;
    uint32_t entry, shared_size_B;
    /* grid_base: 1 if the dispatch has a grid base, else 0. last_block: 1 if its last blocks are
     * smaller than the other blocks, else 0. */
    uint32_t grid_base, last_block;
};

#endif
