/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 64-bit integer arithmetic, comparisons and conversions. Signed and unsigned values share one
 * type; the instruction determines the signedness. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/opcodes/value64.h"

#define MAP(result_type, operand_type, opcode)                                                     \
    {                                                                                              \
        .result = result_type, .operand = operand_type, .op = opcode                               \
    }
#define LONG(opcode) MAP(GV_L, GV_L, opcode)
#define EXTENDED(name)                                                                             \
    {                                                                                              \
        .result = GV_L, .operand = GV_L, .inst = GLSLstd450##name                                  \
    }
#define SHIFT(opcode)                                                                              \
    {                                                                                              \
        .result = GV_L, .operand = GV_L, .count_second = true, .op = opcode                        \
    }

static const struct gv_wide_op ops[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_U64ADD] = LONG(SpvOpIAdd),
    [TGSI_OPCODE_U64MUL] = LONG(SpvOpIMul),
    [TGSI_OPCODE_I64NEG] = LONG(SpvOpSNegate),
    [TGSI_OPCODE_I64DIV] = LONG(SpvOpSDiv),
    [TGSI_OPCODE_U64DIV] = LONG(SpvOpUDiv),
    [TGSI_OPCODE_I64MOD] = LONG(SpvOpSRem), /* translated by gv_spv_srem() */
    [TGSI_OPCODE_U64MOD] = LONG(SpvOpUMod),
    [TGSI_OPCODE_I64ABS] = EXTENDED(SAbs),
    [TGSI_OPCODE_I64SSG] = EXTENDED(SSign),
    [TGSI_OPCODE_I64MIN] = EXTENDED(SMin),
    [TGSI_OPCODE_I64MAX] = EXTENDED(SMax),
    [TGSI_OPCODE_U64MIN] = EXTENDED(UMin),
    [TGSI_OPCODE_U64MAX] = EXTENDED(UMax),
    [TGSI_OPCODE_U64SHL] = SHIFT(SpvOpShiftLeftLogical),
    [TGSI_OPCODE_I64SHR] = SHIFT(SpvOpShiftRightArithmetic),
    [TGSI_OPCODE_U64SHR] = SHIFT(SpvOpShiftRightLogical),
    [TGSI_OPCODE_U64SEQ] = MAP(GV_B, GV_L, SpvOpIEqual),
    [TGSI_OPCODE_U64SNE] = MAP(GV_B, GV_L, SpvOpINotEqual),
    [TGSI_OPCODE_I64SLT] = MAP(GV_B, GV_L, SpvOpSLessThan),
    [TGSI_OPCODE_I64SGE] = MAP(GV_B, GV_L, SpvOpSGreaterThanEqual),
    [TGSI_OPCODE_U64SLT] = MAP(GV_B, GV_L, SpvOpULessThan),
    [TGSI_OPCODE_U64SGE] = MAP(GV_B, GV_L, SpvOpUGreaterThanEqual),
    [TGSI_OPCODE_F2I64] = MAP(GV_L, GV_F, SpvOpConvertFToS),
    [TGSI_OPCODE_F2U64] = MAP(GV_L, GV_F, SpvOpConvertFToU),
    [TGSI_OPCODE_I2I64] = MAP(GV_L, GV_U, SpvOpSConvert),
    [TGSI_OPCODE_U2I64] = MAP(GV_L, GV_U, SpvOpUConvert),
    [TGSI_OPCODE_D2I64] = MAP(GV_L, GV_D, SpvOpConvertFToS),
    [TGSI_OPCODE_D2U64] = MAP(GV_L, GV_D, SpvOpConvertFToU),
    [TGSI_OPCODE_I642F] = MAP(GV_F, GV_L, SpvOpConvertSToF),
    [TGSI_OPCODE_U642F] = MAP(GV_F, GV_L, SpvOpConvertUToF),
    [TGSI_OPCODE_I642D] = MAP(GV_D, GV_L, SpvOpConvertSToF),
    [TGSI_OPCODE_U642D] = MAP(GV_D, GV_L, SpvOpConvertUToF),
};

/* Divides for any operands. Division by zero and INT64_MIN / -1 are undefined in SPIR-V. For these,
 * divides by 1 instead, and selects TGSI's result for a zero divisor: 0 for I64DIV, all ones for
 * the other opcodes. */
static uint32_t divide(struct gv_spv_ctx *c, const struct gv_wide_op *op, uint32_t x, uint32_t y)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_wide_type(c, GV_L);
    uint32_t type_bool = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_wide_const(c, GV_L, 0);
    uint32_t ones = gv_spv_wide_const(c, GV_L, UINT64_MAX);
    uint32_t is_zero = gv_spv_op2(b, SpvOpIEqual, type_bool, y, zero);
    uint32_t bad = is_zero;
    if (op->op == SpvOpSDiv || op->op == SpvOpSRem) {
        uint32_t least = gv_spv_wide_const(c, GV_L, UINT64_C(1) << 63);
        uint32_t is_least = gv_spv_op2(b, SpvOpIEqual, type_bool, x, least);
        uint32_t is_minus = gv_spv_op2(b, SpvOpIEqual, type_bool, y, ones);
        uint32_t passes = gv_spv_op2(b, SpvOpLogicalAnd, type_bool, is_least, is_minus);
        bad = gv_spv_op2(b, SpvOpLogicalOr, type_bool, bad, passes);
    }
    uint32_t divisor = gv_spv_op3(b, SpvOpSelect, type, bad, gv_spv_wide_const(c, GV_L, 1), y);
    uint32_t id = op->op == SpvOpSRem ? gv_spv_srem(b, type, x, divisor)
                                      : gv_spv_op2(b, op->op, type, x, divisor);
    return gv_spv_op3(b, SpvOpSelect, type, is_zero, op->op == SpvOpSDiv ? zero : ones, id);
}

static uint32_t compute(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                        const struct gv_wide_op *op, const uint32_t *x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t count, mask;
    switch (op->op) {
    case SpvOpSDiv:
    case SpvOpUDiv:
    case SpvOpSRem:
    case SpvOpUMod:
        return divide(c, op, x[0], x[1]);
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightArithmetic:
    case SpvOpShiftRightLogical:
        mask = gv_spv_uint(b, 63, 1);
        count = gv_spv_op2(b, SpvOpBitwiseAnd, gv_spv_type(b, GV_U, 1), x[1], mask);
        return gv_spv_op2(b, op->op, gv_spv_wide_type(c, GV_L), x[0], count);
    default:
        return gv_spv_wide_simple(c, in, op, x);
    }
}

void gv_spv_emit_int64(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    gv_spv_emit_wide(c, in, &ops[in->opcode], compute);
}
