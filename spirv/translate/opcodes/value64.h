/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 64-bit values: pairs of register components, low word first. Lane 0 is (x, y), lane 1 is (z, w).
 *
 * If the device lacks a type (no_float64, no_int64 of the key), a value of this type is a uvec2 of
 * its words, and calls of functions replace instructions (wide_functions.h). Otherwise a 64-bit
 * result is split into the two components of a uvec2. The cache remembers the 64-bit value of the
 * pair (GV_CACHED_WIDE), so that a later read of both components, even after moves, gets this value
 * without repacking. */
#ifndef GV_SPV_VALUE64_H
#define GV_SPV_VALUE64_H

#include "spirv/translate/opcodes/wide_types.h"

/* A function that computes one lane; `x` has an id for each source. */
typedef uint32_t (*gv_wide_compute)(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                                    const struct gv_wide_op *op, const uint32_t *x);

/* Reads lane 0 or 1 of a source after its swizzle, with modifiers; `type` is GV_D or GV_L. */
uint32_t gv_spv_wide_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s,
                         unsigned lane, unsigned type);

/* Clamps a float or a double to the range 0 to 1; NaN becomes 0. Returns an integer unchanged. */
uint32_t gv_spv_wide_saturate(struct gv_spv_ctx *c, uint32_t id, unsigned type);
/* Splits a value into its two words. */
void gv_spv_wide_split(struct gv_spv_ctx *c, uint32_t id, unsigned type, struct gv_val out_vals[2]);

/* Emits one SPIR-V instruction whose type is that of the operation's result. */
uint32_t gv_spv_wide_simple(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                            const struct gv_wide_op *op, const uint32_t *x);

/* Computes each lane in the write mask: reads the sources, calls compute(), and writes the result.
 * If the device lacks one of the operation's types, calls a function of wide_functions.h instead of
 * compute(). */
void gv_spv_emit_wide(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                      const struct gv_wide_op *op, gv_wide_compute compute);

#endif
