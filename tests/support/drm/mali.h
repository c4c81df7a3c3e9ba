/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The registers of a Mali GPU, which panfrost and panthor report to the driver. */
#ifndef FAKE_MALI_H
#define FAKE_MALI_H

#include <stdint.h>

struct mali_params {
    uint32_t product, revision, core;
    uint64_t shader_cores; /* one bit for each core */
    uint32_t cache, tiler, memory, mmu, threads, compressed_formats;
    uint32_t max_threads, max_workgroup, max_barrier;
};

#endif
