/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Derivatives. The frontend has already negated DDY if the direction of y requires it. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

void gv_spv_emit_derivative(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    static const SpvOp ops[TGSI_OPCODE_LAST] = {
        [TGSI_OPCODE_DDX] = SpvOpDPdx,
        [TGSI_OPCODE_DDY] = SpvOpDPdy,
        [TGSI_OPCODE_DDX_FINE] = SpvOpDPdxFine,
        [TGSI_OPCODE_DDY_FINE] = SpvOpDPdyFine,
    };
    struct gv_spv_columns cols;
    gv_spv_columns(c, in, &cols);
    uint32_t x = gv_spv_column_src(c, in, &cols, 0, GV_F);
    if (in->opcode == TGSI_OPCODE_DDX_FINE || in->opcode == TGSI_OPCODE_DDY_FINE)
        gv_spv_capability(&c->b, SpvCapabilityDerivativeControl);
    uint32_t id = gv_spv_op1(&c->b, ops[in->opcode], gv_spv_type(&c->b, GV_F, cols.num), x);
    gv_spv_column_result(c, in, &cols, id, GV_F);
}
