/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What kernel draws have whose records only the device sees, which nothing bounds: scratch memory
 * that all of a context share, one after the other, and a word in which the device notes that one
 * was larger than the host had recorded. The host never waits for that word: from the draw on that
 * finds it set, it reads records. */
#ifndef GV_UNBOUNDED_DRAWS_H
#define GV_UNBOUNDED_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

#include "vk/buffer_image.h"

struct gv_context;
struct pipe_resource;

enum {
    GV_UNBOUNDED_SCRATCH_B = 96 << 20, /* below what every device binds */
};

/* Scratch memory of a part of a draw, in it of a round of patches, and of the primitives that the
 * geometry shader makes of what they become at a time. */
struct gv_scratch_sizes {
    uint32_t part_B, round_B, group_B;
};

struct gv_unbounded_draws {
    struct pipe_resource *scratch; /* NULL until the first such draw */
    struct gv_vk_buffer note;
    struct gv_scratch_sizes sizes; /* tests make them small */
    bool are_read;                 /* the host has seen the note */
};

bool gv_unbounded_draws_init(struct gv_context *ctx);
void gv_unbounded_draws_finish(struct gv_context *ctx);

/* Whether lowered stages can execute such a draw with this number of indirect commands.
 * Allocates the memory. */
bool gv_unbounded_draws_may(struct gv_context *ctx, uint32_t num_records);

#endif
