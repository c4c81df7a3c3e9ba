/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The TEX family: finds the operands that hold coordinates, reference, bias, level and offsets, and
 * emits lookups whose unit is computed. */
#include "spirv/translate/texture/texture.h"

#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/switch.h"

/* Returns a scalar operand: src0.w or, if `second` is true, a component of src1. `second`: src0 has
 * no free component. */
static uint32_t extra(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, bool second,
                      const struct gv_tex_target *t)
{
    if (!second)
        return gv_spv_src(c, in, 0, 3, 1, GV_F);
    return gv_spv_src(c, in, 1, t->compare == 4 ? 1 : 0, 1, GV_F);
}

static uint32_t compare_value(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                              const struct gv_tex_target *t)
{
    return t->compare == 4 ? gv_spv_src(c, in, 1, 0, 1, GV_F)
                           : gv_spv_src(c, in, 0, t->compare, 1, GV_F);
}

/* Divides coordinates and reference by src0.w, for TXP. */
static void project(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t w = gv_spv_src(c, in, 0, 3, 1, GV_F);
    uint32_t all = w;
    if (op->num_coords > 1)
        all = gv_spv_broadcast(b, w, GV_F, op->num_coords);
    op->coord = gv_spv_op2(b, SpvOpFDiv, gv_spv_type(b, GV_F, op->num_coords), op->coord, all);
    if (op->compare)
        op->compare = gv_spv_op2(b, SpvOpFDiv, gv_spv_type(b, GV_F, 1), op->compare, w);
}

static void decode_sample(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    bool derivatives = c->stage->derivatives;
    bool second = in->opcode == TGSI_OPCODE_TXB2 || in->opcode == TGSI_OPCODE_TXL2;
    op->kind = GV_TEX_SAMPLE;
    op->num_coords = t->num_coords + t->arrayed;
    op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_F);
    if (t->shadow)
        op->compare = compare_value(c, in, t);
    switch (in->opcode) {
    case TGSI_OPCODE_TXP:
        project(c, in, op);
        break;
    case TGSI_OPCODE_TXB:
    case TGSI_OPCODE_TXB2:
        if (derivatives)
            op->bias = extra(c, in, second, t);
        break;
    case TGSI_OPCODE_TXL:
    case TGSI_OPCODE_TXL2:
        op->lod = extra(c, in, second, t);
        break;
    case TGSI_OPCODE_TXD:
        op->grad[0] = gv_spv_src(c, in, 1, 0, t->num_coords, GV_F);
        op->grad[1] = gv_spv_src(c, in, 2, 0, t->num_coords, GV_F);
        break;
    case TGSI_OPCODE_TEX_LZ:
        op->lod = gv_spv_float(&c->b, 0.0f, 1);
        break;
    default:
        break;
    }
    if (!derivatives && !op->lod && !op->grad[0])
        op->lod = gv_spv_float(&c->b, 0.0f, 1);
}

static void decode_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    op->kind = GV_TEX_FETCH;
    op->num_coords = t->num_coords + t->arrayed;
    op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_U);
    if (t->multisample)
        op->sample = gv_spv_src(c, in, 0, 3, 1, GV_U);
    else if (t->dim == SpvDimBuffer)
        return; /* a buffer has no levels */
    else if (t->rect || in->opcode == TGSI_OPCODE_TXF_LZ)
        op->lod = gv_spv_uint(&c->b, 0, 1);
    else
        op->lod = gv_spv_src(c, in, 0, 3, 1, GV_U);
}

static void decode_gather(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    struct gv_val vals[4];
    op->kind = GV_TEX_GATHER;
    op->num_coords = t->num_coords + t->arrayed;
    op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_F);
    if (t->shadow) {
        op->compare = compare_value(c, in, t);
        return;
    }
    gv_spv_fetch(c, &in->src[1], 1, vals);
    if (vals[0].type == GV_IMM)
        op->component = gv_spv_const_int(&c->b, (int32_t)(vals[0].id & 3));
    else
        op->any_component = gv_spv_src(c, in, 1, 0, 1, GV_U);
}

void gv_tex_decode_query(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tex_target *t = op->traits;
    bool one_level = t->rect || t->multisample || t->dim == SpvDimBuffer;
    switch (in->opcode) {
    case TGSI_OPCODE_TXQS:
    case TGSI_OPCODE_SAMPLE_INFO:
        op->kind = GV_TEX_SAMPLES;
        break;
    case TGSI_OPCODE_TXQ:
    case TGSI_OPCODE_TXQ_LZ:
    case TGSI_OPCODE_SVIEWINFO:
        op->kind = GV_TEX_SIZE;
        op->want_levels =
            in->opcode == TGSI_OPCODE_SVIEWINFO || (in->dst[0].mask & TGSI_WRITEMASK_W);
        op->lod = one_level || in->opcode == TGSI_OPCODE_TXQ_LZ ? gv_spv_uint(&c->b, 0, 1)
                                                                : gv_spv_src(c, in, 0, 0, 1, GV_U);
        break;
    default:
        op->kind = GV_TEX_LOD;
        op->num_coords = t->num_coords;
        op->coord = gv_spv_src(c, in, 0, 0, op->num_coords, GV_F);
        break;
    }
}

