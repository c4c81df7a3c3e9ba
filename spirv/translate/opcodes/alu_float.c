/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* MOV and float arithmetic. */
#include "spirv/translate/opcodes/alu_float.h"

#include <string.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

void gv_spv_emit_move(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_val vals[4];
    if (in->saturate || in->src[0].absolute || in->src[0].negate) {
        struct gv_spv_columns cols;
        gv_spv_columns(c, in, &cols);
        gv_spv_column_result(c, in, &cols, gv_spv_column_src(c, in, &cols, 0, GV_F), GV_F);
        return;
    }
    gv_spv_fetch(c, &in->src[0], in->dst[0].mask, vals);
    gv_spv_write(c, in, vals);
}

/* Component-wise opcodes that become a single SPIR-V or GLSL.std.450 instruction. */
struct simple {
    SpvOp op; /* SpvOpNop: use inst */
    enum GLSLstd450 inst;
};

static const struct simple simples[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_ADD] = {.op = SpvOpFAdd},
    [TGSI_OPCODE_MUL] = {.op = SpvOpFMul},
    [TGSI_OPCODE_DIV] = {.op = SpvOpFDiv},
    [TGSI_OPCODE_FRC] = {.inst = GLSLstd450Fract},
    [TGSI_OPCODE_FLR] = {.inst = GLSLstd450Floor},
    [TGSI_OPCODE_CEIL] = {.inst = GLSLstd450Ceil},
    [TGSI_OPCODE_TRUNC] = {.inst = GLSLstd450Trunc},
    [TGSI_OPCODE_ROUND] = {.inst = GLSLstd450RoundEven},
    [TGSI_OPCODE_MIN] = {.inst = GLSLstd450NMin},
    [TGSI_OPCODE_MAX] = {.inst = GLSLstd450NMax},
    [TGSI_OPCODE_SQRT] = {.inst = GLSLstd450Sqrt},
    [TGSI_OPCODE_EX2] = {.inst = GLSLstd450Exp2},
    [TGSI_OPCODE_LG2] = {.inst = GLSLstd450Log2},
    [TGSI_OPCODE_SIN] = {.inst = GLSLstd450Sin},
    [TGSI_OPCODE_COS] = {.inst = GLSLstd450Cos},
};

static uint32_t simple(struct gv_spv_ctx *c, unsigned opcode, uint32_t type, uint32_t x, uint32_t y)
{
    const struct simple *s = &simples[opcode];
    if (s->op != SpvOpNop)
        return gv_spv_op2(&c->b, s->op, type, x, y);
    return y ? gv_spv_ext2(&c->b, s->inst, type, x, y) : gv_spv_ext1(&c->b, s->inst, type, x);
}

/* Returns x * y, with 0 * anything = 0 under LEGACY_MATH_RULES. */
uint32_t gv_spv_multiply(struct gv_spv_ctx *c, unsigned num, uint32_t x, uint32_t y)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_F, num);
    uint32_t product = gv_spv_exact(c, gv_spv_op2(b, SpvOpFMul, type, x, y));
    if (!c->scan->properties[TGSI_PROPERTY_LEGACY_MATH_RULES])
        return product;
    uint32_t bools = gv_spv_type(b, GV_B, num);
    uint32_t zero = gv_spv_float(b, 0.0f, num);
    uint32_t x_zero = gv_spv_op2(b, SpvOpFOrdEqual, bools, x, zero);
    uint32_t y_zero = gv_spv_op2(b, SpvOpFOrdEqual, bools, y, zero);
    uint32_t either = gv_spv_op2(b, SpvOpLogicalOr, bools, x_zero, y_zero);
    return gv_spv_op3(b, SpvOpSelect, type, either, zero, product);
}

static uint32_t add(struct gv_spv_ctx *c, unsigned num, uint32_t x, uint32_t y)
{
    return gv_spv_exact(c, gv_spv_op2(&c->b, SpvOpFAdd, gv_spv_type(&c->b, GV_F, num), x, y));
}

/* Whether the instruction is MAX d, x, -x, the form in which the virgl driver writes fabs. */
static bool is_fabs(const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_src *x = &in->src[0];
    const struct gv_tgsi_src *y = &in->src[1];
    return in->opcode == TGSI_OPCODE_MAX && x->negate != y->negate && !x->absolute &&
           !y->absolute && memcmp(&x->reg, &y->reg, sizeof(x->reg)) == 0 &&
           memcmp(x->swizzle, y->swizzle, sizeof(x->swizzle)) == 0;
}

/* Returns -1, 0 or 1; 0 for NaN. The form of the code matters: lavapipe turns "below ? -1 : 0" into
 * "-(below ? 1 : 0)", which can be -0. */
