/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex attribute conversion. Vulkan fetches an attribute as float, int or uint, depending on its
 * format. Attributes that the device cannot convert arrive as integers, or as the raw bytes of the
 * element, and are converted here. */
#include "spirv/translate/interface/attrib.h"

#include "spirv/translate/interface/inputs.h"

uint32_t gv_spv_attrib_type(struct gv_spv_ctx *c, unsigned kind)
{
    switch (kind) {
    case GALVAN_ATTRIB_UINT:
    case GALVAN_ATTRIB_USCALED:
    case GALVAN_ATTRIB_WORDS:
    case GALVAN_ATTRIB_PARTS:
        return gv_spv_type_uint(&c->b, 4);
    case GALVAN_ATTRIB_SINT:
    case GALVAN_ATTRIB_SSCALED:
        return gv_spv_type_int(&c->b, 4);
    default:
        return gv_spv_type_float(&c->b, 4);
    }
}

uint32_t gv_spv_lower_attrib(struct gv_spv_ctx *c, unsigned kind, uint32_t id, unsigned *out_type)
{
    struct gv_spv_builder *b = &c->b;
    *out_type = GV_F;
    switch (kind) {
    case GALVAN_ATTRIB_UINT:
        *out_type = GV_U;
        return id;
    case GALVAN_ATTRIB_SINT:
        *out_type = GV_U;
        return gv_spv_op1(b, SpvOpBitcast, gv_spv_type_uint(b, 4), id);
    case GALVAN_ATTRIB_USCALED:
        return gv_spv_op1(b, SpvOpConvertUToF, gv_spv_type_float(b, 4), id);
    case GALVAN_ATTRIB_SSCALED:
        return gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type_float(b, 4), id);
    default:
        return id;
    }
}

/* ---- Elements as bytes ----------------------------------------------------------------------- */

/* The fields of a GALVAN_ATTRIB_LAYOUT(). */
struct layout {
    unsigned type;
    unsigned sizes;
    unsigned num; /* number of channels in the element, limited by `sizes` */
    unsigned components[4];
};

static struct layout unpack_layout(uint32_t packed)
{
    struct layout l = {.type = packed & 7, .sizes = packed >> 3 & 7, .num = packed >> 6 & 7};
    unsigned most = l.sizes == GALVAN_CHANNELS_11_11_10 ? 3 : 4;
    if (l.num > most)
        l.num = most;
    for (unsigned i = 0; i < 4; i++)
        l.components[i] = packed >> (9 + 3 * i) & 7;
    return l;
}

/* Returns the number of bits of channel `i`, and its first bit. */
static unsigned channel_bits(const struct layout *l, unsigned i, unsigned *out_shift)
{
    static const uint8_t packed[][4] = {{10, 10, 10, 2}, {2, 10, 10, 10}, {11, 11, 10, 0}};
    unsigned bits = 32;
    *out_shift = 0;
    if (l->sizes <= GALVAN_CHANNELS_64) {
        bits = 8u << l->sizes;
        *out_shift = i * bits;
    } else if (l->sizes <= GALVAN_CHANNELS_11_11_10) {
        const uint8_t *sizes = packed[l->sizes - GALVAN_CHANNELS_10_10_10_2];
        bits = sizes[i];
        for (unsigned k = 0; k < i; k++)
            *out_shift += sizes[k];
    }
    return bits;
}

unsigned gv_spv_attrib_size_B(uint32_t packed)
{
    const struct layout l = unpack_layout(packed);
    unsigned shift;
    if (!l.num)
        return 0;
    unsigned bits = channel_bits(&l, l.num - 1, &shift);
    return (shift + bits + 7) / 8;
}

/* Packs channels of 8 or 16 bits, each in its own dword, into the dwords of the element in
 * memory. */
static void pack_channels(struct gv_spv_ctx *c, unsigned bits, uint32_t words[GV_MAX_ATTRIB_WORDS])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned shift = i * bits % 32;
        const uint32_t word = words[i];
        uint32_t *to = &words[i * bits / 32];
        if (shift) {
            uint32_t moved =
                gv_spv_op2(b, SpvOpShiftLeftLogical, type, word, gv_spv_uint(b, shift, 1));
            *to = gv_spv_op2(b, SpvOpBitwiseOr, type, *to, moved);
        } else {
            *to = word;
        }
    }
}