static int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static int32_t clamp_offset(int32_t value, bool is_gather)
{
    return is_gather ? clamp(value, -32, 31) : clamp(value, -8, 7);
}

/* Whether a gather's offset is added to the coordinate, because the device does not take it. */
static bool adds_gather_offset(const struct galvan_spirv_device *device, const struct gv_val *vals,
                               unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        int32_t offset = (int32_t)vals[i].id;
        if (device->few_gather_offsets && vals[i].type == GV_IMM && offset != clamp(offset, -8, 7))
            return true;
    }
    return device->no_gather_offsets;
}

/* Decodes the offset. In SPIR-V, the offset of a sample must be constant. The offset of a gather
 * may be dynamic on most devices. In fetches, the offset is added to the coordinate. */
void gv_tex_decode_offset(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_tex_offset *o = &in->offsets[0];
    struct gv_tgsi_src src = {
        .reg = {.file = o->file, .index = o->index},
        .swizzle = {o->swizzle[0], o->swizzle[1], o->swizzle[2], o->swizzle[2]},
    };
    struct gv_val vals[4];
    uint32_t parts[4];
    unsigned num = op->traits->num_coords;
    bool constant = true;
    if (!in->num_offsets || op->traits->dim == SpvDimCube || op->traits->dim == SpvDimBuffer ||
        op->traits->multisample)
        return;
    gv_spv_fetch(c, &src, 7, vals);
    bool is_added = op->kind == GV_TEX_GATHER && adds_gather_offset(&c->key->device, vals, num);
    for (unsigned i = 0; i < num; i++)
        constant &= vals[i].type == GV_IMM;
    if (constant) {
        for (unsigned i = 0; i < num; i++) {
            int32_t offset = clamp_offset((int32_t)vals[i].id, op->kind == GV_TEX_GATHER);
            parts[i] =
                is_added ? gv_spv_const_float(b, (float)offset) : gv_spv_const_int(b, offset);
        }
        uint32_t type = is_added ? gv_spv_type_float(b, num) : gv_spv_type_int(b, num);
        uint32_t id = num > 1 ? gv_spv_const_composite(b, type, parts, num) : parts[0];
        if (is_added)
            op->texel_offset = id;
        else
            op->const_offset = id;
    } else if (op->kind == GV_TEX_GATHER && !is_added) {
        uint32_t id = gv_spv_gather(b, vals, num, GV_U);
        op->dynamic_offset = gv_spv_op1(b, SpvOpBitcast, gv_spv_type_int(b, num), id);
    } else if (op->kind == GV_TEX_FETCH) {
        vals[num] = gv_val_imm(0); /* the layer, if there is one */
        uint32_t id = gv_spv_gather(b, vals, op->num_coords, GV_U);
        op->coord = gv_spv_op2(b, SpvOpIAdd, gv_spv_type(b, GV_U, op->num_coords), op->coord, id);
    } else {
        uint32_t id = gv_spv_gather(b, vals, num, GV_U);
        op->texel_offset = gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type(b, GV_F, num), id);
    }
}

/* Whether the opcode is defined for the target. */
static bool fits(const struct gv_tgsi_insn *in, const struct gv_tex_target *t)
{
    bool w_is_taken = t->num_coords + t->arrayed == 4 || t->compare >= 3;
    switch (in->opcode) {
    case TGSI_OPCODE_TXQ:
    case TGSI_OPCODE_TXQ_LZ:
        return true;
    case TGSI_OPCODE_TXQS:
        return t->multisample;
    case TGSI_OPCODE_TXF:
    case TGSI_OPCODE_TXF_LZ:
        return t->dim != SpvDimCube && !t->shadow;
    default:
        break;
    }
    if (t->dim == SpvDimBuffer || t->multisample)
        return false;
    switch (in->opcode) {
    case TGSI_OPCODE_TXP: /* TXP does not divide the layer */
        return !w_is_taken && !t->arrayed;
    case TGSI_OPCODE_TXB:
    case TGSI_OPCODE_TXL:
        return !w_is_taken;
    case TGSI_OPCODE_TXD: /* src1 is a derivative */
    case TGSI_OPCODE_TEX:
    case TGSI_OPCODE_TEX_LZ:
        return t->compare != 4;
    case TGSI_OPCODE_TG4:
        return t->dim == SpvDim2D || t->dim == SpvDimCube;
    default:
        return true;
    }
}

