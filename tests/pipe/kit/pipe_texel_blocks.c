/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compressed blocks: all modes of S3TC, RGTC and LATC, and the modes of ETC, EAC, BPTC and ASTC
 * that texel_tame_block() generates. */
#include "pipe_texel.h"

#include <math.h>
#include <string.h>

/* Reads `num` bits, beginning at bit number `first`; bit 0 is the lowest bit of the first byte. */
static uint32_t bits_at(const uint8_t *block, unsigned first, unsigned num)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < num; i++)
        value |= (uint32_t)(block[(first + i) / 8] >> ((first + i) % 8) & 1) << i;
    return value;
}

/* Like bits_at(), but bit 0 is the highest bit of the first byte, and the most significant bit
 * comes first. */
static uint32_t big_bits_at(const uint8_t *block, unsigned first, unsigned num)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < num; i++)
        value = value << 1 | (block[(first + i) / 8] >> (7 - (first + i) % 8) & 1);
    return value;
}

/* ---- S3TC and RGTC */

static void unpack_565(unsigned word, double out_rgb[3])
{
    out_rgb[0] = (word >> 11) / 31.0;
    out_rgb[1] = (word >> 5 & 63) / 63.0;
    out_rgb[2] = (word & 31) / 31.0;
}

static void decode_bc1(const uint8_t *block, unsigned x, unsigned y, bool four_colors,
                       double out_rgba[4])
{
    unsigned word[2] = {bits_at(block, 0, 16), bits_at(block, 16, 16)};
    unsigned index = bits_at(block, 32 + 2 * (4 * y + x), 2);
    double c[2][3];
    unpack_565(word[0], c[0]);
    unpack_565(word[1], c[1]);
    out_rgba[3] = 1.0;
    bool thirds = four_colors || word[0] > word[1];
    for (unsigned i = 0; i < 3; i++) {
        const double values[4] = {
            c[0][i], c[1][i], thirds ? (2.0 * c[0][i] + c[1][i]) / 3.0 : (c[0][i] + c[1][i]) / 2.0,
            thirds ? (c[0][i] + 2.0 * c[1][i]) / 3.0 : 0.0};
        out_rgba[i] = values[index];
    }
    if (!thirds && index == 3)
        out_rgba[3] = 0.0;
}

/* Decodes a block that has eight values between its two ends, or six values between the ends plus
 * both ends of the format's range. */
static double decode_bc4(const uint8_t *block, unsigned x, unsigned y, bool is_signed)
{
    double e[2], low = is_signed ? -1.0 : 0.0;
    int raw[2];
    for (unsigned i = 0; i < 2; i++) {
        raw[i] = is_signed ? (int8_t)block[i] : block[i];
        e[i] = is_signed ? raw[i] / 127.0 : raw[i] / 255.0;
        if (e[i] < low)
            e[i] = low;
    }
    unsigned index = bits_at(block, 16 + 3 * (4 * y + x), 3);
    if (index < 2)
        return e[index];
    if (raw[0] > raw[1])
        return ((8.0 - index) * e[0] + (index - 1.0) * e[1]) / 7.0;
    if (index < 6)
        return ((6.0 - index) * e[0] + (index - 1.0) * e[1]) / 5.0;
    return index == 6 ? low : 1.0;
}

static void decode_s3tc(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4])
{
    switch (format) {
    case PIPE_FORMAT_DXT1_RGB:
    case PIPE_FORMAT_DXT1_SRGB:
        decode_bc1(block, x, y, false, out_rgba);
        out_rgba[3] = 1.0;
        return;
    case PIPE_FORMAT_DXT1_RGBA:
    case PIPE_FORMAT_DXT1_SRGBA:
        decode_bc1(block, x, y, false, out_rgba);
        return;
    case PIPE_FORMAT_DXT3_RGBA:
    case PIPE_FORMAT_DXT3_SRGBA:
        decode_bc1(block + 8, x, y, true, out_rgba);
        out_rgba[3] = bits_at(block, 4 * (4 * y + x), 4) / 15.0;
        return;
    default:
        decode_bc1(block + 8, x, y, true, out_rgba);
        out_rgba[3] = decode_bc4(block, x, y, false);
    }
}

static void decode_rgtc(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4])
{
    const struct util_format_description *desc = util_format_description(format);
    bool is_signed = util_format_is_snorm(format);
    double stored[2] = {decode_bc4(block, x, y, is_signed), 0.0};
    if (desc->block.bits == 128)
        stored[1] = decode_bc4(block + 8, x, y, is_signed);
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = desc->swizzle[i];
        out_rgba[i] = s <= PIPE_SWIZZLE_Y ? stored[s] : s == PIPE_SWIZZLE_1;
    }
}

