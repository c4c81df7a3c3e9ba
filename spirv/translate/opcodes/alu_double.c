/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Double arithmetic, comparisons, and conversions between doubles and 32 bits. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/opcodes/value64.h"
#include "spirv/translate/opcodes/wide_functions.h"

#define MAP(result_type, operand_type, opcode)                                                     \
    {                                                                                              \
        .result = result_type, .operand = operand_type, .op = opcode                               \
    }
#define DOUBLE(opcode) MAP(GV_D, GV_D, opcode)
#define EXTENDED(name)                                                                             \
    {                                                                                              \
        .result = GV_D, .operand = GV_D, .inst = GLSLstd450##name                                  \
    }

static const struct gv_wide_op ops[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_DADD] = DOUBLE(SpvOpFAdd),
    [TGSI_OPCODE_DMUL] = DOUBLE(SpvOpFMul),
    [TGSI_OPCODE_DDIV] = DOUBLE(SpvOpFDiv),
    [TGSI_OPCODE_DNEG] = DOUBLE(SpvOpFNegate),
    [TGSI_OPCODE_DMAD] = DOUBLE(SpvOpNop),
    [TGSI_OPCODE_DRCP] = DOUBLE(SpvOpNop),
    [TGSI_OPCODE_DRSQ] = DOUBLE(SpvOpNop),
    [TGSI_OPCODE_DSSG] = DOUBLE(SpvOpNop),
    [TGSI_OPCODE_DFMA] = EXTENDED(Fma),
    [TGSI_OPCODE_DMIN] = EXTENDED(NMin),
    [TGSI_OPCODE_DMAX] = EXTENDED(NMax),
    [TGSI_OPCODE_DABS] = EXTENDED(FAbs),
    [TGSI_OPCODE_DSQRT] = EXTENDED(Sqrt),
    [TGSI_OPCODE_DFRAC] = EXTENDED(Fract),
    [TGSI_OPCODE_DFLR] = EXTENDED(Floor),
    [TGSI_OPCODE_DCEIL] = EXTENDED(Ceil),
    [TGSI_OPCODE_DTRUNC] = EXTENDED(Trunc),
    [TGSI_OPCODE_DROUND] = DOUBLE(SpvOpNop),
    [TGSI_OPCODE_DLDEXP] = {.result = GV_D, .operand = GV_D, .count_second = true},
    [TGSI_OPCODE_DSLT] = MAP(GV_B, GV_D, SpvOpFOrdLessThan),
    [TGSI_OPCODE_DSGE] = MAP(GV_B, GV_D, SpvOpFOrdGreaterThanEqual),
    [TGSI_OPCODE_DSEQ] = MAP(GV_B, GV_D, SpvOpFOrdEqual),
    [TGSI_OPCODE_DSNE] = MAP(GV_B, GV_D, SpvOpFUnordNotEqual),
    [TGSI_OPCODE_F2D] = MAP(GV_D, GV_F, SpvOpFConvert),
    [TGSI_OPCODE_I2D] = MAP(GV_D, GV_U, SpvOpConvertSToF),
    [TGSI_OPCODE_U2D] = MAP(GV_D, GV_U, SpvOpConvertUToF),
    [TGSI_OPCODE_D2F] = MAP(GV_F, GV_D, SpvOpFConvert),
    [TGSI_OPCODE_D2I] = MAP(GV_U, GV_D, SpvOpNop),
    [TGSI_OPCODE_D2U] = MAP(GV_U, GV_D, SpvOpConvertFToU),
};

static uint32_t one(struct gv_spv_ctx *c)
{
    return gv_spv_wide_const(c, GV_D, UINT64_C(0x3ff0000000000000));
}

/* Returns -1, 0 or 1; 0 for NaN. The two comparisons are in the same order as in the translation of
 * SSG (alu_float.c). */
static uint32_t sign(struct gv_spv_ctx *c, uint32_t x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f64 = gv_spv_wide_type(c, GV_D);
    uint32_t type_bool = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_wide_const(c, GV_D, 0);
    uint32_t minus_one = gv_spv_wide_const(c, GV_D, UINT64_C(0xbff0000000000000));
    uint32_t above = gv_spv_op2(b, SpvOpFOrdGreaterThan, type_bool, x, zero);
    uint32_t below = gv_spv_op2(b, SpvOpFOrdLessThan, type_bool, x, zero);
    uint32_t r = gv_spv_op3(b, SpvOpSelect, f64, above, one(c), zero);
    return gv_spv_op3(b, SpvOpSelect, f64, below, minus_one, r);
}

/* Rounds to the nearest integer, ties to even. RoundEven is not used: on processors without
 * AVX-512, lavapipe of Mesa 22.3 rounds ties of doubles toward zero. */
