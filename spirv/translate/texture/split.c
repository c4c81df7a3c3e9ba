/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The SAMPLE family: view and sampler are separate operands, the view determines the target, and
 * the swizzle of the view operand permutes the result. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/texture/texture.h"

static bool op_compares(unsigned opcode)
{
    return opcode == TGSI_OPCODE_SAMPLE_C || opcode == TGSI_OPCODE_SAMPLE_C_LZ;
}

/* Whether `view` and `sampler` are in range. The view is the second operand except in SAMPLE_INFO,
 * and the sampler follows it in opcodes that filter. */
static bool operands_fit(const struct gv_tgsi_insn *in, int view, int sampler)
{
    switch (in->opcode) {
    case TGSI_OPCODE_SAMPLE_INFO:
        return sampler < 0;
    case TGSI_OPCODE_SAMPLE_I:
    case TGSI_OPCODE_SAMPLE_I_MS:
    case TGSI_OPCODE_SVIEWINFO:
        return view == 1 && sampler < 0;
    default:
        return view == 1 && sampler == 2;
    }
}

/* Decodes the coordinates, and the operands after view and sampler, which depend on the opcode. */
static void decode_sample(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    bool derivatives = c->stage->derivatives;
    op->kind = GV_TEX_SAMPLE;
    op->num_coords = t->num_coords + t->arrayed;
    op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_F);
    switch (in->opcode) {
    case TGSI_OPCODE_SAMPLE_B:
        op->bias = derivatives ? gv_spv_src(c, in, 3, 0, 1, GV_F) : 0;
        break;
    case TGSI_OPCODE_SAMPLE_L:
        op->lod = gv_spv_src(c, in, 3, 0, 1, GV_F);
        break;
    case TGSI_OPCODE_SAMPLE_D:
        op->grad[0] = gv_spv_src(c, in, 3, 0, t->num_coords, GV_F);
        op->grad[1] = gv_spv_src(c, in, 4, 0, t->num_coords, GV_F);
        break;
    case TGSI_OPCODE_SAMPLE_C:
    case TGSI_OPCODE_SAMPLE_C_LZ:
        op->compare = gv_spv_src(c, in, 3, 0, 1, GV_F);
        break;
    case TGSI_OPCODE_GATHER4:
        op->kind = GV_TEX_GATHER;
        op->component = gv_spv_const_int(&c->b, 0);
        return;
    default:
        break;
    }
    if ((!derivatives && !op->lod && !op->grad[0]) || in->opcode == TGSI_OPCODE_SAMPLE_C_LZ)
        op->lod = gv_spv_float(&c->b, 0.0f, 1);
}

static void decode_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    op->kind = GV_TEX_FETCH;
    op->num_coords = t->num_coords + t->arrayed;
    op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_U);
    if (t->multisample)
        op->sample = in->opcode == TGSI_OPCODE_SAMPLE_I_MS ? gv_spv_src(c, in, 2, 0, 1, GV_U)
                                                           : gv_spv_uint(&c->b, 0, 1);
    else if (t->dim != SpvDimBuffer)
        op->lod = t->rect ? gv_spv_uint(&c->b, 0, 1) : gv_spv_src(c, in, 0, 3, 1, GV_U);
}

static bool is_query(unsigned opcode)
{
    return opcode == TGSI_OPCODE_SVIEWINFO || opcode == TGSI_OPCODE_SAMPLE_INFO;
}

static bool is_fetch(unsigned opcode)
{
    return opcode == TGSI_OPCODE_SAMPLE_I || opcode == TGSI_OPCODE_SAMPLE_I_MS;
}

/* Whether the opcode is defined for the target. */
static bool fits(const struct gv_tgsi_insn *in, const struct gv_tex_target *t)
{
    if (is_query(in->opcode))
        return true;
    if (is_fetch(in->opcode))
        return t->dim != SpvDimCube && (in->opcode == TGSI_OPCODE_SAMPLE_I || t->multisample);
    if (in->opcode == TGSI_OPCODE_GATHER4)
        return (t->dim == SpvDim2D || t->dim == SpvDimCube) && !t->multisample;
    if (t->dim == SpvDim3D && op_compares(in->opcode))
        return false;
    return t->dim != SpvDimBuffer && !t->multisample;
}

static bool decode(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned view,
                   struct gv_tex_op *op)
{
    unsigned target = gv_tgsi_compare_target(c->scan->views[view].target, op_compares(in->opcode));
    *op = (struct gv_tex_op){.target = target, .traits = gv_tex_target(target)};
    if (!op->traits || !fits(in, op->traits)) {
        gv_spv_unsupported(c, GV_DIAG_TARGET_USE, "with the target of this view");
        return false;
    }
    if (is_fetch(in->opcode))
        decode_fetch(c, in, op);
    else if (is_query(in->opcode) || in->opcode == TGSI_OPCODE_LOD)
        gv_tex_decode_query(c, in, op);
    else
        decode_sample(c, in, op);
    if (op->kind <= GV_TEX_GATHER)
        gv_tex_decode_offset(c, in, op);
    gv_tex_widen(c, op);
    return c->result == GALVAN_OK;
}

/* Whether the result of a query is zeros. This is so for SAMPLE_INFO of a view that is not
 * multisampled, and for LOD in stages without derivatives. */
static bool is_nothing(const struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned view)
{
    const struct gv_tex_target *t = gv_tex_target(c->scan->views[view].target);
    if (in->opcode == TGSI_OPCODE_SAMPLE_INFO)
        return t && !t->multisample;
    return in->opcode == TGSI_OPCODE_LOD && !c->stage->derivatives;
}

void gv_spv_emit_sample(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    struct gv_val swizzled[4];
    struct gv_tex_op op;
    int view = gv_tgsi_view_operand(in);
    int sampler = gv_tgsi_sampler_operand(in);
    if (in->opcode == TGSI_OPCODE_SAMPLE_POS) {
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, "places of samples");
        return;
    }
    if (view < 0 || !operands_fit(in, view, sampler)) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "other operands than view and sampler");
        return;
    }
    const struct gv_tgsi_src *src = &in->src[view];
    int unit =
        gv_tgsi_pair_unit(c->scan, src->reg.index, sampler < 0 ? -1 : in->src[sampler].reg.index);
    if (unit < 0) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED,
                           "more pairs of view and sampler than units");
        return;
    }
    if (!is_nothing(c, in, (unsigned)src->reg.index)) {
        if (!decode(c, in, (unsigned)src->reg.index, &op))
            return;
        gv_tex_emit(c, &op, (unsigned)unit, vals);
    }
    for (unsigned i = 0; i < 4; i++)
        swizzled[i] = vals[src->swizzle[i]];
    gv_tex_write(c, in, swizzled);
}
