/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What msm tells of an Adreno. */
#ifndef FAKE_MSM_H
#define FAKE_MSM_H

#include <stdbool.h>
#include <stdint.h>

struct msm_params {
    uint32_t gpu; /* the number in the chip's name, 0 if only the next member identifies the chip */
    uint64_t chip; /* its parts in bytes */
    uint32_t tile_memory_B;
    bool has_coherent_memory; /* that the processor caches */
};

#endif
