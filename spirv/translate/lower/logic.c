/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Logic operations in the shader, for devices that lack logic operations. An operation combines the
 * colour with the previous contents of the target. It uses as many bits of each component as the
 * target's format has. */
#include "spirv/translate/lower/fb_fetch.h"
#include "spirv/translate/lower/fragment.h"

struct bits {
    unsigned num[4]; /* number of bits of each component */
};

static struct bits bits_of(uint32_t word)
{
    return (struct bits){{word >> 6 & 63, word >> 12 & 63, word >> 18 & 63, word >> 24 & 63}};
}

/* Returns the integer in which all bits of a component are set. */
static uint32_t greatest(const struct bits *bits, unsigned comp)
{
    return (uint32_t)((UINT64_C(1) << bits->num[comp]) - 1);
}

static uint32_t masks(struct gv_spv_ctx *c, const struct bits *bits)
{
    uint32_t parts[4];
    for (unsigned i = 0; i < 4; i++)
        parts[i] = gv_spv_uint(&c->b, greatest(bits, i), 1);
    return gv_spv_const_composite(&c->b, gv_spv_type_uint(&c->b, 4), parts, 4);
}

/* Returns a vec4 of divisors: for each component, the integer to which the target's format converts
 * 1.0. The divisor of a component that the target lacks is 1. */
static uint32_t scales(struct gv_spv_ctx *c, const struct bits *bits)
{
    uint32_t parts[4];
    for (unsigned i = 0; i < 4; i++)
        parts[i] = gv_spv_float(&c->b, bits->num[i] ? (float)greatest(bits, i) : 1.0f, 1);
    return gv_spv_const_composite(&c->b, gv_spv_type_float(&c->b, 4), parts, 4);
}

/* Returns a colour's components as integers that have as many bits as the target's components. */
static uint32_t to_bits(struct gv_spv_ctx *c, uint32_t color, unsigned class,
                        const struct bits *bits)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 4), u32 = gv_spv_type_uint(b, 4);
    if (class == GALVAN_CBUF_UINT)
        return color;
    if (class == GALVAN_CBUF_SINT)
        return gv_spv_op1(b, SpvOpBitcast, u32, color);
    color = gv_spv_saturate(b, color, 4);
    color = gv_spv_op2(b, SpvOpFMul, f32, color, scales(c, bits));
    color = gv_spv_op2(b, SpvOpFAdd, f32, color, gv_spv_float(b, 0.5f, 4));
    return gv_spv_op1(b, SpvOpConvertFToU, u32, color);
}

static uint32_t from_bits(struct gv_spv_ctx *c, uint32_t id, unsigned class,
                          const struct bits *bits)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 4), i32 = gv_spv_type_int(b, 4), shifts[4];
    if (class == GALVAN_CBUF_UINT)
        return id;
    if (class == GALVAN_CBUF_FLOAT) {
        uint32_t most = scales(c, bits);
        return gv_spv_op2(b, SpvOpFDiv, f32, gv_spv_op1(b, SpvOpConvertUToF, f32, id), most);
    }
    /* Extends the sign, which is the highest bit of a component. */
    for (unsigned i = 0; i < 4; i++)
        shifts[i] = gv_spv_uint(b, bits->num[i] ? 32 - bits->num[i] : 0, 1);
    uint32_t shift = gv_spv_const_composite(b, gv_spv_type_uint(b, 4), shifts, 4);
    id = gv_spv_op2(b, SpvOpShiftLeftLogical, i32, gv_spv_op1(b, SpvOpBitcast, i32, id), shift);
    return gv_spv_op2(b, SpvOpShiftRightArithmetic, i32, id, shift);
}

/* Computes a logic operation. `func` is the operation's truth table: bit 2 * source + destination
 * is the result. */
static uint32_t operate(struct gv_spv_ctx *c, unsigned func, uint32_t src, uint32_t dst)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 4);
    uint32_t result = gv_spv_uint(b, 0, 4);
    for (unsigned i = 0; i < 4; i++) {
        if (!(func >> i & 1))
            continue;
        uint32_t s = i & 2 ? src : gv_spv_op1(b, SpvOpNot, type, src);
        uint32_t d = i & 1 ? dst : gv_spv_op1(b, SpvOpNot, type, dst);
        result =
            gv_spv_op2(b, SpvOpBitwiseOr, type, result, gv_spv_op2(b, SpvOpBitwiseAnd, type, s, d));
    }
    return result;
}

uint32_t gv_spv_lower_logic(struct gv_spv_ctx *c, uint32_t color, unsigned location)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t word = c->key->fragment.cbuf_blend[location];
    const unsigned class = c->key->fragment.cbuf_class[location];
    const struct bits bits = bits_of(word);
    uint32_t dst = gv_spv_fetch_target(c, location);
    /* Integer targets are fetched as unsigned integers. */
    dst = to_bits(c, dst, class == GALVAN_CBUF_FLOAT ? class : GALVAN_CBUF_UINT, &bits);
    uint32_t id = operate(c, word >> 2 & 15, to_bits(c, color, class, &bits), dst);
    uint32_t mask = masks(c, &bits);
    id = gv_spv_op2(b, SpvOpBitwiseAnd, gv_spv_type_uint(b, 4), id, mask);
    return from_bits(c, id, class, &bits);
}
