/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 32-bit integer arithmetic and bit operations. Signed and unsigned values share the type uint; the
 * instruction determines the signedness. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

struct simple {
    SpvOp op; /* SpvOpNop: use inst */
    enum GLSLstd450 inst;
};

static const struct simple simples[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_UADD] = {.op = SpvOpIAdd},
    [TGSI_OPCODE_UMUL] = {.op = SpvOpIMul},
    [TGSI_OPCODE_INEG] = {.op = SpvOpSNegate},
    [TGSI_OPCODE_NOT] = {.op = SpvOpNot},
    [TGSI_OPCODE_AND] = {.op = SpvOpBitwiseAnd},
    [TGSI_OPCODE_OR] = {.op = SpvOpBitwiseOr},
    [TGSI_OPCODE_XOR] = {.op = SpvOpBitwiseXor},
    [TGSI_OPCODE_SHL] = {.op = SpvOpShiftLeftLogical},
    [TGSI_OPCODE_ISHR] = {.op = SpvOpShiftRightArithmetic},
    [TGSI_OPCODE_USHR] = {.op = SpvOpShiftRightLogical},
    [TGSI_OPCODE_BREV] = {.op = SpvOpBitReverse},
    [TGSI_OPCODE_POPC] = {.op = SpvOpBitCount},
    [TGSI_OPCODE_IABS] = {.inst = GLSLstd450SAbs},
    [TGSI_OPCODE_ISSG] = {.inst = GLSLstd450SSign},
    [TGSI_OPCODE_IMIN] = {.inst = GLSLstd450SMin},
    [TGSI_OPCODE_IMAX] = {.inst = GLSLstd450SMax},
    [TGSI_OPCODE_UMIN] = {.inst = GLSLstd450UMin},
    [TGSI_OPCODE_UMAX] = {.inst = GLSLstd450UMax},
    [TGSI_OPCODE_LSB] = {.inst = GLSLstd450FindILsb},
    [TGSI_OPCODE_IMSB] = {.inst = GLSLstd450FindSMsb},
    [TGSI_OPCODE_UMSB] = {.inst = GLSLstd450FindUMsb},
};

static uint32_t simple(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned num,
                       const uint32_t *x)
{
    struct gv_spv_builder *b = &c->b;
    const struct simple *s = &simples[in->opcode];
    uint32_t type = gv_spv_type(b, GV_U, num);
    if (s->op != SpvOpNop)
        return gv_spv_op(b, s->op, type, x, in->num_src);
    return in->num_src == 2 ? gv_spv_ext2(b, s->inst, type, x[0], x[1])
                            : gv_spv_ext1(b, s->inst, type, x[0]);
}

static bool is_shift(unsigned opcode)
{
    return opcode == TGSI_OPCODE_SHL || opcode == TGSI_OPCODE_ISHR || opcode == TGSI_OPCODE_USHR;
}

/* Returns the lowest five bits of the shift count. TGSI uses only these bits, but SPIR-V leaves
 * counts above 31 undefined. Constant counts are masked at translation. */
static uint32_t shift_count(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                            const struct gv_spv_columns *cols)
{
    struct gv_spv_columns masked = *cols;
    bool all_imm = !in->src[1].absolute && !in->src[1].negate;
    for (unsigned i = 0; i < cols->num; i++) {
        all_imm &= cols->vals[1][i].type == GV_IMM;
        masked.vals[1][i].id &= 31;
    }
    if (all_imm)
        return gv_spv_column_src(c, in, &masked, 1, GV_U);
    uint32_t count = gv_spv_column_src(c, in, cols, 1, GV_U);
    uint32_t mask = gv_spv_uint(&c->b, 31, cols->num);
    return gv_spv_op2(&c->b, SpvOpBitwiseAnd, gv_spv_type(&c->b, GV_U, cols->num), count, mask);
}

static bool is_signed_division(unsigned opcode)
{
    return opcode == TGSI_OPCODE_IDIV || opcode == TGSI_OPCODE_MOD;
}

