/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Applies state to a colour output, in this order: coverage of smooth lines and points, alpha to
 * one, clamping, blending or a logic operation that reads the target, a logic operation that does
 * not read the target, the swizzle of an emulated format, and the class (float or integer) of the
 * target. Also computes alpha to coverage, for devices that cannot apply it before alpha to one. */
#include "spirv/translate/lower/fragment.h"

static uint32_t swizzle(struct gv_spv_ctx *c, uint32_t id, unsigned kind, uint32_t type)
{
    static const uint8_t patterns[][4] = {
        [GALVAN_CBUF_RGBA] = {0, 1, 2, 3},
        [GALVAN_CBUF_ALPHA_TO_RED] = {3, 3, 3, 3},
        [GALVAN_CBUF_ALPHA_TO_GREEN] = {0, 3, 2, 3},
    };
    if (kind == GALVAN_CBUF_RGBA || kind >= sizeof(patterns) / sizeof(patterns[0]))
        return id;
    const uint8_t *p = patterns[kind];
    return gv_spv_op(&c->b, SpvOpVectorShuffle, type, (uint32_t[]){id, id, p[0], p[1], p[2], p[3]},
                     6);
}

/* Returns the alpha of smooth lines and points: alpha times the part of the pixel that is
 * covered. */
struct gv_val gv_spv_cover(struct gv_spv_ctx *c, struct gv_val alpha)
{
    if (!c->coverage)
        return alpha;
    uint32_t id = gv_spv_gather(&c->b, &alpha, 1, GV_F);
    id = gv_spv_op2(&c->b, SpvOpFMul, gv_spv_type_float(&c->b, 1), id, c->coverage);
    return gv_val_scalar(id, GV_F);
}

static uint32_t float_color(struct gv_spv_ctx *c, const struct gv_val vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val v[4] = {vals[0], vals[1], vals[2], vals[3]};
    v[3] = gv_spv_cover(c, v[3]);
    if (c->key->fragment.alpha_to_one)
        v[3] = gv_val_imm(0x3f800000);
    uint32_t id = gv_spv_gather(b, v, 4, GV_F);
    if (c->key->fragment.clamp_fragment_color)
        id = gv_spv_saturate(b, id, 4);
    return id;
}

/* Returns the result of a logic operation that does not read the target. The result replaces the
 * colour. */
static uint32_t logic_source(struct gv_spv_ctx *c, uint32_t color, unsigned class, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    if (class != GALVAN_CBUF_FLOAT)
        return class == GALVAN_CBUF_UINT ? gv_spv_uint(b, 0, 4)
                                         : gv_spv_op1(b, SpvOpBitcast, type, gv_spv_uint(b, 0, 4));
    uint32_t zeros = gv_spv_float(b, 0.0f, 4), ones = gv_spv_float(b, 1.0f, 4);
    switch (c->key->fragment.logic_source) {
    case GALVAN_LOGIC_ONES:
        return ones;
    case GALVAN_LOGIC_INVERSE:
        color = gv_spv_ext3(b, GLSLstd450NClamp, type, color, zeros, ones);
        return gv_spv_op2(b, SpvOpFSub, type, ones, color);
    default:
        return zeros;
    }
}

uint32_t gv_spv_alpha_coverage(struct gv_spv_ctx *c, const struct gv_val color[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1), u32 = gv_spv_type_uint(b, 1);
    uint32_t alpha = gv_spv_saturate(b, gv_spv_gather(b, &color[3], 1, GV_F), 1);
    uint32_t samples = gv_spv_float(b, (float)c->key->fragment.alpha_coverage, 1);
    uint32_t half = gv_spv_float(b, 0.5f, 1);
    uint32_t covered = gv_spv_op2(b, SpvOpFMul, f32, alpha, samples);
    covered = gv_spv_op2(b, SpvOpFAdd, f32, covered, half);
    covered = gv_spv_op1(b, SpvOpConvertFToU, u32, covered);
    /* A mask of the lowest `covered` bits. The bit field instruction accepts counts from 0 to
     * 32. */
    uint32_t zero = gv_spv_uint(b, 0, 1);
    uint32_t ones = gv_spv_uint(b, ~0u, 1);
    return gv_spv_op3(b, SpvOpBitFieldUExtract, u32, ones, zero, covered);
}

/* Whether the shader combines the colour with the target's contents, by blending or by a logic
 * operation. Integer targets are not blended. */
static bool reads_target(const struct gv_spv_ctx *c, unsigned location, unsigned class)
{
    uint32_t word = c->key->fragment.cbuf_blend[location];
    return word && (class == GALVAN_CBUF_FLOAT || gv_spv_is_logic(word));
}

void gv_spv_store_color(struct gv_spv_ctx *c, const struct gv_val vals[4], unsigned location,
                        unsigned index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type;
    uint32_t id;
    if (c->key->fragment.cbuf_holes >> location & 1)
        return;
    unsigned class = c->key->fragment.cbuf_class[location];
    switch (class) {
    case GALVAN_CBUF_SINT:
        type = gv_spv_type_int(b, 4);
        id = gv_spv_op1(b, SpvOpBitcast, type, gv_spv_gather(b, vals, 4, GV_U));
        break;
    case GALVAN_CBUF_UINT:
        type = gv_spv_type_uint(b, 4);
        id = gv_spv_gather(b, vals, 4, GV_U);
        break;
    default:
        type = gv_spv_type_float(b, 4);
        id = float_color(c, vals);
        break;
    }
    if (reads_target(c, location, class) && !index)
        id = gv_spv_lower_blend(c, id, location);
    if (c->key->fragment.logic_source != GALVAN_LOGIC_COLOR &&
        (c->key->fragment.logic_mask >> location & 1))
        id = logic_source(c, id, class, type);
    id = swizzle(c, id, c->key->fragment.cbuf_swizzle[location], type);
    uint32_t var = gv_spv_global(b, SpvStorageClassOutput, type);
    gv_spv_decorate1(b, var, SpvDecorationLocation, location);
    if (c->key->fragment.dual_source)
        gv_spv_decorate1(b, var, SpvDecorationIndex, index);
    gv_spv_store(b, var, id);
}
