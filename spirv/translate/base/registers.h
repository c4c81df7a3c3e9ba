/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Access to registers of TEMP, OUT and ADDR, direct or indirect. */
#ifndef GV_SPV_REGISTERS_H
#define GV_SPV_REGISTERS_H

#include "spirv/translate/base/context.h"

/* Returns the index of FILE[index] in c->regs. */
uint32_t gv_spv_reg_index(const struct gv_spv_ctx *c, unsigned file, unsigned index);
struct gv_val gv_spv_reg_read(struct gv_spv_ctx *c, uint32_t reg, unsigned comp);
/* Reads the components in `mask`; does not change the other elements of `out_vals`. */
void gv_spv_reg_read_mask(struct gv_spv_ctx *c, uint32_t reg, unsigned mask,
                          struct gv_val out_vals[4]);
void gv_spv_reg_write(struct gv_spv_ctx *c, uint32_t reg, unsigned mask,
                      const struct gv_val vals[4]);

/* Returns the value of an index register plus a constant, as a uint scalar. */
uint32_t gv_spv_index(struct gv_spv_ctx *c, const struct gv_tgsi_ind *ind, int base);
/* Returns the array that contains an indirect operand of TEMP or OUT, or NULL. */
struct gv_spv_array *gv_spv_find_array(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg);
void gv_spv_reg_write_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              const struct gv_val vals[4]);
/* Reads an indirect operand of IN, IMM, TEMP or OUT. Returns false if the shader has no array for
 * the operand. */
bool gv_spv_reg_read_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                             struct gv_val out_vals[4]);

/* Reads OUT[index]. Components that no instruction writes read as the components of (0, 0, 0,
 * 1). */
void gv_spv_out_read(struct gv_spv_ctx *c, unsigned index, struct gv_val out_vals[4]);

#endif
