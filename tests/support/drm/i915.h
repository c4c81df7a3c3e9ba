/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What i915 tells of a chip. */
#ifndef FAKE_I915_H
#define FAKE_I915_H

#include <stdbool.h>
#include <stdint.h>

struct i915_params {
    uint8_t slices, subslices, units; /* subslices of a slice, execution units of a subslice */
    uint32_t timestamp_Hz;
    uint64_t address_space_B;
    bool has_timelines; /* of submissions */
    bool has_tiling;    /* which the kernel keeps of memory objects */
    bool has_compute;   /* an engine for that alone */
};

#endif
