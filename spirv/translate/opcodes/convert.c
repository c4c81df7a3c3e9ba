/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conversions between float and integer, address loads, packing. */
#include "spirv/tgsi/opcode.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

static uint32_t convert(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                        const struct gv_spv_columns *cols)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t floats = gv_spv_type(b, GV_F, cols->num);
    uint32_t uints = gv_spv_type(b, GV_U, cols->num);
    unsigned operand = gv_tgsi_opcode(in->opcode)->src_type == GV_TGSI_TYPE_INT ? GV_U : GV_F;
    uint32_t x = gv_spv_column_src(c, in, cols, 0, operand);
    switch (in->opcode) {
    case TGSI_OPCODE_I2F:
        return gv_spv_op1(b, SpvOpConvertSToF, floats, x);
    case TGSI_OPCODE_U2F:
        return gv_spv_op1(b, SpvOpConvertUToF, floats, x);
    case TGSI_OPCODE_F2U:
        return gv_spv_op1(b, SpvOpConvertFToU, uints, x);
    case TGSI_OPCODE_ARR:
        x = gv_spv_op2(b, SpvOpFAdd, floats, x, gv_spv_float(b, 0.5f, cols->num));
        x = gv_spv_ext1(b, GLSLstd450Floor, floats, x);
        break;
    case TGSI_OPCODE_ARL:
        x = gv_spv_ext1(b, GLSLstd450Floor, floats, x);
        break;
    case TGSI_OPCODE_UARL:
        return x;
    default:
        break;
    }
    return gv_spv_op1(b, SpvOpConvertFToS, uints, x); /* the instruction decides the signedness */
}

/* The pack opcodes write one dword to all components. */
static void emit_pack(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, enum GLSLstd450 inst,
                      unsigned num)
{
    uint32_t x = gv_spv_src(c, in, 0, 0, num, GV_F);
    gv_spv_replicate(c, in, gv_spv_ext1(&c->b, inst, gv_spv_type(&c->b, GV_U, 1), x), GV_U);
}

/* The unpack opcodes write (lo, hi, lo, hi). */
static void emit_unpack(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, enum GLSLstd450 inst,
                        unsigned num)
{
    struct gv_val vals[4];
    uint32_t x = gv_spv_src(c, in, 0, 0, 1, GV_U);
    uint32_t id = gv_spv_ext1(&c->b, inst, gv_spv_type(&c->b, GV_F, num), x);
    if (in->saturate)
        id = gv_spv_saturate(&c->b, id, num);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_comp(id, GV_F, num, i % num);
    gv_spv_write(c, in, vals);
}

void gv_spv_emit_convert(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_columns cols;
    switch (in->opcode) {
    case TGSI_OPCODE_PK2H:
        emit_pack(c, in, GLSLstd450PackHalf2x16, 2);
        return;
    case TGSI_OPCODE_PK2US:
        emit_pack(c, in, GLSLstd450PackUnorm2x16, 2);
        return;
    case TGSI_OPCODE_PK4B:
        emit_pack(c, in, GLSLstd450PackSnorm4x8, 4);
        return;
    case TGSI_OPCODE_PK4UB:
        emit_pack(c, in, GLSLstd450PackUnorm4x8, 4);
        return;
    case TGSI_OPCODE_UP2H:
        emit_unpack(c, in, GLSLstd450UnpackHalf2x16, 2);
        return;
    case TGSI_OPCODE_UP2US:
        emit_unpack(c, in, GLSLstd450UnpackUnorm2x16, 2);
        return;
    case TGSI_OPCODE_UP4B:
        emit_unpack(c, in, GLSLstd450UnpackSnorm4x8, 4);
        return;
    case TGSI_OPCODE_UP4UB:
        emit_unpack(c, in, GLSLstd450UnpackUnorm4x8, 4);
        return;
    default:
        break;
    }
    gv_spv_columns(c, in, &cols);
    unsigned type = gv_tgsi_opcode(in->opcode)->dst_type == GV_TGSI_TYPE_FLOAT ? GV_F : GV_U;
    gv_spv_column_result(c, in, &cols, convert(c, in, &cols), type);
}
