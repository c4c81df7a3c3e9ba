/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 64-bit values: converts pairs of register components to values and back, and finds the lanes that
 * an instruction reads and writes. */
#include "spirv/translate/opcodes/value64.h"

#include "spirv/tgsi/read_mask.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/opcodes/wide_functions.h"

/* ---- Words and values ----------------------------------------------------------------------- */

/* Joins two components to a vector. Two separate scalars, as loaded from memory, are joined only
 * once; later joins of the same scalars find the vector in the cache. */
static uint32_t join_words(struct gv_spv_ctx *c, const struct gv_val words[2])
{
    bool floats = words[0].type == GV_F && words[1].type == GV_F;
    bool scalars = words[0].type == words[1].type && words[0].type != GV_IMM &&
                   words[0].width == 1 && words[1].width == 1;
    uint32_t vec = 0;
    if (scalars)
        vec = gv_spv_cache_find(&c->b.cache, GV_CACHED_PAIR, words[0].id, words[1].id);
    if (!vec) {
        vec = gv_spv_gather(&c->b, words, 2, floats ? GV_F : GV_U);
        if (scalars)
            gv_spv_cache_put(&c->b.cache, GV_CACHED_PAIR, words[0].id, words[1].id, vec);
    }
    return vec;
}

static uint32_t join(struct gv_spv_ctx *c, const struct gv_val words[2], unsigned type)
{
    if (words[0].type == GV_IMM && words[1].type == GV_IMM)
        return gv_spv_wide_const(c, type, words[0].id | (uint64_t)words[1].id << 32);
    if (gv_spv_wide_is_words(c, type))
        return gv_spv_gather(&c->b, words, 2, GV_U);
    uint32_t vec = join_words(c, words);
    uint32_t id = gv_spv_cache_find(&c->b.cache, GV_CACHED_WIDE, vec, type);
    if (!id) {
        id = gv_spv_op1(&c->b, SpvOpBitcast, gv_spv_wide_type(c, type), vec);
        gv_spv_cache_put(&c->b.cache, GV_CACHED_WIDE, vec, type, id);
    }
    return id;
}

void gv_spv_wide_split(struct gv_spv_ctx *c, uint32_t id, unsigned type, struct gv_val out_vals[2])
{
    uint32_t vec = id;
    if (!gv_spv_wide_is_words(c, type)) {
        vec = gv_spv_op1(&c->b, SpvOpBitcast, gv_spv_type(&c->b, GV_U, 2), id);
        gv_spv_cache_put(&c->b.cache, GV_CACHED_WIDE, vec, type, id);
    }
    out_vals[0] = gv_val_comp(vec, GV_U, 2, 0);
    out_vals[1] = gv_val_comp(vec, GV_U, 2, 1);
}

/* Applies the modifiers of a source to a value. The device must have the value's type. */
static uint32_t modify(struct gv_spv_ctx *c, const struct gv_tgsi_src *src, uint32_t id,
                       unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id_type = gv_spv_wide_type(c, type);
    if (src->absolute)
        id = gv_spv_ext1(b, type == GV_D ? GLSLstd450FAbs : GLSLstd450SAbs, id_type, id);
    if (src->negate)
        id = gv_spv_op1(b, type == GV_D ? SpvOpFNegate : SpvOpSNegate, id_type, id);
    return id;
}

uint32_t gv_spv_wide_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s,
                         unsigned lane, unsigned type)
{
    const struct gv_tgsi_src *src = &in->src[s];
    struct gv_val vals[4];
    gv_spv_fetch(c, src, 3u << lane * 2, vals);
    uint32_t id = join(c, vals + lane * 2, type);
    if (!gv_spv_wide_is_words(c, type))
        return modify(c, src, id, type);
    if (src->absolute)
        id = gv_spv_wide_call1(c, type == GV_D ? "d_abs" : "i64_abs", type, type, id);
    if (src->negate)
        id = gv_spv_wide_call1(c, type == GV_D ? "d_neg" : "i64_neg", type, type, id);
    return id;
}

/* ---- Lanes ---------------------------------------------------------------------------------- */

