/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 64-bit values: pairs of register components, low word first. Lane 0 is (x, y), lane 1 (z, w).
 *
 * Where the device lacks a type (no_float64, no_int64 of the key), a value of it is a uvec2 of its
 * words, and functions take the place of instructions (wide_functions.h). Otherwise a 64-bit result
 * is split into the two components of one uvec2, and the cache remembers which value the pair came
 * from (GV_CACHED_WIDE). Wherever moves carry both words together, reading them again gives that
 * value without repacking. */
#ifndef GV_SPV_VALUE64_H
#define GV_SPV_VALUE64_H

#include "spirv/translate/opcodes/wide_types.h"

/* Computes one lane; x holds an id per source. */
typedef uint32_t (*gv_wide_compute)(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                                    const struct gv_wide_op *op, const uint32_t *x);

/* Lane (0 or 1) of a source after its swizzle, with modifiers; type GV_D or GV_L. */
uint32_t gv_spv_wide_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s,
                         unsigned lane, unsigned type);

/* min(max(x, 0), 1) of floats and doubles, 0 for NaN; integers as they are. */
uint32_t gv_spv_wide_saturate(struct gv_spv_ctx *c, uint32_t id, unsigned type);
/* The two words of a value. */
void gv_spv_wide_split(struct gv_spv_ctx *c, uint32_t id, unsigned type, struct gv_val out_vals[2]);

/* One SPIR-V instruction on the type of the operation's result. */
uint32_t gv_spv_wide_simple(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                            const struct gv_wide_op *op, const uint32_t *x);

/* Reads, computes and writes each lane that the destination asks for. Where the operation has a
 * type that the device lacks, its function computes. */
void gv_spv_emit_wide(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                      const struct gv_wide_op *op, gv_wide_compute compute);

#endif
