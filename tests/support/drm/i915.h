/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that i915 reports. */
#ifndef FAKE_I915_H
#define FAKE_I915_H

#include <stdbool.h>
#include <stdint.h>

struct i915_params {
    uint8_t slices, subslices,
        units; /* numbers: slices, subslices in each slice, execution units in each subslice */
    uint32_t timestamp_Hz;
    uint64_t address_space_B;
    bool has_timelines; /* submissions support timeline sync objects */
    bool has_tiling;    /* the kernel stores the tiling of memory objects */
    bool has_compute;   /* the chip has a compute engine */
};

#endif
