/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_constants: what constants.h has of a context, as data. */
#ifndef GV_CONSTANTS_DATA_H
#define GV_CONSTANTS_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/pass.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"

struct gv_constants {
    struct galvan_driver_block block; /* what shaders read of set 3 */
    uint32_t block_offset_B;          /* of its copy in the constant ring */
    bool block_changed;               /* since that copy */
    bool block_used;                  /* by the program of the last draw */
    uint32_t
        stale_mask; /* of set 0 and the blocks: whose copy is not in the ring's present block */
    uint64_t block_number; /* of that block, among all that were ever begun */
};

#endif
