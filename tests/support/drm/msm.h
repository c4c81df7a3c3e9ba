/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of an Adreno that msm reports. */
#ifndef FAKE_MSM_H
#define FAKE_MSM_H

#include <stdbool.h>
#include <stdint.h>

struct msm_params {
    uint32_t gpu;  /* the number in the chip's name; 0 if only the chip id identifies the chip */
    uint64_t chip; /* chip id, one byte for each part */
    uint32_t tile_memory_B;
    bool has_coherent_memory; /* supports coherent memory that the CPU caches */
};

#endif