/* ---- BPTC: the modes of one subset with indices of four bits */

static const uint8_t weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

/* Returns the weight of a texel's index. The first texel's index has three bits, the other indices
 * have four. */
static unsigned index_weight(const uint8_t *block, unsigned texel)
{
    unsigned index = texel ? bits_at(block, 64 + 4 * texel, 4) : bits_at(block, 65, 3);
    return weights[index];
}

static void decode_bc7(const uint8_t *block, unsigned x, unsigned y, double out_rgba[4])
{
    unsigned w = index_weight(block, 4 * y + x);
    for (unsigned i = 0; i < 4; i++) {
        unsigned e0 = bits_at(block, 7 + 14 * i, 7) << 1 | bits_at(block, 63, 1);
        unsigned e1 = bits_at(block, 14 + 14 * i, 7) << 1 | bits_at(block, 64, 1);
        out_rgba[i] = (((64 - w) * e0 + w * e1 + 32) >> 6) / 255.0;
    }
}

static int unquantize(uint32_t bits, bool is_signed)
{
    if (!is_signed)
        return bits == 0 ? 0 : bits == 1023 ? 0xffff : (int)(((bits << 15) + 0x4000) >> 9);
    int value = bits & 512 ? (int)bits - 1024 : (int)bits;
    int size = value < 0 ? -value : value;
    int out = size == 0 ? 0 : size >= 511 ? 0x7fff : ((size << 15) + 0x4000) >> 9;
    return value < 0 ? -out : out;
}

static void decode_bc6h(const uint8_t *block, unsigned x, unsigned y, bool is_signed,
                        double out_rgba[4])
{
    int w = (int)index_weight(block, 4 * y + x);
    for (unsigned i = 0; i < 3; i++) {
        int e0 = unquantize(bits_at(block, 5 + 10 * i, 10), is_signed);
        int e1 = unquantize(bits_at(block, 35 + 10 * i, 10), is_signed);
        int value = ((64 - w) * e0 + w * e1 + 32) >> 6;
        int size = value < 0 ? -value : value;
        uint32_t half = (uint32_t)(is_signed ? size * 31 >> 5 : size * 31 >> 6);
        out_rgba[i] = texel_small_float(half, 10) * (value < 0 ? -1.0 : 1.0);
    }
    out_rgba[3] = 1.0;
}

static void decode_bptc(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4])
{
    if (util_format_is_float(format))
        decode_bc6h(block, x, y, format == PIPE_FORMAT_BPTC_RGB_FLOAT, out_rgba);
    else
        decode_bc7(block, x, y, out_rgba);
}

/* ---- ETC: half blocks of one colour, or half blocks with a colour difference of 0; and EAC */

static void decode_etc_color(const uint8_t *block, unsigned x, unsigned y, double out_rgba[4])
{
    static const uint8_t modifiers[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
                                            {18, 60}, {24, 80}, {33, 106}, {47, 183}};
    bool differences = block[3] & 2;
    unsigned half = (block[3] & 1 ? y : x) >= 2;
    unsigned texel = 4 * x + y;
    unsigned high = big_bits_at(block, 32 + 15 - texel, 1), low = big_bits_at(block, 63 - texel, 1);
    int modifier = modifiers[big_bits_at(block, 24 + 3 * half, 3)][low];
    for (unsigned i = 0; i < 3; i++) {
        unsigned bits = differences ? block[i] >> 3 : half ? block[i] & 15 : block[i] >> 4;
        int value = (int)(differences ? bits << 3 | bits >> 2 : bits * 17);
        value += high ? -modifier : modifier;
        out_rgba[i] = (value < 0 ? 0 : value > 255 ? 255 : value) / 255.0;
    }
    out_rgba[3] = 1.0;
}

static int eac_modifier(const uint8_t *block, unsigned x, unsigned y)
{
    static const int8_t table[16][8] = {
        {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12},
        {-2, -5, -8, -13, 1, 4, 7, 12}, {-2, -4, -6, -13, 1, 3, 5, 12},
        {-3, -6, -8, -12, 2, 5, 7, 11}, {-3, -7, -9, -11, 2, 6, 8, 10},
        {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},
        {-2, -6, -8, -10, 1, 5, 7, 9},  {-2, -5, -8, -10, 1, 4, 7, 9},
        {-2, -4, -8, -10, 1, 3, 7, 9},  {-2, -5, -7, -10, 1, 4, 6, 9},
        {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},
        {-4, -6, -8, -9, 3, 5, 7, 8},   {-3, -5, -7, -9, 2, 4, 6, 8},
    };
    return table[block[1] & 15][big_bits_at(block, 16 + 3 * (4 * x + y), 3)];
}

