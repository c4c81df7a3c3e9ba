/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lowered indirect draws whose commands only the device can read, so that the size of the draws has
 * no known limit. All such draws of a context share one scratch buffer. The device sets an overflow
 * flag if a draw was larger than the recorded parts. The CPU never waits for the flag. Once the CPU
 * sees the flag set, it reads the indirect commands of later draws before it records these
 * draws. */
#ifndef GV_UNBOUNDED_DRAWS_H
#define GV_UNBOUNDED_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

#include "vk/buffer_image.h"

struct gv_context;
struct pipe_resource;

enum {
    GV_UNBOUNDED_SCRATCH_B = 96 << 20, /* less than 128 MiB, the smallest maxStorageBufferRange of
                                          Vulkan */
};

/* Sizes of scratch memory: for a part of a draw, for a round of its patches, and for a group of
 * primitives that a geometry shader processes within a round. */
struct gv_scratch_sizes {
    uint32_t part_B, round_B, group_B;
};

struct gv_unbounded_draws {
    struct pipe_resource *scratch; /* NULL until the first unbounded draw */
    struct gv_vk_buffer overflow;
    struct gv_scratch_sizes sizes; /* sizes of the scratch memory; smaller in tests */
    bool are_read; /* whether the CPU has seen the overflow flag set, so that it reads indirect
                      commands */
};

bool gv_unbounded_draws_init(struct gv_context *ctx);
void gv_unbounded_draws_finish(struct gv_context *ctx);

/* Whether lowered stages can execute an unbounded draw of num_commands indirect commands. Allocates
 * the scratch memory if necessary. */
bool gv_unbounded_draws_may(struct gv_context *ctx, uint32_t num_commands);

#endif
