/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_texel.h"

#include <math.h>
#include <string.h>

double texel_from_srgb(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

double texel_to_srgb(double v)
{
    return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
}

double texel_small_float(uint32_t bits, unsigned mantissa_bits)
{
    double mantissa = (double)(bits & ((1u << mantissa_bits) - 1)) / (double)(1u << mantissa_bits);
    int exponent = (int)(bits >> mantissa_bits & 31);
    return exponent ? ldexp(1.0 + mantissa, exponent - 15) : ldexp(mantissa, -14);
}

bool texel_known(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    if (!desc)
        return false;
    switch (desc->layout) {
    case UTIL_FORMAT_LAYOUT_PLAIN:
    case UTIL_FORMAT_LAYOUT_S3TC:
    case UTIL_FORMAT_LAYOUT_RGTC:
    case UTIL_FORMAT_LAYOUT_BPTC:
    case UTIL_FORMAT_LAYOUT_ETC:
    case UTIL_FORMAT_LAYOUT_ASTC:
        return true;
    default:
        return format == PIPE_FORMAT_R11G11B10_FLOAT || format == PIPE_FORMAT_R9G9B9E5_FLOAT;
    }
}

static uint64_t channel_bits(const struct util_format_channel_description *ch, const uint8_t *block)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < ch->size; i++) {
        unsigned at = ch->shift + i;
        bits |= (uint64_t)(block[at / 8] >> (at % 8) & 1) << i;
    }
    return bits;
}

static double channel_float(const struct util_format_channel_description *ch, uint64_t bits)
{
    if (ch->size == 64) {
        double value;
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
    if (ch->size == 32) {
        float value;
        const uint32_t word = (uint32_t)bits;
        memcpy(&value, &word, sizeof(value));
        return (double)value;
    }
    double value = texel_small_float((uint32_t)bits & 0x7fff, 10);
    return bits & 0x8000 ? -value : value;
}

static double channel_value(const struct util_format_channel_description *ch, const uint8_t *block)
{
    uint64_t bits = channel_bits(ch, block);
    if (ch->type == UTIL_FORMAT_TYPE_FLOAT)
        return channel_float(ch, bits);
    double value = (double)bits;
    if (ch->type == UTIL_FORMAT_TYPE_SIGNED && bits >> (ch->size - 1))
        value -= ldexp(1.0, (int)ch->size);
    if (!ch->normalized)
        return value;
    value /= ldexp(1.0, (int)ch->size - (ch->type == UTIL_FORMAT_TYPE_SIGNED)) - 1.0;
    return value < -1.0 ? -1.0 : value;
}

static void decode_plain(const struct util_format_description *desc, const uint8_t *block,
                         double out_rgba[4])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = desc->swizzle[i];
        out_rgba[i] = s == PIPE_SWIZZLE_1 ? 1.0 : 0.0;
        if (s > PIPE_SWIZZLE_W)
            continue;
        out_rgba[i] = channel_value(&desc->channel[s], block);
        if (i < 3 && desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB)
            out_rgba[i] = texel_from_srgb(out_rgba[i]);
    }
}

static void decode_r11g11b10(const uint8_t *block, double out_rgba[4])
{
    uint32_t word;
    memcpy(&word, block, sizeof(word));
    out_rgba[0] = texel_small_float(word & 0x7ff, 6);
    out_rgba[1] = texel_small_float(word >> 11 & 0x7ff, 6);
    out_rgba[2] = texel_small_float(word >> 22, 5);
    out_rgba[3] = 1.0;
}

static void decode_r9g9b9e5(const uint8_t *block, double out_rgba[4])
{
    uint32_t word;
    memcpy(&word, block, sizeof(word));
    for (unsigned i = 0; i < 3; i++)
        out_rgba[i] = ldexp((double)(word >> (9 * i) & 511), (int)(word >> 27) - 15 - 9);
    out_rgba[3] = 1.0;
}

