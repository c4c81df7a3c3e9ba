/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_compute_launch: the part of a dispatch that its pipeline is compiled for. */
#ifndef GV_COMPUTE_LAUNCH_H
#define GV_COMPUTE_LAUNCH_H

#include <stdint.h>

/* What a compute pipeline is specialized for, and its variant translated. */
struct gv_compute_launch {
    uint32_t block[3], work_dim;
    uint32_t entry, shared_size_B;
    uint32_t grid_base, last_block; /* whether */
};

#endif