/* Returns the mask of the components to which a lane's result is written. */
static unsigned lane_mask(const struct gv_tgsi_insn *in, const struct gv_wide_op *op, unsigned lane)
{
    unsigned mask = in->dst[0].mask;
    unsigned pair = 0x3u << lane * 2;
    if (gv_tgsi_narrows(in->opcode)) {
        for (unsigned i = 0; i < lane; i++)
            mask &= mask - 1;
        return mask & (0 - mask);
    }
    if (gv_tgsi_wide_lanes(in) == 1)
        pair = mask & 0x3 ? 0x3 : 0xc;
    mask &= pair;
    return op->result == GV_B ? mask & (0 - mask) : mask;
}

/* Returns the component of a 32-bit operand that a lane reads: a shift count is in the lane's first
 * component; values to be widened are in consecutive components. */
static unsigned word_position(unsigned s, unsigned lane)
{
    return s == 0 ? lane : lane * 2;
}

uint32_t gv_spv_wide_saturate(struct gv_spv_ctx *c, uint32_t id, unsigned type)
{
    if (type == GV_F)
        return gv_spv_saturate(&c->b, id, 1);
    if (type != GV_D)
        return id;
    if (gv_spv_wide_is_words(c, GV_D))
        return gv_spv_wide_call1(c, "d_saturate", GV_D, GV_D, id);
    uint32_t one = gv_spv_wide_const(c, GV_D, UINT64_C(0x3ff0000000000000));
    uint32_t zero = gv_spv_wide_const(c, GV_D, 0);
    return gv_spv_ext3(&c->b, GLSLstd450NClamp, gv_spv_wide_type(c, GV_D), id, zero, one);
}

uint32_t gv_spv_wide_simple(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                            const struct gv_wide_op *op, const uint32_t *x)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_wide_type(c, op->result);
    if (op->op != SpvOpNop)
        return gv_spv_op(b, op->op, type, x, in->num_src);
    switch (in->num_src) {
    case 1:
        return gv_spv_ext1(b, op->inst, type, x[0]);
    case 2:
        return gv_spv_ext2(b, op->inst, type, x[0], x[1]);
    default:
        return gv_spv_ext3(b, op->inst, type, x[0], x[1], x[2]);
    }
}

/* Finds the sources of a lane, as ids. */
static void lane_sources(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                         const struct gv_wide_op *op, unsigned lane, uint32_t x[3])
{
    for (unsigned s = 0; s < in->num_src && s < 3; s++) {
        bool is_count = s == 1 && op->count_second;
        if (op->operand >= GV_D && !is_count)
            x[s] = gv_spv_wide_src(c, in, s, lane, op->operand);
        else
            x[s] = gv_spv_src(c, in, s, word_position(s, lane), 1, is_count ? GV_U : op->operand);
    }
}

void gv_spv_emit_wide(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                      const struct gv_wide_op *op, gv_wide_compute compute)
{
    bool calls = gv_spv_wide_is_words(c, op->result) || gv_spv_wide_is_words(c, op->operand);
    struct gv_tgsi_insn narrowed = *in;
    struct gv_val vals[4] = {0};
    narrowed.dst[0].mask = 0;
    for (unsigned lane = 0; lane < gv_tgsi_wide_lanes(in); lane++) {
        uint32_t x[3] = {0};
        struct gv_val pair[2];
        lane_sources(c, in, op, lane, x);
        uint32_t id = calls ? gv_spv_wide_function(c, in, op, x) : compute(c, in, op, x);
        if (!calls && (op->result == GV_D || op->result == GV_F))
            gv_spv_exact(c, id);
        if (in->saturate)
            id = gv_spv_wide_saturate(c, id, op->result);
        if (op->result >= GV_D)
            gv_spv_wide_split(c, id, op->result, pair);
        else
            pair[0] = pair[1] = gv_val_scalar(id, op->result);
        unsigned mask = lane_mask(in, op, lane);
        for (unsigned i = 0; i < 4; i++) {
            if (mask >> i & 1)
                vals[i] = pair[i & 1];
        }
        narrowed.dst[0].mask |= (uint8_t)mask;
    }
    gv_spv_write(c, &narrowed, vals);
}