static double decode_eac(const uint8_t *block, unsigned x, unsigned y, bool is_signed)
{
    int base = is_signed ? (int8_t)block[0] : block[0], modifier = eac_modifier(block, x, y);
    int step = block[1] >> 4 ? (block[1] >> 4) * 8 : 1;
    if (base == -128)
        base = -127;
    int value = base * 8 + (is_signed ? 0 : 4) + modifier * step;
    int low = is_signed ? -1023 : 0, high = is_signed ? 1023 : 2047;
    return (value < low ? low : value > high ? high : value) / (double)high;
}

static double decode_eac_alpha(const uint8_t *block, unsigned x, unsigned y)
{
    int value = block[0] + eac_modifier(block, x, y) * (block[1] >> 4);
    return (value < 0 ? 0 : value > 255 ? 255 : value) / 255.0;
}

static void decode_etc(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                       double out_rgba[4])
{
    bool is_signed = util_format_is_snorm(format);
    switch (format) {
    case PIPE_FORMAT_ETC2_R11_UNORM:
    case PIPE_FORMAT_ETC2_R11_SNORM:
    case PIPE_FORMAT_ETC2_RG11_UNORM:
    case PIPE_FORMAT_ETC2_RG11_SNORM:
        out_rgba[0] = decode_eac(block, x, y, is_signed);
        out_rgba[1] =
            util_format_get_blocksize(format) == 16 ? decode_eac(block + 8, x, y, is_signed) : 0.0;
        out_rgba[2] = 0.0;
        out_rgba[3] = 1.0;
        return;
    case PIPE_FORMAT_ETC2_RGBA8:
    case PIPE_FORMAT_ETC2_SRGBA8:
        decode_etc_color(block + 8, x, y, out_rgba);
        out_rgba[3] = decode_eac_alpha(block, x, y);
        return;
    default:
        decode_etc_color(block, x, y, out_rgba);
    }
}

/* ---- ASTC: blocks of one colour */

static void decode_astc(const uint8_t *block, double out_rgba[4])
{
    for (unsigned i = 0; i < 4; i++)
        out_rgba[i] = bits_at(block, 64 + 16 * i, 16) / 65535.0;
}

/* ---- All compressed formats */

void texel_decode_block(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4])
{
    switch (util_format_description(format)->layout) {
    case UTIL_FORMAT_LAYOUT_S3TC:
        decode_s3tc(format, block, x, y, out_rgba);
        break;
    case UTIL_FORMAT_LAYOUT_RGTC:
        decode_rgtc(format, block, x, y, out_rgba);
        break;
    case UTIL_FORMAT_LAYOUT_BPTC:
        decode_bptc(format, block, x, y, out_rgba);
        break;
    case UTIL_FORMAT_LAYOUT_ETC:
        decode_etc(format, block, x, y, out_rgba);
        break;
    default:
        decode_astc(block, out_rgba);
    }
    if (util_format_is_srgb(format)) {
        for (unsigned i = 0; i < 3; i++)
            out_rgba[i] = texel_from_srgb(out_rgba[i]);
    }
}

static void tame_etc(enum pipe_format format, uint8_t *block)
{
    size_t block_B = util_format_get_blocksize(format);
    bool has_color =
        !strstr(util_format_name(format), "G11") && !strstr(util_format_name(format), "R11");
    if (!has_color)
        return;
    uint8_t *color = block + block_B - 8;
    color[3] &= 0xfd;
    /* In the mode with one bit of alpha, colours are always stored as differences; a set bit means
     * opaque. */
    if (format == PIPE_FORMAT_ETC2_RGB8A1 || format == PIPE_FORMAT_ETC2_SRGB8A1) {
        color[3] |= 2;
        for (unsigned i = 0; i < 3; i++)
            color[i] &= 0xf8;
    }
}

void texel_tame_block(enum pipe_format format, uint8_t *block)
{
    static const uint8_t one_color[8] = {0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    switch (util_format_description(format)->layout) {
    case UTIL_FORMAT_LAYOUT_BPTC:
        if (util_format_is_float(format))
            block[0] = (uint8_t)((block[0] & 0xe0) | 3);
        else
            block[0] = (uint8_t)((block[0] & 0x80) | 0x40);
        break;
    case UTIL_FORMAT_LAYOUT_ETC:
        tame_etc(format, block);
        break;
    case UTIL_FORMAT_LAYOUT_ASTC:
        memcpy(block, one_color, sizeof(one_color));
        break;
    default:
        break;
    }
}
