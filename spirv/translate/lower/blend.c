/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blending by the shader, for targets that the device cannot blend: computes the equations of the
 * blend state on the colour and the previous contents of the target. */
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fb_fetch.h"
#include "spirv/translate/lower/fragment.h"

/* The values in GALVAN_BLEND(): PIPE_BLEND_* and PIPE_BLENDFACTOR_*. FACTOR_INVERSE is the bit of
 * the INV factors. */
enum {
    BLEND_SUBTRACT = 1,
    BLEND_REVERSE_SUBTRACT = 2,
    BLEND_MIN = 3,
    BLEND_MAX = 4,

    FACTOR_ONE = 1,
    FACTOR_SRC_COLOR,
    FACTOR_SRC_ALPHA,
    FACTOR_DST_ALPHA,
    FACTOR_DST_COLOR,
    FACTOR_SRC_ALPHA_SATURATE,
    FACTOR_CONST_COLOR,
    FACTOR_CONST_ALPHA,
    FACTOR_SRC1_COLOR,
    FACTOR_SRC1_ALPHA,
    FACTOR_INVERSE = 16,
};

/* The four colours of a blend equation, each as a vec4. */
struct operands {
    uint32_t src, dst, constant, src1;
};

static uint32_t all_of(struct gv_spv_ctx *c, uint32_t color, unsigned comp)
{
    uint32_t x = gv_spv_extract(&c->b, color, GV_F, comp);
    return gv_spv_broadcast(&c->b, x, GV_F, 4);
}

/* Returns the factor SRC_ALPHA_SATURATE: min(As, 1 - Ad) for colour, 1 for alpha. */
static uint32_t saturate_factor(struct gv_spv_ctx *c, const struct operands *o)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t dst_alpha = all_of(c, o->dst, 3);
    uint32_t rest = gv_spv_op2(b, SpvOpFSub, type, gv_spv_float(b, 1.0f, 4), dst_alpha);
    uint32_t least = gv_spv_ext2(b, GLSLstd450FMin, type, all_of(c, o->src, 3), rest);
    return gv_spv_op3(b, SpvOpCompositeInsert, type, gv_spv_float(b, 1.0f, 1), least, 3);
}

static uint32_t factor(struct gv_spv_ctx *c, const struct operands *o, unsigned kind)
{
    switch (kind & ~(unsigned)FACTOR_INVERSE) {
    case FACTOR_SRC_COLOR:
        return o->src;
    case FACTOR_SRC_ALPHA:
        return all_of(c, o->src, 3);
    case FACTOR_DST_ALPHA:
        return all_of(c, o->dst, 3);
    case FACTOR_DST_COLOR:
        return o->dst;
    case FACTOR_SRC_ALPHA_SATURATE:
        return saturate_factor(c, o);
    case FACTOR_CONST_COLOR:
        return o->constant;
    case FACTOR_CONST_ALPHA:
        return all_of(c, o->constant, 3);
    case FACTOR_SRC1_COLOR:
        return o->src1;
    case FACTOR_SRC1_ALPHA:
        return all_of(c, o->src1, 3);
    default:
        return gv_spv_float(&c->b, 1.0f, 4);
    }
}

static uint32_t scaled(struct gv_spv_ctx *c, const struct operands *o, uint32_t color,
                       unsigned kind)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t f = factor(c, o, kind);
    if (kind & FACTOR_INVERSE)
        f = gv_spv_op2(b, SpvOpFSub, type, gv_spv_float(b, 1.0f, 4), f);
    return gv_spv_op2(b, SpvOpFMul, type, color, f);
}

/* Computes one equation for all four components. */
static uint32_t blend(struct gv_spv_ctx *c, const struct operands *o, unsigned func,
                      unsigned src_factor, unsigned dst_factor)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    if (func == BLEND_MIN)
        return gv_spv_ext2(b, GLSLstd450FMin, type, o->src, o->dst);
    if (func == BLEND_MAX)
        return gv_spv_ext2(b, GLSLstd450FMax, type, o->src, o->dst);
    uint32_t src = scaled(c, o, o->src, src_factor), dst = scaled(c, o, o->dst, dst_factor);
    if (func == BLEND_SUBTRACT)
        return gv_spv_op2(b, SpvOpFSub, type, src, dst);
    if (func == BLEND_REVERSE_SUBTRACT)
        return gv_spv_op2(b, SpvOpFSub, type, dst, src);
    return gv_spv_op2(b, SpvOpFAdd, type, src, dst);
}

/* Clamps an operand of the equation, if the target is normalised. The equation's result is clamped
 * when it is stored. */
static uint32_t limited(struct gv_spv_ctx *c, uint32_t color, unsigned range)
{
    struct gv_spv_builder *b = &c->b;
    if (range == GALVAN_BLEND_UNLIMITED)
        return color;
    float low = range == GALVAN_BLEND_SNORM ? -1.0f : 0.0f;
    return gv_spv_clamp(b, color, low, 1.0f, 4);
}

static uint32_t constant_color(struct gv_spv_ctx *c)
{
    uint32_t parts[4];
    for (unsigned i = 0; i < 4; i++)
        parts[i] = gv_spv_push(
            c, offsetof(struct galvan_push_block, blend_color) + i * (unsigned)sizeof(float), GV_F);
    return gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_float(&c->b, 4), parts, 4);
}

/* Returns the shader's second colour; zeros if the shader writes no second colour. */
static uint32_t second_color(struct gv_spv_ctx *c)
{
    int out = gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_COLOR, 1);
    struct gv_val vals[4];
    if (out < 0)
        return gv_spv_float(&c->b, 0.0f, 4);
    gv_spv_out_read(c, (unsigned)out, vals);
    return gv_spv_gather(&c->b, vals, 4, GV_F);
}

uint32_t gv_spv_lower_blend(struct gv_spv_ctx *c, uint32_t color, unsigned location)
{
    uint32_t word = c->key->fragment.cbuf_blend[location];
    unsigned range = word >> 28 & 3;
    if (gv_spv_is_logic(word))
        return gv_spv_lower_logic(c, color, location);
    struct operands o;
    o.src = limited(c, color, range);
    o.dst = gv_spv_fetch_target(c, location);
    o.constant = limited(c, constant_color(c), range);
    o.src1 = limited(c, second_color(c), range);
    uint32_t rgb = blend(c, &o, word >> 1 & 7, word >> 4 & 31, word >> 9 & 31);
    uint32_t alpha = blend(c, &o, word >> 14 & 7, word >> 17 & 31, word >> 22 & 31);
    alpha = gv_spv_extract(&c->b, alpha, GV_F, 3);
    return gv_spv_op3(&c->b, SpvOpCompositeInsert, gv_spv_type_float(&c->b, 4), alpha, rgb, 3);
}