static uint32_t sign(struct gv_spv_ctx *c, unsigned num, uint32_t x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_F, num);
    uint32_t bools = gv_spv_type(b, GV_B, num);
    uint32_t zero = gv_spv_float(b, 0.0f, num);
    uint32_t above = gv_spv_op2(b, SpvOpFOrdGreaterThan, bools, x, zero);
    uint32_t below = gv_spv_op2(b, SpvOpFOrdLessThan, bools, x, zero);
    uint32_t r = gv_spv_op3(b, SpvOpSelect, type, above, gv_spv_float(b, 1.0f, num), zero);
    return gv_spv_op3(b, SpvOpSelect, type, below, gv_spv_float(b, -1.0f, num), r);
}

/* Returns x[0] * x[1] + x[2]. FMA and _PRECISE round once; otherwise the device may round once or
 * twice, but in the same way in every variant. */
static uint32_t multiply_add(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned num,
                             const uint32_t *x)
{
    bool legacy = c->scan->properties[TGSI_PROPERTY_LEGACY_MATH_RULES];
    if (in->opcode == TGSI_OPCODE_FMA || (in->precise && !legacy)) {
        uint32_t id =
            gv_spv_ext3(&c->b, GLSLstd450Fma, gv_spv_type(&c->b, GV_F, num), x[0], x[1], x[2]);
        gv_spv_decorate(&c->b, id, SpvDecorationNoContraction);
        return id;
    }
    return add(c, num, gv_spv_multiply(c, num, x[0], x[1]), x[2]);
}

static uint32_t lerp(struct gv_spv_ctx *c, unsigned num, const uint32_t *x)
{
    uint32_t type = gv_spv_type(&c->b, GV_F, num);
    if (!c->exact && !c->scan->properties[TGSI_PROPERTY_LEGACY_MATH_RULES])
        return gv_spv_ext3(&c->b, GLSLstd450FMix, type, x[2], x[1], x[0]);
    uint32_t difference = gv_spv_exact(c, gv_spv_op2(&c->b, SpvOpFSub, type, x[1], x[2]));
    return add(c, num, gv_spv_multiply(c, num, x[0], difference), x[2]);
}

static void emit_component(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_columns cols;
    uint32_t x[3] = {0};
    uint32_t id;
    gv_spv_columns(c, in, &cols);
    unsigned num = cols.num;
    uint32_t type = gv_spv_type(b, GV_F, num);
    if (is_fabs(in)) {
        struct gv_tgsi_insn abs = *in;
        abs.src[0].absolute = true;
        abs.src[0].negate = false;
        gv_spv_column_result(c, in, &cols, gv_spv_column_src(c, &abs, &cols, 0, GV_F), GV_F);
        return;
    }
    for (unsigned s = 0; s < in->num_src; s++)
        x[s] = gv_spv_column_src(c, in, &cols, s,
                                 in->opcode == TGSI_OPCODE_LDEXP && s == 1 ? GV_U : GV_F);
    switch (in->opcode) {
    case TGSI_OPCODE_MUL:
        id = gv_spv_multiply(c, num, x[0], x[1]);
        break;
    case TGSI_OPCODE_MAD:
    case TGSI_OPCODE_FMA:
        id = multiply_add(c, in, num, x);
        break;
    case TGSI_OPCODE_LRP:
        id = lerp(c, num, x);
        break;
    case TGSI_OPCODE_SSG:
        id = sign(c, num, x[0]);
        break;
    case TGSI_OPCODE_FRC:
        if (c->exact)
            id = gv_spv_exact(c, gv_spv_op2(b, SpvOpFSub, type, x[0],
                                            gv_spv_ext1(b, GLSLstd450Floor, type, x[0])));
        else
            id = gv_spv_ext1(b, GLSLstd450Fract, type, x[0]);
        break;
    case TGSI_OPCODE_LDEXP:
        id = gv_spv_ext2(b, GLSLstd450Ldexp, type, x[0],
                         gv_spv_op1(b, SpvOpBitcast, gv_spv_type_int(b, num), x[1]));
        break;
    default:
        id = gv_spv_exact(c, simple(c, in->opcode, type, x[0], x[1]));
        break;
    }
    gv_spv_column_result(c, in, &cols, id, GV_F);
}

static uint32_t dot(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t x = gv_spv_src(c, in, 0, 0, num, GV_F);
    uint32_t y = gv_spv_src(c, in, 1, 0, num, GV_F);
    if (!c->exact && !c->scan->properties[TGSI_PROPERTY_LEGACY_MATH_RULES])
        return gv_spv_op2(b, SpvOpDot, f32, x, y);
    uint32_t products = gv_spv_multiply(c, num, x, y);
    uint32_t sum = gv_spv_extract(b, products, GV_F, 0);
    for (unsigned i = 1; i < num; i++)
        sum = add(c, 1, sum, gv_spv_extract(b, products, GV_F, i));
    return sum;
}

