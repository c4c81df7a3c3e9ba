/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sets 0 and 3: constant buffer 0 of every stage, and the driver's blocks. All programs have the
 * same layouts of them, and each block of the constant ring has its sets, so that new constants are
 * a new dynamic offset and nothing else. */
#ifndef GV_CONSTANTS_H
#define GV_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/state/pass.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"

struct gv_context;
struct gv_program;
struct gv_screen;

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

/* The layouts that all programs share: of sets 0 and 3, and of a set without bindings. */
bool gv_screen_init_layouts(struct gv_screen *screen);
void gv_screen_finish_layouts(struct gv_screen *screen);

/* Uploads what p reads and is stale, and binds it. */
void gv_constants_emit(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd);

/* Puts where a vertex shader finds the elements of mask, by location, into the driver block. */
void gv_constants_pull(struct gv_context *ctx, uint32_t mask);

#endif
