/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Operands of instructions: reads sources with swizzle and modifiers, writes destinations with mask
 * and saturation. */
#include "spirv/translate/base/operands.h"

#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/uniform_blocks.h"

/* Sets the components of CONST[0][index] whose values the key inlines. Returns the mask of these
 * components. */
static unsigned fetch_known(const struct gv_spv_ctx *c, int index, struct gv_val whole[4])
{
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    unsigned known = 0;
    for (unsigned i = 0; i < info->num_inlinable_uniforms; i++) {
        unsigned comp = info->inlinable_uniforms[i] % 4;
        if (!(c->key->common.inlined_uniforms >> i & 1) || info->inlinable_uniforms[i] / 4 != index)
            continue;
        whole[comp] = gv_val_imm(c->key->common.inlined_values[i]);
        known |= 1u << comp;
    }
    return known;
}

static void fetch_constant(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                           struct gv_val whole[4])
{
    unsigned buffer = reg->dimension ? (unsigned)reg->dim_index : 0;
    if (reg->indirect || reg->dim_indirect) {
        gv_val_vector(gv_spv_const_indexed(c, reg), GV_F, 4, 4, whole);
        return;
    }
    if (reg->index < 0) {
        for (unsigned i = 0; i < 4; i++)
            whole[i] = gv_val_imm(0);
        return;
    }
    if (buffer == 0 && !(mask & ~fetch_known(c, reg->index, whole)))
        return;
    gv_val_vector(gv_spv_const_load(c, buffer, (unsigned)reg->index), GV_F, 4, 4, whole);
    if (buffer == 0)
        fetch_known(c, reg->index, whole);
}

/* Reads the register's components in `mask`, before the swizzle. */
static void fetch_register(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                           struct gv_val whole[4])
{
    const struct gv_val *from = NULL;
    if (reg->file == TGSI_FILE_CONSTANT) {
        fetch_constant(c, reg, mask, whole);
        return;
    }
    if (reg->file == TGSI_FILE_INPUT && c->stage->read_input) {
        c->stage->read_input(c, reg, whole);
        return;
    }
    if (reg->file == TGSI_FILE_OUTPUT && c->stage->read_output) {
        c->stage->read_output(c, reg, mask, whole);
        return;
    }
    if (reg->indirect) {
        if (!gv_spv_reg_read_indexed(c, reg, whole))
            gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "indexed source");
        return;
    }
    switch (reg->file) {
    case TGSI_FILE_INPUT:
        from = c->in[reg->index];
        break;
    case TGSI_FILE_SYSTEM_VALUE:
        from = c->sv[reg->index];
        break;
    case TGSI_FILE_IMMEDIATE:
        for (unsigned i = 0; i < 4; i++)
            whole[i] = gv_val_imm(c->scan->imms[reg->index][i]);
        return;
    case TGSI_FILE_TEMPORARY:
    case TGSI_FILE_OUTPUT:
    case TGSI_FILE_ADDRESS:
        gv_spv_reg_read_mask(c, gv_spv_reg_index(c, reg->file, (unsigned)reg->index), mask, whole);
        return;
    default:
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "this register file as a value");
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        whole[i] = from[i];
}

void gv_spv_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_src *src, unsigned mask,
                  struct gv_val out_vals[4])
{
    struct gv_val whole[4];
    unsigned wanted = 0;
    for (unsigned i = 0; i < 4; i++) {
        whole[i] = gv_val_imm(0);
        wanted |= mask >> i & 1 ? 1u << src->swizzle[i] : 0;
    }
    fetch_register(c, &src->reg, wanted, whole);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = mask >> i & 1 ? whole[src->swizzle[i]] : gv_val_imm(0);
}

static uint32_t modify_bits(const struct gv_tgsi_src *src, uint32_t bits, unsigned type)
{
    if (type == GV_F) {
        bits = src->absolute ? bits & 0x7fffffff : bits;
        return src->negate ? bits ^ 0x80000000 : bits;
    }
    bits = src->absolute && (bits >> 31) ? 0 - bits : bits;
    return src->negate ? 0 - bits : bits;
}

/* Combines values into one id of `type`, and applies the source's modifiers in the arithmetic of
 * this type. */