static bool decode(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op)
{
    const struct gv_tgsi_reg *sampler = &in->src[in->num_src - 1].reg;
    bool has_view = sampler->file == TGSI_FILE_SAMPLER && c->scan->views[sampler->index].declared;
    bool known = in->target != TGSI_TEXTURE_UNKNOWN || !has_view;
    unsigned target = known ? in->target : c->scan->views[sampler->index].target;
    *op = (struct gv_tex_op){.target = target, .traits = gv_tex_target(target)};
    if (!op->traits || !fits(in, op->traits)) {
        gv_spv_unsupported(c, GV_DIAG_TARGET_USE, "with this texture target");
        return false;
    }
    switch (in->opcode) {
    case TGSI_OPCODE_TXF:
    case TGSI_OPCODE_TXF_LZ:
        decode_fetch(c, in, op);
        break;
    case TGSI_OPCODE_TG4:
        decode_gather(c, in, op);
        break;
    case TGSI_OPCODE_TXQ:
    case TGSI_OPCODE_TXQ_LZ:
    case TGSI_OPCODE_TXQS:
    case TGSI_OPCODE_LODQ:
        gv_tex_decode_query(c, in, op);
        break;
    default:
        decode_sample(c, in, op);
        break;
    }
    if (op->kind <= GV_TEX_GATHER)
        gv_tex_decode_offset(c, in, op);
    gv_tex_widen(c, op);
    return c->result == GALVAN_OK;
}

void gv_tex_emit(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                 struct gv_val out_vals[4])
{
    if (op->kind <= GV_TEX_GATHER)
        gv_tex_sample(c, op, unit, out_vals);
    else
        gv_tex_query(c, op, unit, out_vals);
}

/* Emits a lookup with a computed, dynamically uniform unit. The candidate units are separate
 * bindings, so the code is a switch with a case for each unit. */
static void emit_switch(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                        const struct gv_tgsi_reg *reg, struct gv_val out_vals[4])
{
    unsigned first = (unsigned)reg->index;
    unsigned num = gv_tgsi_sampler_run(c->scan, first) - first + 1;
    unsigned return_type = c->scan->views[first].return_type;
    bool is_int = c->scan->views[first].declared &&
                  (return_type == TGSI_RETURN_TYPE_SINT || return_type == TGSI_RETURN_TYPE_UINT);
    unsigned type = is_int || op->kind == GV_TEX_SIZE || op->kind == GV_TEX_SAMPLES ? GV_U : GV_F;
    uint8_t units[GV_TGSI_MAX_SAMPLERS];
    struct gv_spv_switch s;
    for (unsigned i = 0; i < num; i++)
        units[i] = (uint8_t)(first + i);
    gv_spv_switch_begin(c, gv_spv_index(c, &reg->ind, reg->index), units, num, 0, &s);
    for (unsigned i = 0; i < num; i++) {
        struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
        gv_spv_switch_case(c, &s, i);
        gv_tex_emit(c, op, units[i], vals);
        gv_spv_switch_value(&s, gv_spv_gather(&c->b, vals, 4, type), s.labels[i]);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, type, out_vals);
}

void gv_tex_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_val vals[4])
{
    if (in->saturate) {
        uint32_t id = gv_spv_saturate(&c->b, gv_spv_gather(&c->b, vals, 4, GV_F), 4);
        gv_val_vector(id, GV_F, 4, 4, vals);
    }
    gv_spv_write(c, in, vals);
}

void gv_spv_emit_texture(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_reg *sampler = &in->src[in->num_src - 1].reg;
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    struct gv_tex_op op;
    bool by_handle = sampler->file != TGSI_FILE_SAMPLER;
    if (sampler->file == TGSI_FILE_SAMPLER_VIEW) {
        gv_spv_unsupported(c, GV_DIAG_SRC_FILE, "a view without sampler");
        return;
    }
    for (unsigned s = 0; s + 1 < in->num_src; s++) {
        if (in->src[s].reg.file == TGSI_FILE_SAMPLER ||
            in->src[s].reg.file == TGSI_FILE_SAMPLER_VIEW) {
            gv_spv_unsupported(c, GV_DIAG_SRC_FILE, "a sampler as a value");
            return;
        }
    }
    bool no_lod = in->opcode == TGSI_OPCODE_LODQ && !c->stage->derivatives;
    if (!no_lod) {
        if (!decode(c, in, &op))
            return;
        op.handle = by_handle ? gv_spv_src(c, in, in->num_src - 1, 0, 1, GV_U) : 0;
        if (by_handle)
            gv_tex_emit(c, &op, 0, vals);
        else if (sampler->indirect)
            emit_switch(c, &op, sampler, vals);
        else
            gv_tex_emit(c, &op, (unsigned)sampler->index, vals);
    }
    gv_tex_write(c, in, vals);
}