void gv_spv_join_parts(struct gv_spv_ctx *c, uint32_t packed, uint32_t first, uint32_t rest,
                       uint32_t out_words[GV_MAX_ATTRIB_WORDS])
{
    const struct layout l = unpack_layout(packed);
    const bool small = l.sizes == GALVAN_CHANNELS_8 || l.sizes == GALVAN_CHANNELS_16;
    const unsigned num_first = small ? 2 : 4;
    for (unsigned i = 0; i < GV_MAX_ATTRIB_WORDS; i++) {
        const unsigned from = i < num_first ? i : i - num_first;
        out_words[i] = gv_spv_extract(&c->b, i < num_first ? first : rest, GV_U, from & 3);
    }
    if (small)
        pack_channels(c, l.sizes == GALVAN_CHANNELS_8 ? 8 : 16, out_words);
}

/* Converts a double to the nearest float by integer arithmetic, which needs no 64-bit feature and
 * is exact. Values below the smallest normal float become zero. */
static uint32_t narrow(struct gv_spv_ctx *c, uint32_t low, uint32_t high)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1), boolean = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_uint(b, 0, 1), one = gv_spv_uint(b, 1, 1);
    uint32_t sign = gv_spv_op2(b, SpvOpBitwiseAnd, type, high, gv_spv_uint(b, 0x80000000, 1));
    uint32_t exponent_bits = gv_spv_uint(b, 11, 1);
    uint32_t exponent =
        gv_spv_op3(b, SpvOpBitFieldUExtract, type, high, gv_spv_uint(b, 20, 1), exponent_bits);

    /* The exponent (rebiased from 1023 to 127) and the highest 23 bits of the mantissa. Rounding up
     * may carry from the mantissa into the exponent. */
    uint32_t magnitude = gv_spv_op2(b, SpvOpBitwiseAnd, type, high, gv_spv_uint(b, 0x7fffffff, 1));
    magnitude = gv_spv_op2(b, SpvOpISub, type, magnitude, gv_spv_uint(b, (1023 - 127) << 20, 1));
    magnitude = gv_spv_op2(b, SpvOpShiftLeftLogical, type, magnitude, gv_spv_uint(b, 3, 1));
    uint32_t more = gv_spv_op2(b, SpvOpShiftRightLogical, type, low, gv_spv_uint(b, 29, 1));
    magnitude = gv_spv_op2(b, SpvOpBitwiseOr, type, magnitude, more);

    /* Round up above one half, and also at exactly one half if rounding up makes the result
     * even. */
    uint32_t rest = gv_spv_op2(b, SpvOpBitwiseAnd, type, low, gv_spv_uint(b, 0x1fffffff, 1));
    uint32_t odd = gv_spv_op2(b, SpvOpBitwiseAnd, type, magnitude, one);
    rest = gv_spv_op2(b, SpvOpIAdd, type, rest, odd);
    uint32_t up = gv_spv_op2(b, SpvOpUGreaterThan, boolean, rest, gv_spv_uint(b, 0x10000000, 1));
    uint32_t step = gv_spv_op3(b, SpvOpSelect, type, up, one, zero);
    magnitude = gv_spv_op2(b, SpvOpIAdd, type, magnitude, step);

    /* Values above the range become infinity, and values below the range become zero. A NaN retains
     * its highest bits and remains a NaN. */
    uint32_t infinity = gv_spv_uint(b, 0x7f800000, 1);
    uint32_t large = gv_spv_op2(b, SpvOpUGreaterThanEqual, boolean, exponent,
                                gv_spv_uint(b, 1023 - 127 + 255, 1));
    magnitude = gv_spv_op3(b, SpvOpSelect, type, large, infinity, magnitude);
    uint32_t small =
        gv_spv_op2(b, SpvOpULessThanEqual, boolean, exponent, gv_spv_uint(b, 1023 - 127, 1));
    magnitude = gv_spv_op3(b, SpvOpSelect, type, small, zero, magnitude);
    uint32_t fraction = gv_spv_op2(b, SpvOpBitwiseAnd, type, high, gv_spv_uint(b, 0xfffff, 1));
    fraction = gv_spv_op2(b, SpvOpBitwiseOr, type, fraction, low);
    uint32_t special = gv_spv_op2(b, SpvOpIEqual, boolean, exponent, gv_spv_uint(b, 0x7ff, 1));
    uint32_t has_fraction = gv_spv_op2(b, SpvOpINotEqual, boolean, fraction, zero);
    uint32_t is_nan = gv_spv_op2(b, SpvOpLogicalAnd, boolean, special, has_fraction);
    magnitude = gv_spv_op3(b, SpvOpSelect, type, is_nan, gv_spv_uint(b, 0x7fc00000, 1), magnitude);
    uint32_t bits = gv_spv_op2(b, SpvOpBitwiseOr, type, sign, magnitude);
    return gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_F, 1), bits);
}

