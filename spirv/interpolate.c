/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* INTERP_CENTROID, INTERP_SAMPLE, INTERP_OFFSET: an input evaluated somewhere else in the pixel.
 * The SPIR-V operand is the Input variable itself; swizzle and modifiers come after. */
#include "translate.h"

static uint32_t interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t var)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t i32;
    gv_spv_capability(b, SpvCapabilityInterpolationFunction);
    switch (in->opcode) {
    case TGSI_OPCODE_INTERP_SAMPLE:
        i32 = gv_spv_op1(b, SpvOpBitcast, gv_spv_type_int(b, 1), gv_spv_src(c, in, 1, 0, 1, GV_U));
        return gv_spv_ext2(b, GLSLstd450InterpolateAtSample, vec4, var, i32);
    case TGSI_OPCODE_INTERP_OFFSET:
        return gv_spv_ext2(b, GLSLstd450InterpolateAtOffset, vec4, var,
                           gv_spv_src(c, in, 1, 0, 2, GV_F));
    default:
        return gv_spv_ext1(b, GLSLstd450InterpolateAtCentroid, vec4, var);
    }
}

void gv_spv_emit_interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_src *src = &in->src[0];
    struct gv_val vals[4];
    if (src->reg.file != TGSI_FILE_INPUT || src->reg.indirect) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "interpolation of something else than IN");
        return;
    }
    const struct gv_tgsi_io *io = &c->scan->in[src->reg.index];
    bool has_variable = io->slot >= 0 && !gv_spv_is_sprite(c->key, io);
    if (!has_variable || gv_spv_is_flat(c, io)) {
        gv_spv_emit_move(c, in); /* the same everywhere in the primitive or the pixel */
        return;
    }
    uint32_t id = interpolate(c, in, gv_spv_varying(c, io, (unsigned)io->slot));
    if (io->semantic == TGSI_SEMANTIC_COLOR && c->key->light_twoside) {
        unsigned slot = GALVAN_SLOT_BCOLOR(io->semantic_index);
        uint32_t back = interpolate(c, in, gv_spv_varying(c, io, slot));
        uint32_t front = gv_spv_front_facing(c);
        uint32_t all = gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_bool(&c->b, 4),
                                 (uint32_t[]){front, front, front, front}, 4);
        id = gv_spv_op3(&c->b, SpvOpSelect, gv_spv_type_float(&c->b, 4), all, id, back);
    }
    uint32_t type = gv_spv_type_float(&c->b, 4);
    if (src->absolute)
        id = gv_spv_ext1(&c->b, GLSLstd450FAbs, type, id);
    if (src->negate)
        id = gv_spv_op1(&c->b, SpvOpFNegate, type, id);
    if (in->saturate)
        id = gv_spv_saturate(c, id, 4);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_comp(id, GV_F, 4, src->swizzle[i]);
    gv_spv_write(c, in, vals);
}