/* Returns x to the power of y, with x^0 = 1, which old lighting code needs for x = 0. */
static uint32_t power(struct gv_spv_ctx *c, uint32_t x, uint32_t y, bool y_may_be_zero)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t id = gv_spv_exact(c, gv_spv_ext2(b, GLSLstd450Pow, f32, x, y));
    if (!y_may_be_zero)
        return id;
    uint32_t is_zero = gv_spv_compare_float(b, SpvOpFOrdEqual, y, 0.0f);
    return gv_spv_op3(b, SpvOpSelect, f32, is_zero, gv_spv_float(b, 1.0f, 1), id);
}

static bool may_be_zero(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s)
{
    struct gv_val vals[4];
    gv_spv_fetch(c, &in->src[s], 1, vals);
    return vals[0].type != GV_IMM || (vals[0].id & 0x7fffffff) == 0;
}

static uint32_t power_of_sources(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    bool y_may_be_zero = may_be_zero(c, in, 1);
    uint32_t y = gv_spv_src(c, in, 1, 0, 1, GV_F);
    return power(c, gv_spv_src(c, in, 0, 0, 1, GV_F), y, y_may_be_zero);
}

/* Returns 1/x. Shaders compute square roots as 1/(1/sqrt(y)). For this form, returns sqrt(y), which
 * is equal at 0 and infinity and more precise elsewhere. */
static uint32_t reciprocal(struct gv_spv_ctx *c, uint32_t x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t y = gv_spv_cache_find(&b->cache, GV_CACHED_RSQ, x, 0);
    if (y && !c->exact)
        return gv_spv_ext1(b, GLSLstd450Sqrt, f32, y);
    return gv_spv_exact(c, gv_spv_op2(b, SpvOpFDiv, f32, gv_spv_float(b, 1.0f, 1), x));
}

static void emit_scalar(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t id;
    uint32_t x, y;
    switch (in->opcode) {
    case TGSI_OPCODE_DP2:
        id = dot(c, in, 2);
        break;
    case TGSI_OPCODE_DP3:
        id = dot(c, in, 3);
        break;
    case TGSI_OPCODE_DP4:
        id = dot(c, in, 4);
        break;
    case TGSI_OPCODE_DPH:
        y = gv_spv_src(c, in, 1, 3, 1, GV_F);
        id = add(c, 1, dot(c, in, 3), y);
        break;
    case TGSI_OPCODE_RCP:
        id = reciprocal(c, gv_spv_src(c, in, 0, 0, 1, GV_F));
        break;
    case TGSI_OPCODE_RSQ:
        x = gv_spv_src(c, in, 0, 0, 1, GV_F);
        id = gv_spv_exact(c, gv_spv_ext1(b, GLSLstd450InverseSqrt, f32, x));
        gv_spv_cache_put(&b->cache, GV_CACHED_RSQ, id, 0, x);
        break;
    case TGSI_OPCODE_POW:
        id = power_of_sources(c, in);
        break;
    default:
        id = gv_spv_exact(c, simple(c, in->opcode, f32, gv_spv_src(c, in, 0, 0, 1, GV_F), 0));
        break;
    }
    gv_spv_replicate(c, in, id, GV_F);
}

void gv_spv_write_scalars(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const uint32_t ids[4])
{
    struct gv_val vals[4];
    for (unsigned i = 0; i < 4; i++) {
        bool wanted = in->dst[0].mask >> i & 1;
        uint32_t id = wanted && in->saturate ? gv_spv_saturate(&c->b, ids[i], 1) : ids[i];
        vals[i] = gv_val_scalar(id, GV_F);
    }
    gv_spv_write(c, in, vals);
}

/* LIT: (1, max(a.x, 0), a.x > 0 ? max(a.y, 0) ^ clamp(a.w, -128, 128) : 0, 1) */
static void emit_lit(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t zero = gv_spv_float(b, 0.0f, 1);
    uint32_t one = gv_spv_float(b, 1.0f, 1);
    uint32_t x = gv_spv_src(c, in, 0, 0, 1, GV_F);
    uint32_t y = gv_spv_src(c, in, 0, 1, 1, GV_F);
    uint32_t w = gv_spv_src(c, in, 0, 3, 1, GV_F);
    y = gv_spv_ext2(b, GLSLstd450NMax, f32, y, zero);
    w = gv_spv_clamp(b, w, -128.0f, 128.0f, 1);
    uint32_t lit = gv_spv_op2(b, SpvOpFOrdGreaterThan, gv_spv_type(b, GV_B, 1), x, zero);
    uint32_t specular = gv_spv_op3(b, SpvOpSelect, f32, lit, power(c, y, w, true), zero);
    gv_spv_write_scalars(
        c, in, (uint32_t[]){one, gv_spv_ext2(b, GLSLstd450NMax, f32, x, zero), specular, one});
}

