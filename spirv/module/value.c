/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/module/value.h"

uint32_t gv_spv_type(struct gv_spv_builder *b, unsigned type, unsigned num)
{
    switch (type) {
    case GV_F:
        return gv_spv_type_float(b, num);
    case GV_B:
    case GV_FB:
    case GV_BF:
        return gv_spv_type_bool(b, num);
    default:
        return gv_spv_type_uint(b, num);
    }
}

struct gv_val gv_val_scalar(uint32_t id, unsigned type)
{
    return (struct gv_val){.id = id, .type = (uint8_t)type, .width = 1};
}

struct gv_val gv_val_comp(uint32_t id, unsigned type, unsigned width, unsigned comp)
{
    return (struct gv_val){
        .id = id, .type = (uint8_t)type, .width = (uint8_t)width, .comp = (uint8_t)comp};
}

struct gv_val gv_val_imm(uint32_t bits)
{
    return (struct gv_val){.id = bits, .type = GV_IMM, .width = 1};
}

void gv_val_vector(uint32_t id, unsigned type, unsigned width, unsigned num,
                   struct gv_val *out_vals)
{
    for (unsigned i = 0; i < num; i++)
        out_vals[i] = gv_val_comp(id, type, width, i);
}

bool gv_val_equal(struct gv_val x, struct gv_val y)
{
    return x.id == y.id && x.type == y.type && x.comp == y.comp;
}

bool gv_spv_looks_float(uint32_t bits)
{
    uint32_t exponent = bits >> 23 & 0xff;
    return exponent >= 80 && exponent <= 175;
}

static uint32_t const_of_type(struct gv_spv_builder *b, uint32_t bits, unsigned type)
{
    switch (type) {
    case GV_F:
        return gv_spv_const_float_bits(b, bits);
    case GV_B:
        return gv_spv_const_bool(b, bits != 0);
    default:
        return gv_spv_const_uint(b, bits);
    }
}

static uint32_t convert(struct gv_spv_builder *b, uint32_t id, unsigned from, unsigned to,
                        unsigned num)
{
    uint32_t type = gv_spv_type(b, to, num);
    bool is_mask = from == GV_B || from == GV_FB;
    if (from == to || (to == GV_B && (is_mask || from == GV_BF)))
        return id;
    if (to == GV_B) {
        if (from == GV_F)
            id = convert(b, id, GV_F, GV_U, num);
        return gv_spv_op2(b, SpvOpINotEqual, type, id, gv_spv_uint(b, 0, num));
    }
    if (from == GV_BF && to == GV_U)
        return gv_spv_select_uint(b, id, 0x3f800000, 0, num);
    if ((from == GV_FB || from == GV_BF) && to == GV_F)
        return gv_spv_select_float(b, id, 1.0f, 0.0f, num);
    if (is_mask) {
        id = gv_spv_select_uint(b, id, UINT32_MAX, 0, num);
        return to == GV_U ? id : gv_spv_op1(b, SpvOpBitcast, type, id);
    }
    return gv_spv_op1(b, SpvOpBitcast, type, id);
}

uint32_t gv_spv_extract(struct gv_spv_builder *b, uint32_t vec, unsigned type, unsigned comp)
{
    uint32_t id = gv_spv_cache_find(&b->cache, GV_CACHED_EXTRACT, vec, comp);
    if (!id) {
        id = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type(b, type, 1), vec, comp);
        gv_spv_cache_put(&b->cache, GV_CACHED_EXTRACT, vec, comp, id);
    }
    return id;
}

static uint32_t scalar(struct gv_spv_builder *b, struct gv_val v, unsigned type)
{
    if (v.type == GV_IMM)
        return const_of_type(b, v.id, type);
    uint32_t id = v.width > 1 ? gv_spv_extract(b, v.id, v.type, v.comp) : v.id;
    if (v.type == type)
        return id;
    /* The bits of a boolean depend on its type (GV_B, GV_BF or GV_FB), so the key includes the
     * type. */
    uint32_t key = (uint32_t)v.type << 8 | type;
    uint32_t cast = gv_spv_cache_find(&b->cache, GV_CACHED_CAST, id, key);
    if (!cast) {
        cast = convert(b, id, v.type, type, 1);
        gv_spv_cache_put(&b->cache, GV_CACHED_CAST, id, key, cast);
    }
    return cast;
}

static uint32_t constant(struct gv_spv_builder *b, const struct gv_val *vals, unsigned num,
                         unsigned type)
{
    uint32_t parts[4];
    for (unsigned i = 0; i < num; i++)
        parts[i] = const_of_type(b, vals[i].id, type);
    return gv_spv_const_composite(b, gv_spv_type(b, type, num), parts, num);
}

/* Builds a vector of `num` components, which come from one or two vectors of equal type. */
static uint32_t shuffle(struct gv_spv_builder *b, const struct gv_val *vals, unsigned num,
                        uint32_t second)
{
    uint32_t args[6] = {vals[0].id, second ? second : vals[0].id};
    uint32_t key = num;
    bool identity = !second && vals[0].width == num;
    for (unsigned i = 0; i < num; i++) {
        bool from_second = vals[i].id != vals[0].id;
        args[2 + i] = vals[i].comp + (from_second ? vals[0].width : 0u);
        key = key << 2 | vals[i].comp;
        identity &= vals[i].comp == i;
    }
    if (identity)
        return vals[0].id;
    uint32_t id = second ? 0 : gv_spv_cache_find(&b->cache, GV_CACHED_SHUFFLE, vals[0].id, key);
    if (!id) {
        uint32_t type = gv_spv_type(b, vals[0].type, num);
        id = gv_spv_op(b, SpvOpVectorShuffle, type, args, num + 2);
        if (!second)
            gv_spv_cache_put(&b->cache, GV_CACHED_SHUFFLE, vals[0].id, key, id);
    }
    return id;
}

