/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts texels of plain formats to numbers and back, channel by channel, from the format's
 * description. The conversion is not fast: it is meant to dump images and to prepare a few
 * texels. */
#include "auxiliary/texel.h"

#include <math.h>

#include "util/u_half.h"

enum {
    MAX_TEXEL_SIZE_B = 32
};

/* Reads `size` bits of a little-endian texel, from bit `shift` on. */
static uint64_t read_bits(const uint8_t *texel, unsigned shift, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)(texel[(shift + i) / 8] >> (shift + i) % 8 & 1) << i;
    return value;
}

static void write_bits(uint8_t *texel, unsigned shift, unsigned size, uint64_t value)
{
    for (unsigned i = 0; i < size; i++) {
        uint8_t bit = (uint8_t)(1u << (shift + i) % 8);
        uint8_t *byte = &texel[(shift + i) / 8];
        *byte = (uint8_t)(value >> i & 1 ? *byte | bit : *byte & ~bit);
    }
}

/* ---- Floats of 10, 11, 16, 32 and 64 bits ---------------------------------------------------- */

static float small_float(uint64_t bits, unsigned mantissa_bits, bool has_sign)
{
    unsigned exponent = (unsigned)(bits >> mantissa_bits) & 31;
    float mantissa = (float)(bits & ((1u << mantissa_bits) - 1u));
    float one = ldexpf(1.0f, (int)mantissa_bits), value;
    if (exponent == 31)
        value = mantissa != 0.0f ? NAN : INFINITY;
    else if (exponent)
        value = ldexpf(1.0f + mantissa / one, (int)exponent - 15);
    else
        value = ldexpf(mantissa / one, -14);
    return has_sign && bits >> (mantissa_bits + 5) & 1 ? -value : value;
}

static uint64_t to_small_float(float value, unsigned mantissa_bits, bool has_sign)
{
    uint64_t sign = has_sign && signbit(value) ? (uint64_t)1 << (mantissa_bits + 5) : 0;
    uint64_t infinity = (uint64_t)31 << mantissa_bits;
    int exponent;
    if (isnan(value))
        return infinity | 1;
    if (value < 0.0f && !has_sign)
        return 0;
    value = fabsf(value);
    if (isinf(value))
        return sign | infinity;
    frexpf(value, &exponent);
    exponent = value == 0.0f || exponent < -13 ? -14 : exponent - 1;
    if (exponent > 15)
        return sign | infinity;
    /* Rounds in units of the last bit; a carry increments the exponent without extra code. */
    uint64_t steps = (uint64_t)nearbyintf(ldexpf(value, (int)mantissa_bits - exponent));
    uint64_t hidden = (uint64_t)1 << mantissa_bits;
    if (steps < hidden)
        return sign | steps;
    uint64_t bits = ((uint64_t)(exponent + 15) << mantissa_bits) + (steps - hidden);
    return sign | (bits < infinity ? bits : infinity);
}

uint16_t util_float_to_half(float f)
{
    return (uint16_t)to_small_float(f, 10, true);
}

float util_half_to_float(uint16_t half)
{
    return small_float(half, 10, true);
}

static double read_float(uint64_t bits, unsigned size)
{
    uint32_t word = (uint32_t)bits;
    float f;
    double d;
    switch (size) {
    case 64:
        memcpy(&d, &bits, sizeof(d));
        return d;
    case 32:
        memcpy(&f, &word, sizeof(f));
        return f;
    case 16:
        return small_float(bits, 10, true);
    default:
        return small_float(bits, size - 5, false);
    }
}

static uint64_t write_float(float value, unsigned size)
{
    uint64_t bits = 0;
    double d = value;
    switch (size) {
    case 64:
        memcpy(&bits, &d, sizeof(d));
        return bits;
    case 32:
        memcpy(&bits, &value, sizeof(value));
        return bits;
    case 16:
        return to_small_float(value, 10, true);
    default:
        return to_small_float(value, size - 5, false);
    }
}

/* ---- Channels -------------------------------------------------------------------------------- */

static double greatest(const struct util_format_channel_description *c)
{
    return ldexp(1.0, (int)(c->type == UTIL_FORMAT_TYPE_UNSIGNED ? c->size : c->size - 1u)) - 1.0;
}

static float read_channel(const struct util_format_channel_description *c, const uint8_t *texel)
{
    uint64_t bits = read_bits(texel, c->shift, c->size);
    if (c->type == UTIL_FORMAT_TYPE_FLOAT)
        return (float)read_float(bits, c->size);
    double value = (double)bits;
    if (c->type != UTIL_FORMAT_TYPE_UNSIGNED && c->size && bits >> (c->size - 1u))
        value -= ldexp(1.0, c->size);
    if (c->type == UTIL_FORMAT_TYPE_FIXED)
        value = ldexp(value, -(int)(c->size / 2u));
    else if (c->normalized)
        value /= greatest(c);
    return (float)(c->normalized && value < -1.0 ? -1.0 : value);
}

