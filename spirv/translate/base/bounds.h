/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bounds checks in the shader, for memory that the device accesses without bounds checks. Out of
 * bounds, loads return 0 and stores are dropped. */
#ifndef GV_SPV_BOUNDS_H
#define GV_SPV_BOUNDS_H

#include "spirv/translate/base/context.h"

/* Whether index < `num`, as a bool id; both operands are uint ids. */
uint32_t gv_bounds_inside(struct gv_spv_ctx *c, uint32_t index, uint32_t num);

/* Returns an index that is safe to load from: `index` itself, or 0 if `inside` is false. */
uint32_t gv_bounds_index(struct gv_spv_ctx *c, uint32_t inside, uint32_t index);

/* Returns the loaded value `id`, a vector of `num` components of `type` (GV_F or GV_U), or zeros if
 * `inside` is false. */
uint32_t gv_bounds_loaded(struct gv_spv_ctx *c, uint32_t inside, uint32_t id, unsigned type,
                          unsigned num);

/* gv_guard_begin() and gv_guard_end() enclose code that runs only if the bool id `inside` is true.
 * Both update *block, the label of the current block. If the code computes a scalar of `type` (GV_F
 * or GV_U), `id` is this scalar, and gv_guard_end() returns the scalar, or zero if `inside` is
 * false. If the code computes no scalar, `id` is 0. */
struct gv_guard {
    uint32_t header, merge; /* labels */
};

void gv_guard_begin(struct gv_spv_ctx *c, uint32_t *block, uint32_t inside,
                    struct gv_guard *out_guard);
uint32_t gv_guard_end(struct gv_spv_ctx *c, uint32_t *block, const struct gv_guard *guard,
                      uint32_t id, unsigned type);

#endif
