/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks of what lies past an end, where no device makes them: loads give 0 there, and nothing is
 * written. */
#ifndef GV_SPV_BOUNDS_H
#define GV_SPV_BOUNDS_H

#include "spirv/translate/base/context.h"

/* Whether number index is one of num; ids of uint, and of bool. */
uint32_t gv_bounds_inside(struct gv_spv_ctx *c, uint32_t index, uint32_t num);

/* A number to load from: index, or 0 where it is outside. */
uint32_t gv_bounds_index(struct gv_spv_ctx *c, uint32_t inside, uint32_t index);

/* What was loaded, a vector of num of that type (GV_F or GV_U), or 0 where it was outside. */
uint32_t gv_bounds_loaded(struct gv_spv_ctx *c, uint32_t inside, uint32_t id, unsigned type,
                          unsigned num);

/* Begins and ends code that runs where the bool id inside is true. *block is the label of the block
 * that the code stands in, before and after each call. id is the scalar of type (GV_F or GV_U) that
 * the code computed, or 0; the result is that value, or zero where inside is false. */
struct gv_guard {
    uint32_t header, merge; /* labels */
};

void gv_guard_begin(struct gv_spv_ctx *c, uint32_t *block, uint32_t inside,
                    struct gv_guard *out_guard);
uint32_t gv_guard_end(struct gv_spv_ctx *c, uint32_t *block, const struct gv_guard *guard,
                      uint32_t id, unsigned type);

#endif
