/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Arithmetic opcodes that TGSI had in 2014 and that Gallium has dropped since. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/opcodes/alu_float.h"

static uint32_t f32(struct gv_spv_ctx *c)
{
    return gv_spv_type(&c->b, GV_F, 1);
}

static uint32_t add(struct gv_spv_ctx *c, uint32_t x, uint32_t y)
{
    return gv_spv_exact(c, gv_spv_op2(&c->b, SpvOpFAdd, f32(c), x, y));
}

/* Returns the sum of the products of the first `num` components of two sources. */
static uint32_t dot(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s, unsigned t,
                    unsigned num)
{
    uint32_t y = gv_spv_src(c, in, t, 0, num, GV_F);
    uint32_t x = gv_spv_src(c, in, s, 0, num, GV_F);
    uint32_t products = gv_spv_multiply(c, num, x, y);
    uint32_t sum = gv_spv_extract(&c->b, products, GV_F, 0);
    for (unsigned i = 1; i < num; i++)
        sum = add(c, sum, gv_spv_extract(&c->b, products, GV_F, i));
    return sum;
}

/* CLAMP: `a` clamped to `b`..`c`. CND: `a` if `c` is above one half, otherwise `b`. */
static void emit_component(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_columns cols;
    uint32_t x[3];
    gv_spv_columns(c, in, &cols);
    uint32_t type = gv_spv_type(b, GV_F, cols.num);
    for (unsigned s = 0; s < 3; s++)
        x[s] = gv_spv_column_src(c, in, &cols, s, GV_F);
    uint32_t id;
    if (in->opcode == TGSI_OPCODE_CLAMP) {
        id = gv_spv_ext2(b, GLSLstd450NMax, type, x[0], x[1]);
        id = gv_spv_ext2(b, GLSLstd450NMin, type, id, x[2]);
    } else {
        uint32_t half = gv_spv_float(b, 0.5f, cols.num);
        uint32_t above =
            gv_spv_op2(b, SpvOpFOrdGreaterThan, gv_spv_type(b, GV_B, cols.num), x[2], half);
        id = gv_spv_op3(b, SpvOpSelect, type, above, x[0], x[1]);
    }
    gv_spv_column_result(c, in, &cols, id, GV_F);
}

/* SAD: |a - b| + c of unsigned integers. */
static void emit_sad(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_columns cols;
    gv_spv_columns(c, in, &cols);
    uint32_t type = gv_spv_type(b, GV_U, cols.num);
    uint32_t x = gv_spv_column_src(c, in, &cols, 0, GV_U);
    uint32_t y = gv_spv_column_src(c, in, &cols, 1, GV_U);
    uint32_t more = gv_spv_ext2(b, GLSLstd450UMax, type, x, y);
    uint32_t less = gv_spv_ext2(b, GLSLstd450UMin, type, x, y);
    uint32_t id = gv_spv_op2(b, SpvOpISub, type, more, less);
    id = gv_spv_op2(b, SpvOpIAdd, type, id, gv_spv_column_src(c, in, &cols, 2, GV_U));
    gv_spv_column_result(c, in, &cols, id, GV_U);
}

/* RCC: 1/a, with its absolute value clamped to 2^-64..2^64. */
static void emit_rcc(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t sign = gv_spv_uint(b, 0x80000000u, 1);
    uint32_t u32 = gv_spv_type(b, GV_U, 1);
    uint32_t x = gv_spv_src(c, in, 0, 0, 1, GV_F);
    uint32_t one = gv_spv_float(b, 1.0f, 1);
    uint32_t id = gv_spv_exact(c, gv_spv_op2(b, SpvOpFDiv, f32(c), one, x));
    uint32_t negative =
        gv_spv_op2(b, SpvOpBitwiseAnd, u32, gv_spv_op1(b, SpvOpBitcast, u32, id), sign);
    id = gv_spv_ext1(b, GLSLstd450FAbs, f32(c), id);
    id = gv_spv_clamp(b, id, 0x1p-64f, 0x1p64f, 1);
    id = gv_spv_op2(b, SpvOpBitwiseOr, u32, gv_spv_op1(b, SpvOpBitcast, u32, id), negative);
    gv_spv_replicate(c, in, gv_spv_op1(b, SpvOpBitcast, f32(c), id), GV_F);
}

/* DP2A: a.x * b.x + a.y * b.y + c.x */
static void emit_dp2a(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    uint32_t x = gv_spv_src(c, in, 2, 0, 1, GV_F);
    gv_spv_replicate(c, in, add(c, dot(c, in, 0, 1, 2), x), GV_F);
}