/* EXP: (2^floor(x), x - floor(x), 2^x, 1) */
static void emit_exp(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t x = gv_spv_src(c, in, 0, 0, 1, GV_F);
    uint32_t whole = gv_spv_ext1(b, GLSLstd450Floor, f32, x);
    uint32_t ids[4];
    ids[0] = gv_spv_ext1(b, GLSLstd450Exp2, f32, whole);
    ids[1] = gv_spv_op2(b, SpvOpFSub, f32, x, whole);
    ids[2] = gv_spv_ext1(b, GLSLstd450Exp2, f32, x);
    ids[3] = gv_spv_float(b, 1.0f, 1);
    gv_spv_write_scalars(c, in, ids);
}

/* LOG: with t = |x|: (floor(log2 t), t / 2^floor(log2 t), log2 t, 1) */
static void emit_log(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t t = gv_spv_ext1(b, GLSLstd450FAbs, f32, gv_spv_src(c, in, 0, 0, 1, GV_F));
    uint32_t log = gv_spv_ext1(b, GLSLstd450Log2, f32, t);
    uint32_t whole = gv_spv_ext1(b, GLSLstd450Floor, f32, log);
    uint32_t scale = gv_spv_ext1(b, GLSLstd450Exp2, f32, whole);
    uint32_t significand = gv_spv_op2(b, SpvOpFDiv, f32, t, scale);
    uint32_t one = gv_spv_float(b, 1.0f, 1);
    gv_spv_write_scalars(c, in, (uint32_t[]){whole, significand, log, one});
}

/* DST: (1, a.y * b.y, a.z, b.w) */
static void emit_dst(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    uint32_t b_y = gv_spv_src(c, in, 1, 1, 1, GV_F);
    uint32_t a_y = gv_spv_src(c, in, 0, 1, 1, GV_F);
    uint32_t ids[4];
    ids[1] = gv_spv_multiply(c, 1, a_y, b_y);
    ids[0] = gv_spv_float(&c->b, 1.0f, 1);
    ids[2] = gv_spv_src(c, in, 0, 2, 1, GV_F);
    ids[3] = gv_spv_src(c, in, 1, 3, 1, GV_F);
    gv_spv_write_scalars(c, in, ids);
}

/* XPD: cross product; w is 1. */
static void emit_xpd(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec3 = gv_spv_type(b, GV_F, 3);
    uint32_t x = gv_spv_src(c, in, 0, 0, 3, GV_F);
    uint32_t y = gv_spv_src(c, in, 1, 0, 3, GV_F);
    uint32_t cross;
    if (c->exact || c->scan->properties[TGSI_PROPERTY_LEGACY_MATH_RULES]) {
        uint32_t x_yzx = gv_spv_op(b, SpvOpVectorShuffle, vec3, (uint32_t[]){x, x, 1, 2, 0}, 5);
        uint32_t x_zxy = gv_spv_op(b, SpvOpVectorShuffle, vec3, (uint32_t[]){x, x, 2, 0, 1}, 5);
        uint32_t y_yzx = gv_spv_op(b, SpvOpVectorShuffle, vec3, (uint32_t[]){y, y, 1, 2, 0}, 5);
        uint32_t y_zxy = gv_spv_op(b, SpvOpVectorShuffle, vec3, (uint32_t[]){y, y, 2, 0, 1}, 5);
        uint32_t right = gv_spv_multiply(c, 3, x_zxy, y_yzx);
        uint32_t left = gv_spv_multiply(c, 3, x_yzx, y_zxy);
        cross = gv_spv_exact(c, gv_spv_op2(b, SpvOpFSub, vec3, left, right));
    } else {
        cross = gv_spv_ext2(b, GLSLstd450Cross, vec3, x, y);
    }
    uint32_t ids[4];
    for (unsigned i = 0; i < 3; i++)
        ids[i] = gv_spv_extract(b, cross, GV_F, i);
    ids[3] = gv_spv_float(b, 1.0f, 1);
    gv_spv_write_scalars(c, in, ids);
}

void gv_spv_emit_float(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_LIT:
        emit_lit(c, in);
        break;
    case TGSI_OPCODE_EXP:
        emit_exp(c, in);
        break;
    case TGSI_OPCODE_LOG:
        emit_log(c, in);
        break;
    case TGSI_OPCODE_DST:
        emit_dst(c, in);
        break;
    case TGSI_OPCODE_XPD:
        emit_xpd(c, in);
        break;
    default:
        if (gv_tgsi_opcode(in->opcode)->mode == GV_TGSI_MODE_REPLICATE)
            emit_scalar(c, in);
        else
            emit_component(c, in);
        break;
    }
}