static void write_channel(const struct util_format_channel_description *c, float value,
                          uint8_t *texel)
{
    if (c->type == UTIL_FORMAT_TYPE_FLOAT) {
        write_bits(texel, c->shift, c->size, write_float(value, c->size));
        return;
    }
    double most = greatest(c);
    double least = c->type == UTIL_FORMAT_TYPE_UNSIGNED ? 0.0 : c->normalized ? -most : -most - 1.0;
    double scaled = isnan(value) ? 0.0 : value;
    if (c->type == UTIL_FORMAT_TYPE_FIXED)
        scaled = ldexp(scaled, (int)(c->size / 2u));
    else if (c->normalized)
        scaled *= most;
    scaled = scaled > most ? most : scaled < least ? least : scaled;
    scaled = c->normalized ? nearbyint(scaled) : trunc(scaled);
    write_bits(texel, c->shift, c->size, (uint64_t)(int64_t)scaled);
}

static float srgb_to_linear(float v)
{
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static float linear_to_srgb(float v)
{
    return v <= 0.0031308f ? v * 12.92f : 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
}

/* ---- Texels ---------------------------------------------------------------------------------- */

bool gv_texel_is_plain(const struct util_format_description *desc)
{
    return desc && desc->nr_channels && desc->block.width == 1 && desc->block.height == 1 &&
           desc->block.bits <= 8 * MAX_TEXEL_SIZE_B &&
           (desc->layout == UTIL_FORMAT_LAYOUT_PLAIN ||
            (desc->layout == UTIL_FORMAT_LAYOUT_OTHER && desc->block.bits == 32 &&
             desc->nr_channels == 3 && desc->channel[0].size == 11));
}

static void unpack(const struct util_format_description *desc, const uint8_t *texel, float rgba[4])
{
    bool srgb = desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB;
    bool zs = desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS;
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = desc->swizzle[i];
        if (zs) /* red is depth, or stencil if there is no depth; green, blue and alpha have no
                   channel */
            from = i ? (i == 3 ? PIPE_SWIZZLE_ONE : PIPE_SWIZZLE_ZERO)
                     : desc->swizzle[desc->swizzle[0] < 4 ? 0 : 1];
        rgba[i] = from == PIPE_SWIZZLE_ONE ? 1.0f : 0.0f;
        if (from < 4)
            rgba[i] = read_channel(&desc->channel[from], texel);
        if (srgb && i < 3)
            rgba[i] = srgb_to_linear(rgba[i]);
    }
}

static void pack(const struct util_format_description *desc, const float rgba[4], uint8_t *texel)
{
    bool srgb = desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB;
    bool zs = desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS;
    /* If several components read a channel, the first of these components is stored. */
    for (int i = zs ? 1 : 3; i >= 0; i--) {
        unsigned to = desc->swizzle[i];
        if (to < 4 && desc->channel[to].size)
            write_channel(&desc->channel[to], srgb && i < 3 ? linear_to_srgb(rgba[i]) : rgba[i],
                          texel);
    }
}

boolean util_format_read_4f(enum pipe_format format, float *dst, unsigned dst_stride,
                            const void *src, unsigned src_stride, unsigned x, unsigned y,
                            unsigned w, unsigned h)
{
    const struct util_format_description *desc = util_format_description(format);
    if (!gv_texel_is_plain(desc))
        return FALSE;
    unsigned size_B = desc->block.bits / 8;
    for (unsigned row = 0; row < h; row++) {
        const uint8_t *from =
            (const uint8_t *)src + (size_t)(y + row) * src_stride + (size_t)x * size_B;
        float *to = (float *)(void *)((uint8_t *)dst + (size_t)row * dst_stride);
        for (unsigned i = 0; i < w; i++)
            unpack(desc, from + (size_t)i * size_B, to + (size_t)i * 4);
    }
    return TRUE;
}

boolean util_format_write_4f(enum pipe_format format, const float *src, unsigned src_stride,
                             void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                             unsigned h)
{
    const struct util_format_description *desc = util_format_description(format);
    if (!gv_texel_is_plain(desc))
        return FALSE;
    unsigned size_B = desc->block.bits / 8;
    for (unsigned row = 0; row < h; row++) {
        const float *from =
            (const float *)(const void *)((const uint8_t *)src + (size_t)row * src_stride);
        uint8_t *to = (uint8_t *)dst + (size_t)(y + row) * dst_stride + (size_t)x * size_B;
        for (unsigned i = 0; i < w; i++)
            pack(desc, from + (size_t)i * 4, to + (size_t)i * size_B);
    }
    return TRUE;
}

/* ---- Integers -------------------------------------------------------------------------------- */

/* Returns the value of a signed or unsigned integer channel. Callers clamp it to 32 bits;
 * write_integer() clamps values to the channel's range. */
static int64_t read_integer(const struct util_format_channel_description *c, const uint8_t *texel)
{
    uint64_t bits = read_bits(texel, c->shift, c->size);
    if (c->type == UTIL_FORMAT_TYPE_SIGNED && c->size && bits >> (c->size - 1u) & 1)
        return (int64_t)bits - ((int64_t)1 << c->size);
    return (int64_t)bits;
}