void texel_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                  double out_rgba[4])
{
    const struct util_format_description *desc = util_format_description(format);
    if (format == PIPE_FORMAT_R11G11B10_FLOAT)
        decode_r11g11b10(block, out_rgba);
    else if (format == PIPE_FORMAT_R9G9B9E5_FLOAT)
        decode_r9g9b9e5(block, out_rgba);
    else if (desc->layout == UTIL_FORMAT_LAYOUT_PLAIN)
        decode_plain(desc, block, out_rgba);
    else
        texel_decode_block(format, block, x, y, out_rgba);
}

/* Returns the error of a decoded sRGB value whose stored value has the error `stored_error`. */
static double decoded_error(double value, double stored_error)
{
    return texel_from_srgb(texel_to_srgb(value) + stored_error) - value;
}

/* Returns the allowed error of a texel before sRGB is decoded. Devices interpolate S3TC and RGTC
 * with few bits: Direct3D allows 0.03 of the distance between a block's two end values, plus one
 * step of 8 bits. */
static double compressed_error(const struct util_format_description *desc, enum pipe_format format)
{
    if (desc->layout != UTIL_FORMAT_LAYOUT_S3TC && desc->layout != UTIL_FORMAT_LAYOUT_RGTC)
        return 0.02;
    return util_format_is_snorm(format) ? 0.03 * 2.0 + 1.0 / 127.0 : 0.03 + 1.0 / 255.0;
}

double texel_tolerance(enum pipe_format format, unsigned component, double value)
{
    const struct util_format_description *desc = util_format_description(format);
    const bool is_srgb = desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB && component < 3;
    const double srgb_error = 0.6 / 255.0; /* the error that Direct3D and the Vulkan CTS allow */
    if (desc->layout == UTIL_FORMAT_LAYOUT_BPTC && util_format_is_float(format))
        return 1e-3 + fabs(value) * 2e-3;
    if (util_format_is_compressed(format)) {
        double error = compressed_error(desc, format);
        return is_srgb ? decoded_error(value, error + srgb_error) : error;
    }
    if (util_format_is_pure_integer(format))
        return 0.0;
    if (is_srgb)
        return decoded_error(value, srgb_error);
    /* This tolerance suits 8 bits: lavapipe filters channels of fewer bits as if they had 8. */
    int first = util_format_get_first_non_void_channel(format);
    if (first >= 0 && desc->channel[first].normalized && desc->channel[first].size < 8)
        return 0.003;
    return fabs(value) * 1e-6 + 1e-6;
}

static void tame_channel(const struct util_format_channel_description *ch, uint8_t *block)
{
    if (ch->type != UTIL_FORMAT_TYPE_FLOAT || ch->size < 16)
        return;
    /* Clears the topmost bit of the exponent, so that no value is infinite. */
    unsigned at = ch->shift + ch->size - 2;
    block[at / 8] &= (uint8_t) ~(1u << (at % 8));
    /* Sets the lowest four bits of the exponent, so that no value is too small for the device. */
    if (ch->size == 32) {
        at = ch->shift / 8 + 3;
        block[at] |= 0x3c;
    }
}

void texel_tame(enum pipe_format format, uint8_t *data, size_t size_B)
{
    const struct util_format_description *desc = util_format_description(format);
    size_t step = desc->block.bits / 8;
    for (size_t at = 0; at + step <= size_B; at += step) {
        uint8_t *block = data + at;
        if (util_format_is_compressed(format)) {
            texel_tame_block(format, block);
        } else if (format == PIPE_FORMAT_R11G11B10_FLOAT) {
            block[1] &= 0xfb; /* clears the top exponent bit of red, green and blue */
            block[2] &= 0xdf;
            block[3] &= 0x7f;
        } else if (util_format_has_depth(desc) && util_format_is_float(format)) {
            float depth = block[0] / 255.0f;
            memcpy(block, &depth, sizeof(depth));
        } else {
            for (unsigned i = 0; i < desc->nr_channels; i++)
                tame_channel(&desc->channel[i], block);
        }
    }
}