uint32_t gv_spv_broadcast(struct gv_spv_builder *b, uint32_t id, unsigned type, unsigned num)
{
    const uint32_t parts[4] = {id, id, id, id};
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, type, num), parts, num);
}

/* Returns the same vector as gv_spv_broadcast(), and caches it. */
static uint32_t splat(struct gv_spv_builder *b, uint32_t id, unsigned num, unsigned type)
{
    uint32_t vec = gv_spv_cache_find(&b->cache, GV_CACHED_SHUFFLE, id, num);
    if (!vec) {
        vec = gv_spv_broadcast(b, id, type, num);
        gv_spv_cache_put(&b->cache, GV_CACHED_SHUFFLE, id, num, vec);
    }
    return vec;
}

uint32_t gv_spv_gather(struct gv_spv_builder *b, const struct gv_val *vals, unsigned num,
                       unsigned type)
{
    bool all_imm = true;
    bool one_type = true;
    bool vectors = true;
    bool two = true; /* whether at most two source vectors occur */
    uint32_t second = 0;
    if (num == 1)
        return scalar(b, vals[0], type);
    for (unsigned i = 0; i < num; i++) {
        all_imm &= vals[i].type == GV_IMM;
        one_type &= vals[i].type == vals[0].type;
        vectors &= vals[i].type != GV_IMM && vals[i].width > 1;
        if (vals[i].id != vals[0].id) {
            two &= second == 0 || second == vals[i].id;
            second = vals[i].id;
        }
    }
    if (all_imm)
        return constant(b, vals, num, type);
    if (vectors && one_type && two)
        return convert(b, shuffle(b, vals, num, second), vals[0].type, type, num);
    uint32_t parts[4];
    bool same = true;
    for (unsigned i = 0; i < num; i++) {
        parts[i] = scalar(b, vals[i], type);
        same &= parts[i] == parts[0];
    }
    if (same)
        return splat(b, parts[0], num, type);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, type, num), parts, num);
}

unsigned gv_spv_natural_type(const struct gv_val *vals, unsigned num)
{
    unsigned floats = 0;
    unsigned uints = 0;
    unsigned masks = 0;
    unsigned imm_floats = 0;
    unsigned imm_others = 0;
    for (unsigned i = 0; i < num; i++) {
        switch (vals[i].type) {
        case GV_F:
            floats++;
            break;
        case GV_U:
            uints++;
            break;
        case GV_B:
            masks++;
            break;
        case GV_IMM:
            imm_floats += gv_spv_looks_float(vals[i].id);
            imm_others +=
                vals[i].id != 0 && vals[i].id != UINT32_MAX && !gv_spv_looks_float(vals[i].id);
            break;
        default:
            floats++;
            break;
        }
    }
    if (floats || uints)
        return floats >= uints ? GV_F : GV_U;
    if (masks)
        return imm_floats + imm_others ? GV_U : GV_B;
    return imm_others > imm_floats ? GV_U : GV_F;
}

uint32_t gv_spv_compare_uint(struct gv_spv_builder *b, SpvOp op, uint32_t x, uint32_t value)
{
    uint32_t constant = gv_spv_const_uint(b, value);
    return gv_spv_op2(b, op, gv_spv_type(b, GV_B, 1), x, constant);
}

uint32_t gv_spv_compare_float(struct gv_spv_builder *b, SpvOp op, uint32_t x, float value)
{
    uint32_t constant = gv_spv_const_float(b, value);
    return gv_spv_op2(b, op, gv_spv_type(b, GV_B, 1), x, constant);
}

uint32_t gv_spv_select_uint(struct gv_spv_builder *b, uint32_t cond, uint32_t yes, uint32_t no,
                            unsigned num)
{
    uint32_t otherwise = gv_spv_uint(b, no, num);
    uint32_t then = gv_spv_uint(b, yes, num);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, num), cond, then, otherwise);
}

uint32_t gv_spv_select_float(struct gv_spv_builder *b, uint32_t cond, float yes, float no,
                             unsigned num)
{
    uint32_t otherwise = gv_spv_float(b, no, num);
    uint32_t then = gv_spv_float(b, yes, num);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_F, num), cond, then, otherwise);
}

uint32_t gv_spv_clamp(struct gv_spv_builder *b, uint32_t id, float least, float most, unsigned num)
{
    uint32_t high = gv_spv_float(b, most, num);
    uint32_t low = gv_spv_float(b, least, num);
    return gv_spv_ext3(b, GLSLstd450NClamp, gv_spv_type(b, GV_F, num), id, low, high);
}

uint32_t gv_spv_saturate(struct gv_spv_builder *b, uint32_t id, unsigned num)
{
    return gv_spv_clamp(b, id, 0.0f, 1.0f, num);
}

uint32_t gv_spv_high_product(struct gv_spv_builder *b, SpvOp op, unsigned num, uint32_t x,
                             uint32_t y)
{
    uint32_t type = gv_spv_type(b, GV_U, num);
    uint32_t pair = gv_spv_unique(b, SpvOpTypeStruct, (uint32_t[]){type, type}, 2, false);
    uint32_t both = gv_spv_op2(b, op, pair, x, y);
    return gv_spv_op2(b, SpvOpCompositeExtract, type, both, 1);
}