static int64_t clamp_integer(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static void write_integer(const struct util_format_channel_description *c, int64_t value,
                          uint8_t *texel)
{
    bool is_signed = c->type == UTIL_FORMAT_TYPE_SIGNED;
    int64_t most = ((int64_t)1 << (c->size - is_signed)) - 1;
    write_bits(texel, c->shift, c->size,
               (uint64_t)clamp_integer(value, is_signed ? -most - 1 : 0, most));
}

/* Converts rows of pure integer texels from or to four 32-bit integers for each texel. */
static boolean move_integers(enum pipe_format format, uint32_t *words, unsigned words_stride,
                             uint8_t *texels, unsigned stride, unsigned x, unsigned y, unsigned w,
                             unsigned h, bool is_signed, bool write)
{
    const struct util_format_description *desc = util_format_description(format);
    if (!gv_texel_is_plain(desc) || !util_format_is_pure_integer(format))
        return FALSE;
    for (unsigned i = 0; i < w * h; i++) {
        uint32_t *word = (uint32_t *)(void *)((uint8_t *)words + (size_t)(i / w) * words_stride) +
                         (size_t)(i % w) * 4;
        uint8_t *texel =
            texels + (size_t)(y + i / w) * stride + (size_t)(x + i % w) * (desc->block.bits / 8);
        for (unsigned c = 0; c < 4; c++) {
            unsigned from = desc->swizzle[c];
            if (write && from < 4)
                write_integer(&desc->channel[from], is_signed ? (int32_t)word[c] : (int64_t)word[c],
                              texel);
            else if (!write)
                word[c] = (uint32_t)clamp_integer(
                    from < 4 ? read_integer(&desc->channel[from], texel) : from == PIPE_SWIZZLE_ONE,
                    is_signed ? INT32_MIN : 0, is_signed ? INT32_MAX : UINT32_MAX);
        }
    }
    return TRUE;
}

boolean util_format_read_4i(enum pipe_format format, int *dst, unsigned dst_stride, const void *src,
                            unsigned src_stride, unsigned x, unsigned y, unsigned w, unsigned h)
{
    return move_integers(format, (uint32_t *)dst, dst_stride, (uint8_t *)(uintptr_t)src, src_stride,
                         x, y, w, h, true, false);
}

boolean util_format_read_4ui(enum pipe_format format, unsigned *dst, unsigned dst_stride,
                             const void *src, unsigned src_stride, unsigned x, unsigned y,
                             unsigned w, unsigned h)
{
    return move_integers(format, dst, dst_stride, (uint8_t *)(uintptr_t)src, src_stride, x, y, w, h,
                         false, false);
}

boolean util_format_write_4i(enum pipe_format format, const int *src, unsigned src_stride,
                             void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                             unsigned h)
{
    return move_integers(format, (uint32_t *)(uintptr_t)src, src_stride, dst, dst_stride, x, y, w,
                         h, true, true);
}

boolean util_format_write_4ui(enum pipe_format format, const unsigned *src, unsigned src_stride,
                              void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                              unsigned h)
{
    return move_integers(format, (uint32_t *)(uintptr_t)src, src_stride, dst, dst_stride, x, y, w,
                         h, false, true);
}

/* ---- Depth and stencil ----------------------------------------------------------------------- */

uint32_t gv_texel_depth(const struct util_format_description *desc, const uint8_t *texel)
{
    const struct util_format_channel_description *c = &desc->channel[desc->swizzle[0]];
    const uint64_t bits = read_bits(texel, c->shift, c->size), most = ((uint64_t)1 << c->size) - 1;
    if (c->type == UTIL_FORMAT_TYPE_UNSIGNED)
        return (uint32_t)((bits * UINT32_MAX + most / 2) / most);
    double z = read_float(bits, c->size);
    return z > 0.0 ? z < 1.0 ? (uint32_t)nearbyint(z * UINT32_MAX) : UINT32_MAX : 0;
}

void gv_texel_set_depth(const struct util_format_description *desc, uint32_t z, uint8_t *texel)
{
    const struct util_format_channel_description *c = &desc->channel[desc->swizzle[0]];
    const uint64_t most = ((uint64_t)1 << c->size) - 1;
    write_bits(texel, c->shift, c->size,
               c->type == UTIL_FORMAT_TYPE_UNSIGNED
                   ? (z * most + UINT32_MAX / 2) / UINT32_MAX
                   : write_float((float)(z / (double)UINT32_MAX), c->size));
}

uint8_t gv_texel_stencil(const struct util_format_description *desc, const uint8_t *texel)
{
    const struct util_format_channel_description *c = &desc->channel[desc->swizzle[1]];
    return (uint8_t)read_bits(texel, c->shift, c->size);
}

void gv_texel_set_stencil(const struct util_format_description *desc, uint8_t s, uint8_t *texel)
{
    const struct util_format_channel_description *c = &desc->channel[desc->swizzle[1]];
    write_bits(texel, c->shift, c->size, s);
}
