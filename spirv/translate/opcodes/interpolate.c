/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* INTERP_CENTROID, INTERP_SAMPLE, INTERP_OFFSET: evaluate an input at another position in the
 * pixel. The SPIR-V operand is the Input variable itself; swizzle and modifiers are applied to the
 * result. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/varyings/fragment_varyings.h"
#include "spirv/translate/varyings/spilled_varyings.h"

/* Returns the device's sample for a sample index of the shader. The device may have several samples
 * for each sample that the shader sees. If such samples are shaded separately, returns the sample
 * that is being shaded. */
static uint32_t device_sample(struct gv_spv_ctx *c, uint32_t sample)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1), num_visible = c->key->fragment.shown_samples;
    if (!num_visible || !c->tgsi->info.reads_sample_id)
        return sample;
    uint32_t mask = gv_spv_uint(b, ~(num_visible - 1), 1);
    uint32_t low =
        gv_spv_op2(b, SpvOpBitwiseAnd, type, gv_spv_load_uint(c, SpvBuiltInSampleId), mask);
    return gv_spv_op2(b, SpvOpBitwiseOr, type, sample, low);
}

static uint32_t interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t var,
                            unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, num);
    gv_spv_capability(b, SpvCapabilityInterpolationFunction);
    switch (in->opcode) {
    case TGSI_OPCODE_INTERP_SAMPLE:
        return gv_spv_ext2(b, GLSLstd450InterpolateAtSample, type, var,
                           device_sample(c, gv_spv_src(c, in, 1, 0, 1, GV_U)));
    case TGSI_OPCODE_INTERP_OFFSET:
        return gv_spv_ext2(b, GLSLstd450InterpolateAtOffset, type, var,
                           gv_spv_src(c, in, 1, 0, 2, GV_F));
    default:
        return gv_spv_ext1(b, GLSLstd450InterpolateAtCentroid, type, var);
    }
}

/* Whether the input has the same value everywhere in the primitive or in the pixel. */
static bool is_constant(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->slot < 0 || gv_spv_is_sprite(c->key, io) || gv_spv_is_flat(c, io);
}

static uint32_t slot_value(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_tgsi_io *io, unsigned slot)
{
    if (!gv_spv_is_spilled(c, slot))
        return interpolate(c, in, gv_spv_varying(c, io, slot), 4);
    uint32_t var = gv_spv_spill_weights(c, io);
    return gv_spv_weigh_spilled(c, slot, var ? interpolate(c, in, var, 3) : 0);
}

/* Returns IN[i] at the position that the instruction names, without modifiers. */
static uint32_t value_of(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned i)
{
    const struct gv_tgsi_io *io = &c->scan->in[i];
    if (is_constant(c, io))
        return gv_spv_gather(&c->b, c->in[i], 4, GV_F);
    uint32_t id = slot_value(c, in, io, (unsigned)io->slot);
    if (io->semantic == TGSI_SEMANTIC_COLOR && c->key->fragment.light_twoside) {
        unsigned slot = GALVAN_SLOT_BCOLOR(io->semantic_index);
        uint32_t back = slot_value(c, in, io, slot);
        id = gv_spv_lower_two_side(c, id, back);
    }
    return id;
}

/* Evaluates every register that a dynamic index can name, and selects one value: SPIR-V cannot
 * select a variable by a dynamic index. */
static uint32_t indexed_value(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_reg *reg = &in->src[0].reg;
    uint32_t index = gv_spv_index(c, &reg->ind, reg->index);
    unsigned i = reg->index < 0 ? 0 : (unsigned)reg->index;
    uint32_t id = i < c->scan->num_in ? value_of(c, in, i) : gv_spv_float(b, 0.0f, 4);
    for (i++; i < c->scan->num_in && c->scan->in[i].declared; i++) {
        uint32_t is_i = gv_spv_compare_uint(b, SpvOpIEqual, index, i);
        uint32_t all = gv_spv_broadcast(b, is_i, GV_B, 4);
        uint32_t value = value_of(c, in, i);
        id = gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 4), all, value, id);
    }
    return id;
}

void gv_spv_emit_interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_src *src = &in->src[0];
    struct gv_val vals[4];
    if (src->reg.file != TGSI_FILE_INPUT) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "interpolation of something else than IN");
        return;
    }
    if (!src->reg.indirect && is_constant(c, &c->scan->in[src->reg.index])) {
        gv_spv_emit_move(c, in);
        return;
    }
    uint32_t id =
        src->reg.indirect ? indexed_value(c, in) : value_of(c, in, (unsigned)src->reg.index);
    uint32_t type = gv_spv_type_float(b, 4);
    if (src->absolute)
        id = gv_spv_ext1(b, GLSLstd450FAbs, type, id);
    if (src->negate)
        id = gv_spv_op1(b, SpvOpFNegate, type, id);
    if (in->saturate)
        id = gv_spv_saturate(b, id, 4);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_comp(id, GV_F, 4, src->swizzle[i]);
    gv_spv_write(c, in, vals);
}