/* Divides operands for which SPIR-V defines the result. */
static uint32_t divide_defined(struct gv_spv_builder *b, unsigned opcode, uint32_t type, uint32_t x,
                               uint32_t y)
{
    static const SpvOp ops[TGSI_OPCODE_LAST] = {
        [TGSI_OPCODE_IDIV] = SpvOpSDiv,
        [TGSI_OPCODE_UDIV] = SpvOpUDiv,
        [TGSI_OPCODE_UMOD] = SpvOpUMod,
    };
    return opcode == TGSI_OPCODE_MOD ? gv_spv_srem(b, type, x, y)
                                     : gv_spv_op2(b, ops[opcode], type, x, y);
}

static bool divides_by_immediates(const struct gv_tgsi_insn *in, const struct gv_spv_columns *cols)
{
    for (unsigned i = 0; i < cols->num; i++) {
        if (cols->vals[1][i].type != GV_IMM)
            return false;
    }
    return !in->src[1].absolute && !in->src[1].negate;
}

/* Divides by immediates. Divisors 0 and -1 are replaced by 1. If the divisor was -1, the quotient
 * is then multiplied by -1; if the divisor was 0, the quotient is replaced by TGSI's result.
 * divide() handles these divisors by selects, but NVIDIA's driver 580 has a bug with selects: if
 * one divisor was 0 or -1, it divided all components of the vector by 1. */
static uint32_t divide_by_immediates(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                                     const struct gv_spv_columns *cols, uint32_t x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, cols->num);
    struct gv_spv_columns divisors = *cols, factors = *cols, masks = *cols;
    const bool quotient = in->opcode == TGSI_OPCODE_IDIV;
    bool any_minus = false, any_zero = false;
    for (unsigned i = 0; i < cols->num; i++) {
        const uint32_t value = cols->vals[1][i].id;
        const bool zero = value == 0, minus = quotient && value == UINT32_MAX;
        if (zero || (value == UINT32_MAX && is_signed_division(in->opcode)))
            divisors.vals[1][i].id = 1;
        factors.vals[1][i].id = minus ? UINT32_MAX : 1;
        masks.vals[1][i].id = zero == quotient ? 0 : UINT32_MAX;
        any_minus |= minus;
        any_zero |= zero;
    }
    uint32_t id =
        divide_defined(b, in->opcode, type, x, gv_spv_column_src(c, in, &divisors, 1, GV_U));
    if (any_minus)
        id = gv_spv_op2(b, SpvOpIMul, type, id, gv_spv_column_src(c, in, &factors, 1, GV_U));
    if (any_zero)
        id = gv_spv_op2(b, quotient ? SpvOpBitwiseAnd : SpvOpBitwiseOr, type, id,
                        gv_spv_column_src(c, in, &masks, 1, GV_U));
    return id;
}

/* Divides for any operands. Division by zero and INT_MIN / -1 are undefined in SPIR-V. For these,
 * divides by 1 instead, and selects TGSI's result for a zero divisor: 0 for IDIV, all ones for the
 * other opcodes. */
static uint32_t divide(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                       const struct gv_spv_columns *cols, uint32_t x, uint32_t y)
{
    struct gv_spv_builder *b = &c->b;
    unsigned num = cols->num;
    uint32_t type = gv_spv_type(b, GV_U, num);
    uint32_t bools = gv_spv_type(b, GV_B, num);
    if (divides_by_immediates(in, cols))
        return divide_by_immediates(c, in, cols, x);
    uint32_t zero = gv_spv_uint(b, 0, num);
    uint32_t is_zero = gv_spv_op2(b, SpvOpIEqual, bools, y, zero);
    uint32_t bad = is_zero;
    if (is_signed_division(in->opcode)) {
        uint32_t least = gv_spv_op2(b, SpvOpIEqual, bools, x, gv_spv_uint(b, 0x80000000u, num));
        uint32_t minus = gv_spv_op2(b, SpvOpIEqual, bools, y, gv_spv_uint(b, UINT32_MAX, num));
        bad = gv_spv_op2(b, SpvOpLogicalOr, bools, bad,
                         gv_spv_op2(b, SpvOpLogicalAnd, bools, least, minus));
    }
    uint32_t divisor = gv_spv_op3(b, SpvOpSelect, type, bad, gv_spv_uint(b, 1, num), y);
    uint32_t id = divide_defined(b, in->opcode, type, x, divisor);
    uint32_t by_zero = in->opcode == TGSI_OPCODE_IDIV ? zero : gv_spv_uint(b, UINT32_MAX, num);
    return gv_spv_op3(b, SpvOpSelect, type, is_zero, by_zero, id);
}