static uint32_t round_even(struct gv_spv_ctx *c, uint32_t x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f64 = gv_spv_wide_type(c, GV_D);
    uint32_t type_bool = gv_spv_type(b, GV_B, 1);
    uint32_t half = gv_spv_wide_const(c, GV_D, UINT64_C(0x3fe0000000000000));
    uint32_t whole = gv_spv_ext1(b, GLSLstd450Trunc, f64, x);
    uint32_t rest = gv_spv_op2(b, SpvOpFSub, f64, x, whole);
    rest = gv_spv_ext1(b, GLSLstd450FAbs, f64, rest);
    uint32_t halved = gv_spv_op2(b, SpvOpFMul, f64, whole, half);
    uint32_t halved_whole = gv_spv_ext1(b, GLSLstd450Trunc, f64, halved);
    uint32_t is_odd = gv_spv_op2(b, SpvOpFOrdNotEqual, type_bool, halved, halved_whole);
    uint32_t is_half = gv_spv_op2(b, SpvOpFOrdEqual, type_bool, rest, half);
    uint32_t away = gv_spv_op2(b, SpvOpLogicalAnd, type_bool, is_half, is_odd);
    uint32_t is_more = gv_spv_op2(b, SpvOpFOrdGreaterThan, type_bool, rest, half);
    away = gv_spv_op2(b, SpvOpLogicalOr, type_bool, away, is_more);
    uint32_t next = gv_spv_op2(b, SpvOpFAdd, f64, whole, sign(c, x));
    return gv_spv_op3(b, SpvOpSelect, f64, away, next, whole);
}

/* Returns x[0] * x[1] + x[2]. With _PRECISE the result is rounded once; otherwise the device may
 * round once or twice. */
static uint32_t multiply_add(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, const uint32_t *x)
{
    uint32_t f64 = gv_spv_wide_type(c, GV_D);
    if (in->precise)
        return gv_spv_ext3(&c->b, GLSLstd450Fma, f64, x[0], x[1], x[2]);
    return gv_spv_op2(&c->b, SpvOpFAdd, f64, gv_spv_op2(&c->b, SpvOpFMul, f64, x[0], x[1]), x[2]);
}

static uint32_t compute(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                        const struct gv_wide_op *op, const uint32_t *x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f64 = gv_spv_wide_type(c, GV_D);
    uint32_t i32 = gv_spv_type_int(b, 1);
    uint32_t root, integer;
    switch (in->opcode) {
    case TGSI_OPCODE_DMAD:
        return multiply_add(c, in, x);
    case TGSI_OPCODE_DRCP:
        return gv_spv_op2(b, SpvOpFDiv, f64, one(c), x[0]);
    case TGSI_OPCODE_DRSQ:
        /* Devices compute InverseSqrt of doubles inexactly, but Sqrt exactly. */
        root = gv_spv_ext1(b, GLSLstd450Sqrt, f64, x[0]);
        return gv_spv_op2(b, SpvOpFDiv, f64, one(c), root);
    case TGSI_OPCODE_DSSG:
        return sign(c, x[0]);
    case TGSI_OPCODE_DROUND:
        return round_even(c, x[0]);
    case TGSI_OPCODE_DLDEXP:
        return gv_spv_ext2(b, GLSLstd450Ldexp, f64, x[0], gv_spv_op1(b, SpvOpBitcast, i32, x[1]));
    case TGSI_OPCODE_D2I:
        integer = gv_spv_op1(b, SpvOpConvertFToS, i32, x[0]);
        return gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_U, 1), integer);
    default:
        return gv_spv_wide_simple(c, in, op, x);
    }
}

/* Finds the significand of `x`, as a double, and the exponent of `x`, as a 32-bit integer. */
static void split(struct gv_spv_ctx *c, uint32_t x, uint32_t *out_fraction, uint32_t *out_exponent)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f64 = gv_spv_wide_type(c, GV_D);
    uint32_t i32 = gv_spv_type_int(b, 1);
    if (gv_spv_wide_is_words(c, GV_D)) {
        *out_fraction = gv_spv_wide_call1(c, "d_fraction", GV_D, GV_D, x);
        *out_exponent = gv_spv_wide_call1(c, "d_exponent", GV_U, GV_D, x);
        return;
    }
    uint32_t both_type = gv_spv_unique(b, SpvOpTypeStruct, (uint32_t[]){f64, i32}, 2, false);
    uint32_t both = gv_spv_ext1(b, GLSLstd450FrexpStruct, both_type, x);
    *out_fraction = gv_spv_op2(b, SpvOpCompositeExtract, f64, both, 0);
    uint32_t exponent = gv_spv_op2(b, SpvOpCompositeExtract, i32, both, 1);
    *out_exponent = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_U, 1), exponent);
}

/* Writes the significand to the first destination, as a pair of components, and the exponent to
 * every component of the second destination. */
static void emit_fraction_exponent(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    uint32_t fraction;
    uint32_t exponent;
    split(c, gv_spv_wide_src(c, in, 0, 0, GV_D), &fraction, &exponent);
    struct gv_tgsi_insn second = *in;
    struct gv_val vals[4];
    second.dst[0] = in->dst[1];
    if (in->saturate)
        fraction = gv_spv_wide_saturate(c, fraction, GV_D);
    gv_spv_wide_split(c, fraction, GV_D, vals);
    vals[2] = vals[0];
    vals[3] = vals[1];
    gv_spv_write(c, in, vals);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_scalar(exponent, GV_U);
    gv_spv_write(c, &second, vals);
}

void gv_spv_emit_double(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    if (in->opcode == TGSI_OPCODE_DFRACEXP)
        emit_fraction_exponent(c, in);
    else
        gv_spv_emit_wide(c, in, &ops[in->opcode], compute);
}
