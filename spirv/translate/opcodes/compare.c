/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Comparisons and selects. The result of a comparison remains a boolean until its bits are
 * needed. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/stage.h"

struct comparison {
    SpvOp op;
    uint8_t operand; /* GV_F or GV_U */
    uint8_t result;  /* GV_B: a mask; GV_BF: 1.0 or 0.0 */
};

static const struct comparison comparisons[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_SLT] = {SpvOpFOrdLessThan, GV_F, GV_BF},
    [TGSI_OPCODE_SGE] = {SpvOpFOrdGreaterThanEqual, GV_F, GV_BF},
    [TGSI_OPCODE_SEQ] = {SpvOpFOrdEqual, GV_F, GV_BF},
    [TGSI_OPCODE_SNE] = {SpvOpFUnordNotEqual, GV_F, GV_BF},
    [TGSI_OPCODE_SGT] = {SpvOpFOrdGreaterThan, GV_F, GV_BF},
    [TGSI_OPCODE_SLE] = {SpvOpFOrdLessThanEqual, GV_F, GV_BF},
    [TGSI_OPCODE_FSLT] = {SpvOpFOrdLessThan, GV_F, GV_B},
    [TGSI_OPCODE_FSGE] = {SpvOpFOrdGreaterThanEqual, GV_F, GV_B},
    [TGSI_OPCODE_FSEQ] = {SpvOpFOrdEqual, GV_F, GV_B},
    [TGSI_OPCODE_FSNE] = {SpvOpFUnordNotEqual, GV_F, GV_B},
    [TGSI_OPCODE_ISLT] = {SpvOpSLessThan, GV_U, GV_B},
    [TGSI_OPCODE_ISGE] = {SpvOpSGreaterThanEqual, GV_U, GV_B},
    [TGSI_OPCODE_USLT] = {SpvOpULessThan, GV_U, GV_B},
    [TGSI_OPCODE_USGE] = {SpvOpUGreaterThanEqual, GV_U, GV_B},
    [TGSI_OPCODE_USEQ] = {SpvOpIEqual, GV_U, GV_B},
    [TGSI_OPCODE_USNE] = {SpvOpINotEqual, GV_U, GV_B},
};

static bool is_zero(const struct gv_spv_columns *cols, unsigned s)
{
    for (unsigned i = 0; i < cols->num; i++) {
        if (cols->vals[s][i].type != GV_IMM || (cols->vals[s][i].id & 0x7fffffff) != 0)
            return false;
    }
    return true;
}

/* Whether the instruction is SGE t, IN[face], 0. Mesa reads the result of this instruction as a
 * mask in some instructions and as a float in others. The result is therefore of type GV_FB, which
 * can be read as either. */
static bool is_face_test(const struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                         const struct gv_spv_columns *cols)
{
    const struct gv_tgsi_src *src = &in->src[0];
    if (in->opcode != TGSI_OPCODE_SGE || in->saturate || !c->stage->interpolates)
        return false;
    if (src->reg.file != TGSI_FILE_INPUT || src->reg.indirect || src->absolute || src->negate ||
        cols->num != 1 || src->swizzle[__builtin_ctz(in->dst[0].mask)] != TGSI_SWIZZLE_X)
        return false;
    return c->scan->in[src->reg.index].semantic == TGSI_SEMANTIC_FACE && is_zero(cols, 1);
}

/* Translates "USNE mask, 0" to the mask, and "USEQ mask, 0" to the negated mask. */
static bool fold_mask_test(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_spv_columns *cols)
{
    if (in->opcode != TGSI_OPCODE_USEQ && in->opcode != TGSI_OPCODE_USNE)
        return false;
    for (unsigned i = 0; i < cols->num; i++) {
        if (cols->vals[0][i].type != GV_B || cols->vals[1][i].type != GV_IMM ||
            cols->vals[1][i].id != 0)
            return false;
    }
    uint32_t id = gv_spv_column_src(c, in, cols, 0, GV_B);
    if (in->opcode == TGSI_OPCODE_USEQ)
        id = gv_spv_op1(&c->b, SpvOpLogicalNot, gv_spv_type(&c->b, GV_B, cols->num), id);
    gv_spv_column_result(c, in, cols, id, GV_B);
    return true;
}

static void emit_compare(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                         const struct comparison *k)
{
    struct gv_spv_columns cols;
    gv_spv_columns(c, in, &cols);
    if (is_face_test(c, in, &cols)) {
        gv_spv_column_result(c, in, &cols, gv_spv_front_facing(c), GV_FB);
        return;
    }
    if (!in->src[0].absolute && !in->src[0].negate && fold_mask_test(c, in, &cols))
        return;
    uint32_t x = gv_spv_column_src(c, in, &cols, 0, k->operand);
    uint32_t y = gv_spv_column_src(c, in, &cols, 1, k->operand);
    /* Saturation can be ignored, since the results are 1.0 or 0.0. */
    gv_spv_column_result(c, in, &cols,
                         gv_spv_op2(&c->b, k->op, gv_spv_type(&c->b, GV_B, cols.num), x, y),
                         k->result);
}

/* Returns the type to which both values of a select can be converted with the fewest
 * instructions. */
static unsigned arm_type(const struct gv_tgsi_insn *in, const struct gv_spv_columns *cols)
{
    struct gv_val both[8];
    if (in->saturate || in->opcode == TGSI_OPCODE_CMP)
        return GV_F;
    for (unsigned s = 1; s <= 2; s++) {
        if (in->src[s].absolute || in->src[s].negate)
            return GV_F;
        for (unsigned i = 0; i < cols->num; i++)
            both[(s - 1) * cols->num + i] = cols->vals[s][i];
    }
    return gv_spv_natural_type(both, cols->num * 2);
}

static void emit_select(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_columns cols;
    uint32_t cond;
    gv_spv_columns(c, in, &cols);
    unsigned type = arm_type(in, &cols);
    if (in->opcode == TGSI_OPCODE_CMP) {
        uint32_t zero = gv_spv_float(b, 0.0f, cols.num);
        uint32_t sign = gv_spv_column_src(c, in, &cols, 0, GV_F);
        cond = gv_spv_op2(b, SpvOpFOrdLessThan, gv_spv_type(b, GV_B, cols.num), sign, zero);
    } else {
        cond = gv_spv_column_src(c, in, &cols, 0, GV_B);
    }
    uint32_t x = gv_spv_column_src(c, in, &cols, 1, type);
    uint32_t y = gv_spv_column_src(c, in, &cols, 2, type);
    gv_spv_column_result(
        c, in, &cols, gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, type, cols.num), cond, x, y), type);
}

void gv_spv_emit_compare(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct comparison *k = &comparisons[in->opcode];
    if (k->op != SpvOpNop)
        emit_compare(c, in, k);
    else
        emit_select(c, in);
}
