/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that amdgpu reports. */
#ifndef FAKE_AMDGPU_H
#define FAKE_AMDGPU_H

#include <stdint.h>

struct amdgpu_params {
    uint32_t family, external_rev;
    uint8_t gfx_major, gfx_minor, gfx_revision;
    uint32_t engines, arrays_per_engine, units_per_array; /* shader engines, their compute units */
    uint32_t backends, cache_blocks;
    uint32_t address_config; /* the register GB_ADDR_CONFIG */
    uint32_t memory_type, memory_bits;
    uint32_t counter_kHz;
    uint64_t visible_B; /* device memory that the CPU can access */
};

#endif