/* Translates a bit-field opcode component by component, because SPIR-V's instructions on vectors
 * take one scalar offset and count. */
static void emit_bit_field(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val vals[4] = {0};
    uint32_t u32 = gv_spv_type(b, GV_U, 1);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t x[4] = {0};
        if (!(in->dst[0].mask >> i & 1))
            continue;
        for (unsigned s = 0; s < in->num_src; s++)
            x[s] = gv_spv_src(c, in, s, i, 1, GV_U);
        unsigned first = in->num_src - 2;
        uint32_t offset = gv_spv_op2(b, SpvOpBitwiseAnd, u32, x[first], gv_spv_uint(b, 31, 1));
        uint32_t room = gv_spv_op2(b, SpvOpISub, u32, gv_spv_uint(b, 32, 1), offset);
        x[first] = offset;
        x[first + 1] = gv_spv_ext2(b, GLSLstd450UMin, u32, x[first + 1], room);
        SpvOp op = in->opcode == TGSI_OPCODE_BFI    ? SpvOpBitFieldInsert
                   : in->opcode == TGSI_OPCODE_IBFE ? SpvOpBitFieldSExtract
                                                    : SpvOpBitFieldUExtract;
        vals[i] = gv_val_scalar(gv_spv_op(b, op, u32, x, in->num_src), GV_U);
    }
    gv_spv_write(c, in, vals);
}

static bool all_masks(const struct gv_spv_columns *cols, unsigned s)
{
    for (unsigned i = 0; i < cols->num; i++) {
        unsigned type = cols->vals[s][i].type;
        if (type != GV_B && type != GV_FB)
            return false;
    }
    return true;
}

static bool all_imm(const struct gv_spv_columns *cols, unsigned s, uint32_t bits)
{
    for (unsigned i = 0; i < cols->num; i++) {
        if (cols->vals[s][i].type != GV_IMM || cols->vals[s][i].id != bits)
            return false;
    }
    return true;
}

static bool has_modifiers(const struct gv_tgsi_insn *in)
{
    for (unsigned s = 0; s < in->num_src; s++) {
        if (in->src[s].absolute || in->src[s].negate)
            return true;
    }
    return false;
}

/* Translates an AND of a mask and a value to a select between the value and 0. The bits of the mask
 * are then not needed. */
static bool fold_and(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                     const struct gv_spv_columns *cols)
{
    struct gv_spv_builder *b = &c->b;
    unsigned mask = all_masks(cols, 0) ? 0 : 1;
    unsigned other = 1 - mask;
    if (!all_masks(cols, mask))
        return false;
    uint32_t cond = gv_spv_column_src(c, in, cols, mask, GV_B);
    if (all_imm(cols, other, 0x3f800000)) {
        gv_spv_column_result(c, in, cols, cond, GV_BF);
        return true;
    }
    unsigned type = gv_spv_natural_type(cols->vals[other], cols->num);
    if (type == GV_B)
        return false;
    uint32_t zero = type == GV_F ? gv_spv_float(b, 0.0f, cols->num) : gv_spv_uint(b, 0, cols->num);
    uint32_t value = gv_spv_column_src(c, in, cols, other, type);
    uint32_t id = gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, type, cols->num), cond, value, zero);
    gv_spv_column_result(c, in, cols, id, type);
    return true;
}

