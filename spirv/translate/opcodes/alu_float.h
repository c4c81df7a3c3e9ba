/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Float arithmetic that several families use. */
#ifndef GV_SPV_ALU_FLOAT_H
#define GV_SPV_ALU_FLOAT_H

#include "spirv/translate/base/context.h"

/* Returns x * y, with the shader's MUL_ZERO_WINS and precision. */
uint32_t gv_spv_multiply(struct gv_spv_ctx *c, unsigned num, uint32_t x, uint32_t y);
/* Writes a result of four float scalars. */
void gv_spv_write_scalars(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const uint32_t ids[4]);

#endif
