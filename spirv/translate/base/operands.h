/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Operands of instructions: sources with swizzle and modifiers, destinations with mask and
 * saturation. */
#ifndef GV_SPV_OPERANDS_H
#define GV_SPV_OPERANDS_H

#include "spirv/translate/base/context.h"

/* Reads the components of a source after its swizzle, without modifiers. Fills only the components
 * in `mask`. */
void gv_spv_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_src *src, unsigned mask,
                  struct gv_val out_vals[4]);
/* Returns the components from `first` to `first` + `num` - 1 of source `s`, with modifiers, as one
 * id of a scalar or vector of `type`. */
uint32_t gv_spv_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s, unsigned first,
                    unsigned num, unsigned type);

/* The distinct columns of a component-wise instruction. A column is the operands of one component:
 * if two components have equal operands, their result is computed once. */
struct gv_spv_columns {
    struct gv_val vals[GV_TGSI_MAX_SRC][4];
    unsigned num;      /* number of distinct columns */
    uint8_t column[4]; /* for each component of the mask: its column */
};
void gv_spv_columns(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                    struct gv_spv_columns *out_cols);
uint32_t gv_spv_column_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_spv_columns *cols, unsigned s, unsigned type);
void gv_spv_column_result(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const struct gv_spv_columns *cols, uint32_t id, unsigned type);

/* Writes the destination, one value for each component. Values outside the write mask are ignored.
 */
void gv_spv_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, const struct gv_val vals[4]);
/* Writes a vec4 result: component i of the vector to component i of the destination. */
void gv_spv_write_vec4(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                       unsigned type);
/* Writes one scalar to every component in the write mask. */
void gv_spv_replicate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                      unsigned type);

/* Marks an arithmetic float result as exact (NoContraction) if the current instruction is _PRECISE.
 */
uint32_t gv_spv_exact(struct gv_spv_ctx *c, uint32_t id);

#endif