/* Translates logic operations on masks to operations on booleans. */
static bool fold_masks(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                       const struct gv_spv_columns *cols)
{
    struct gv_spv_builder *b = &c->b;
    static const SpvOp logical[TGSI_OPCODE_LAST] = {
        [TGSI_OPCODE_AND] = SpvOpLogicalAnd,
        [TGSI_OPCODE_OR] = SpvOpLogicalOr,
        [TGSI_OPCODE_XOR] = SpvOpLogicalNotEqual,
        [TGSI_OPCODE_NOT] = SpvOpLogicalNot,
    };
    SpvOp op = logical[in->opcode];
    if (has_modifiers(in))
        return false;
    bool masks = op != SpvOpNop;
    for (unsigned s = 0; s < in->num_src; s++)
        masks &= all_masks(cols, s);
    if (masks) {
        uint32_t x[2];
        for (unsigned s = 0; s < in->num_src; s++)
            x[s] = gv_spv_column_src(c, in, cols, s, GV_B);
        gv_spv_column_result(
            c, in, cols, gv_spv_op(b, op, gv_spv_type(b, GV_B, cols->num), x, in->num_src), GV_B);
        return true;
    }
    if (in->opcode == TGSI_OPCODE_AND)
        return fold_and(c, in, cols);
    if (in->opcode == TGSI_OPCODE_INEG && all_masks(cols, 0)) {
        uint32_t zero = gv_spv_uint(b, 0, cols->num);
        uint32_t one = gv_spv_uint(b, 1, cols->num);
        uint32_t mask = gv_spv_column_src(c, in, cols, 0, GV_B);
        uint32_t id = gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, cols->num), mask, one, zero);
        gv_spv_column_result(c, in, cols, id, GV_U);
        return true;
    }
    return false;
}

/* Whether the instruction is IMAX x, x, the form in which the virgl driver moves an integer. */
static bool is_typed_move(const struct gv_tgsi_insn *in, const struct gv_spv_columns *cols)
{
    if (in->opcode != TGSI_OPCODE_IMAX || has_modifiers(in))
        return false;
    for (unsigned i = 0; i < cols->num; i++) {
        if (!gv_val_equal(cols->vals[0][i], cols->vals[1][i]))
            return false;
    }
    return true;
}

void gv_spv_emit_int(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_columns cols;
    uint32_t x[4] = {0};
    uint32_t id;
    if (in->opcode == TGSI_OPCODE_IBFE || in->opcode == TGSI_OPCODE_UBFE ||
        in->opcode == TGSI_OPCODE_BFI) {
        emit_bit_field(c, in);
        return;
    }
    gv_spv_columns(c, in, &cols);
    if (fold_masks(c, in, &cols))
        return;
    x[0] = gv_spv_column_src(c, in, &cols, 0, GV_U);
    for (unsigned s = 1; s < in->num_src; s++)
        x[s] = is_shift(in->opcode) ? shift_count(c, in, &cols)
                                    : gv_spv_column_src(c, in, &cols, s, GV_U);
    uint32_t type = gv_spv_type(&c->b, GV_U, cols.num);
    switch (in->opcode) {
    case TGSI_OPCODE_IDIV:
    case TGSI_OPCODE_UDIV:
    case TGSI_OPCODE_MOD:
    case TGSI_OPCODE_UMOD:
        id = divide(c, in, &cols, x[0], x[1]);
        break;
    case TGSI_OPCODE_UMAD:
        id = gv_spv_op2(&c->b, SpvOpIAdd, type, gv_spv_op2(&c->b, SpvOpIMul, type, x[0], x[1]),
                        x[2]);
        break;
    case TGSI_OPCODE_IMUL_HI:
        id = gv_spv_high_product(&c->b, SpvOpSMulExtended, cols.num, x[0], x[1]);
        break;
    case TGSI_OPCODE_UMUL_HI:
        id = gv_spv_high_product(&c->b, SpvOpUMulExtended, cols.num, x[0], x[1]);
        break;
    default:
        id = is_typed_move(in, &cols) ? x[0] : simple(c, in, cols.num, x);
        break;
    }
    gv_spv_column_result(c, in, &cols, id, GV_U);
}