/* RFL: x, y and z are `b` mirrored at `a`, computed as 2 * dot(a, b) / dot(a, a) * a - b; w is
 * 1. */
static void emit_rfl(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t ids[4];
    uint32_t square = dot(c, in, 0, 0, 3);
    uint32_t product = dot(c, in, 0, 1, 3);
    uint32_t scale = gv_spv_exact(c, gv_spv_op2(b, SpvOpFDiv, f32(c), product, square));
    scale = gv_spv_multiply(c, 1, scale, gv_spv_float(b, 2.0f, 1));
    for (unsigned i = 0; i < 3; i++) {
        uint32_t along = gv_spv_multiply(c, 1, scale, gv_spv_src(c, in, 0, i, 1, GV_F));
        uint32_t mirrored = gv_spv_src(c, in, 1, i, 1, GV_F);
        ids[i] = gv_spv_exact(c, gv_spv_op2(b, SpvOpFSub, f32(c), along, mirrored));
    }
    ids[3] = gv_spv_float(b, 1.0f, 1);
    gv_spv_write_scalars(c, in, ids);
}

/* X2D: x and z are a.x + b.x * c.x + b.y * c.y; y and w are a.y + b.x * c.z + b.y * c.w. */
static void emit_x2d(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    uint32_t ids[4];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t along_x = gv_spv_src(c, in, 2, 2 * i, 1, GV_F);
        uint32_t x = gv_spv_multiply(c, 1, gv_spv_src(c, in, 1, 0, 1, GV_F), along_x);
        uint32_t along_y = gv_spv_src(c, in, 2, 2 * i + 1, 1, GV_F);
        uint32_t y = gv_spv_multiply(c, 1, gv_spv_src(c, in, 1, 1, 1, GV_F), along_y);
        ids[i] = ids[i + 2] = add(c, add(c, gv_spv_src(c, in, 0, i, 1, GV_F), x), y);
    }
    gv_spv_write_scalars(c, in, ids);
}

/* SCS: (cos a.x, sin a.x, 0, 1) */
static void emit_scs(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t x = gv_spv_src(c, in, 0, 0, 1, GV_F);
    uint32_t cosine = gv_spv_ext1(b, GLSLstd450Cos, f32(c), x);
    uint32_t sine = gv_spv_ext1(b, GLSLstd450Sin, f32(c), x);
    uint32_t zero = gv_spv_float(b, 0.0f, 1);
    uint32_t one = gv_spv_float(b, 1.0f, 1);
    gv_spv_write_scalars(c, in, (uint32_t[]){cosine, sine, zero, one});
}

/* NRM: the first three components of `a`, divided by their length; w is 1. NRM4: all four
 * components of `a`, divided by their length. */
static void emit_nrm(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned num)
{
    uint32_t ids[4];
    uint32_t square = dot(c, in, 0, 0, num);
    uint32_t scale = gv_spv_ext1(&c->b, GLSLstd450InverseSqrt, f32(c), square);
    for (unsigned i = 0; i < num; i++)
        ids[i] = gv_spv_multiply(c, 1, gv_spv_src(c, in, 0, i, 1, GV_F), scale);
    if (num == 3)
        ids[3] = gv_spv_float(&c->b, 1.0f, 1);
    gv_spv_write_scalars(c, in, ids);
}

void gv_spv_emit_old(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_CLAMP:
    case TGSI_OPCODE_CND:
        emit_component(c, in);
        break;
    case TGSI_OPCODE_SAD:
        emit_sad(c, in);
        break;
    case TGSI_OPCODE_RCC:
        emit_rcc(c, in);
        break;
    case TGSI_OPCODE_DP2A:
        emit_dp2a(c, in);
        break;
    case TGSI_OPCODE_RFL:
        emit_rfl(c, in);
        break;
    case TGSI_OPCODE_X2D:
        emit_x2d(c, in);
        break;
    case TGSI_OPCODE_SCS:
        emit_scs(c, in);
        break;
    case TGSI_OPCODE_NRM:
        emit_nrm(c, in, 3);
        break;
    case TGSI_OPCODE_NRM4:
        emit_nrm(c, in, 4);
        break;
    default: /* SFL, STR */
        gv_spv_replicate(c, in, gv_spv_float(&c->b, in->opcode == TGSI_OPCODE_STR ? 1.0f : 0.0f, 1),
                         GV_F);
        break;
    }
}
