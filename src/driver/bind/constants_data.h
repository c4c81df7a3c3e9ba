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

    struct gv_const0 of_pass; /* constant buffer 0 of pass_shader.c's shaders, in of_pass_data */
    uint8_t of_pass_data[GV_MAX_PASS_CONSTANTS_B];
};

#endif
