/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_constants: the data of constants.h in a context. */
#ifndef GV_CONSTANTS_DATA_H
#define GV_CONSTANTS_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/pass.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"

struct gv_constants {
    struct galvan_driver_block block; /* contents of the driver block in set 3 */
    uint32_t block_offset_B;          /* offset of the block's copy in the constant ring */
    bool block_changed;               /* changed since that copy */
    bool block_used;                  /* the program of the last draw reads it */
    uint32_t stale_mask;   /* mask of set 0's stages and the blocks that have no copy in the ring's
                              current   block */
    uint64_t block_number; /* number of the ring's current block, counted over all blocks */
};

#endif