static uint32_t gather_modified(struct gv_spv_ctx *c, const struct gv_tgsi_src *src,
                                const struct gv_val *vals, unsigned num, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val folded[4];
    bool all_imm = true;
    /* A truth value depends only on whether the dword is 0, which neither modifier changes. */
    if ((!src->absolute && !src->negate) || type == GV_B)
        return gv_spv_gather(b, vals, num, type);
    for (unsigned i = 0; i < num; i++) {
        all_imm &= vals[i].type == GV_IMM;
        folded[i] = gv_val_imm(modify_bits(src, vals[i].id, type));
    }
    if (all_imm)
        return gv_spv_gather(b, folded, num, type);
    uint32_t id = gv_spv_gather(b, vals, num, type);
    uint32_t id_type = gv_spv_type(b, type, num);
    if (src->absolute)
        id = gv_spv_ext1(b, type == GV_F ? GLSLstd450FAbs : GLSLstd450SAbs, id_type, id);
    if (src->negate)
        id = gv_spv_op1(b, type == GV_F ? SpvOpFNegate : SpvOpSNegate, id_type, id);
    return id;
}

uint32_t gv_spv_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s, unsigned first,
                    unsigned num, unsigned type)
{
    struct gv_val vals[4];
    gv_spv_fetch(c, &in->src[s], ((1u << num) - 1) << first, vals);
    return gather_modified(c, &in->src[s], vals + first, num, type);
}

uint32_t gv_spv_exact(struct gv_spv_ctx *c, uint32_t id)
{
    if (c->exact)
        gv_spv_decorate(&c->b, id, SpvDecorationNoContraction);
    return id;
}

void gv_spv_columns(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                    struct gv_spv_columns *out_cols)
{
    struct gv_spv_columns *k = out_cols;
    struct gv_val all[GV_TGSI_MAX_SRC][4];
    unsigned mask = in->num_dst ? in->dst[0].mask : 0xf;
    *k = (struct gv_spv_columns){0};
    for (unsigned s = 0; s < in->num_src; s++)
        gv_spv_fetch(c, &in->src[s], mask, all[s]);
    for (unsigned i = 0; i < 4; i++) {
        unsigned col = 0;
        if (!(mask >> i & 1))
            continue;
        for (; col < k->num; col++) {
            bool same = true;
            for (unsigned s = 0; s < in->num_src; s++)
                same &= gv_val_equal(all[s][i], k->vals[s][col]);
            if (same)
                break;
        }
        if (col == k->num) {
            for (unsigned s = 0; s < in->num_src; s++)
                k->vals[s][col] = all[s][i];
            k->num++;
        }
        k->column[i] = (uint8_t)col;
    }
}

uint32_t gv_spv_column_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_spv_columns *cols, unsigned s, unsigned type)
{
    return gather_modified(c, &in->src[s], cols->vals[s], cols->num, type);
}

void gv_spv_column_result(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const struct gv_spv_columns *cols, uint32_t id, unsigned type)
{
    struct gv_val vals[4];
    if (in->saturate && type == GV_F)
        id = gv_spv_saturate(&c->b, id, cols->num);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_comp(id, type, cols->num, cols->column[i]);
    gv_spv_write(c, in, vals);
}

void gv_spv_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, const struct gv_val vals[4])
{
    const struct gv_tgsi_dst *d = &in->dst[0];
    if (d->reg.file == TGSI_FILE_NULL || d->mask == 0)
        return;
    if (d->reg.file == TGSI_FILE_OUTPUT && c->stage->write_output)
        c->stage->write_output(c, &d->reg, d->mask, vals);
    else if (d->reg.indirect)
        gv_spv_reg_write_indexed(c, &d->reg, d->mask, vals);
    else
        gv_spv_reg_write(c, gv_spv_reg_index(c, d->reg.file, (unsigned)d->reg.index), d->mask,
                         vals);
}

void gv_spv_write_vec4(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                       unsigned type)
{
    struct gv_val vals[4];
    if (in->saturate && type == GV_F)
        id = gv_spv_saturate(&c->b, id, 4);
    gv_val_vector(id, type, 4, 4, vals);
    gv_spv_write(c, in, vals);
}

void gv_spv_replicate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                      unsigned type)
{
    struct gv_val vals[4];
    if (in->saturate && type == GV_F)
        id = gv_spv_saturate(&c->b, id, 1);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_scalar(id, type);
    gv_spv_write(c, in, vals);
}