static uint32_t from_half(struct gv_spv_ctx *c, uint32_t half)
{
    uint32_t pair = gv_spv_ext1(&c->b, GLSLstd450UnpackHalf2x16, gv_spv_type(&c->b, GV_F, 2), half);
    return gv_spv_extract(&c->b, pair, GV_F, 0);
}

/* Converts a float channel; floats of 10 and 11 bits are half floats without the sign and the
 * lowest bits. */
static uint32_t from_float(struct gv_spv_ctx *c, uint32_t raw, uint32_t high, unsigned bits)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t missing;
    switch (bits) {
    case 64:
        return narrow(c, raw, high);
    case 10:
    case 11:
        missing = gv_spv_uint(b, 15 - bits, 1);
        raw = gv_spv_op2(b, SpvOpShiftLeftLogical, gv_spv_type(b, GV_U, 1), raw, missing);
        return from_half(c, raw);
    case 16:
        return from_half(c, raw);
    default:
        return gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_F, 1), raw);
    }
}

static bool is_signed(unsigned type)
{
    return type == GALVAN_CHANNEL_SNORM || type == GALVAN_CHANNEL_SSCALED ||
           type == GALVAN_CHANNEL_SINT || type == GALVAN_CHANNEL_FIXED;
}

/* Converts an integer channel as its type requires. Normalised channels are divided, not multiplied
 * by an inverse, so that the largest value is exactly 1. */
static uint32_t from_integer(struct gv_spv_ctx *c, uint32_t raw, unsigned type, unsigned bits)
{
    struct gv_spv_builder *b = &c->b;
    if (type == GALVAN_CHANNEL_UINT || type == GALVAN_CHANNEL_SINT)
        return raw;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t f = gv_spv_op1(b, is_signed(type) ? SpvOpConvertSToF : SpvOpConvertUToF, f32, raw);
    uint64_t one = (uint64_t)1 << (bits < 32 ? bits : 32);
    switch (type) {
    case GALVAN_CHANNEL_UNORM:
        return gv_spv_op2(b, SpvOpFDiv, f32, f, gv_spv_float(b, (float)(one - 1), 1));
    case GALVAN_CHANNEL_SNORM:
        f = gv_spv_op2(b, SpvOpFDiv, f32, f, gv_spv_float(b, (float)(one / 2 - 1), 1));
        return gv_spv_ext2(b, GLSLstd450FMax, f32, f, gv_spv_float(b, -1.0f, 1));
    case GALVAN_CHANNEL_FIXED:
        return gv_spv_op2(b, SpvOpFMul, f32, f, gv_spv_float(b, 1.0f / 65536.0f, 1));
    default:
        return f;
    }
}

static uint32_t decode_channel(struct gv_spv_ctx *c, const struct layout *l, unsigned i,
                               const uint32_t words[GV_MAX_ATTRIB_WORDS])
{
    struct gv_spv_builder *b = &c->b;
    unsigned shift;
    unsigned bits = channel_bits(l, i, &shift);
    uint32_t raw = words[shift / 32];
    if (bits < 32) {
        uint32_t num_bits = gv_spv_uint(b, bits, 1);
        uint32_t first_bit = gv_spv_uint(b, shift % 32, 1);
        raw = gv_spv_op3(b, is_signed(l->type) ? SpvOpBitFieldSExtract : SpvOpBitFieldUExtract,
                         gv_spv_type(b, GV_U, 1), raw, first_bit, num_bits);
    }
    if (l->type == GALVAN_CHANNEL_FLOAT)
        return from_float(c, raw, bits == 64 ? words[shift / 32 + 1] : 0, bits);
    return from_integer(c, raw, l->type, bits);
}

uint32_t gv_spv_decode_attrib(struct gv_spv_ctx *c, uint32_t packed,
                              const uint32_t words[GV_MAX_ATTRIB_WORDS], unsigned *out_type)
{
    struct gv_spv_builder *b = &c->b;
    const struct layout l = unpack_layout(packed);
    bool integer = l.type == GALVAN_CHANNEL_UINT || l.type == GALVAN_CHANNEL_SINT;
    uint32_t channels[4], parts[4];
    *out_type = integer ? GV_U : GV_F;
    for (unsigned i = 0; i < l.num; i++)
        channels[i] = decode_channel(c, &l, i, words);
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = l.components[i];
        bool one = from == GALVAN_CHANNEL_ONE;
        if (from < l.num)
            parts[i] = channels[from];
        else
            parts[i] = integer ? gv_spv_uint(b, one, 1) : gv_spv_float(b, one ? 1.0f : 0.0f, 1);
    }
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, *out_type, 4), parts, 4);
}
