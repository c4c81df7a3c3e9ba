/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions that answer questions about formats from the format table. */
#include "pipe/p_format_description.h"

#include <string.h>

#include "util/format_table.h"

#define NAME_PREFIX "PIPE_FORMAT_"

struct format_pair {
    enum pipe_format linear;
    enum pipe_format srgb;
};

#define PAIR(linear, srgb)                                                                         \
    {                                                                                              \
        PIPE_FORMAT_##linear, PIPE_FORMAT_##srgb                                                   \
    }
#define SIBLINGS(name)      PAIR(name##_UNORM, name##_SRGB)
#define ASTC_SIBLINGS(size) PAIR(ASTC_##size, ASTC_##size##_SRGB)

/* Pairs of formats that differ only in the encoding of colour. */
static const struct format_pair srgb_pairs[] = {
    SIBLINGS(R8G8B8A8),
    SIBLINGS(B8G8R8A8),
    SIBLINGS(R8G8B8X8),
    SIBLINGS(B8G8R8X8),
    SIBLINGS(A8R8G8B8),
    SIBLINGS(X8R8G8B8),
    SIBLINGS(A8B8G8R8),
    SIBLINGS(X8B8G8R8),
    SIBLINGS(R8G8B8),
    SIBLINGS(B8G8R8),
    SIBLINGS(R8),
    SIBLINGS(R8G8),
    SIBLINGS(L8),
    SIBLINGS(L8A8),
    SIBLINGS(A8L8),
    SIBLINGS(B5G6R5),
    SIBLINGS(R5G6B5),
    PAIR(DXT1_RGB, DXT1_SRGB),
    PAIR(DXT1_RGBA, DXT1_SRGBA),
    PAIR(DXT3_RGBA, DXT3_SRGBA),
    PAIR(DXT5_RGBA, DXT5_SRGBA),
    PAIR(BPTC_RGBA_UNORM, BPTC_SRGBA),
    PAIR(ETC2_RGB8, ETC2_SRGB8),
    PAIR(ETC2_RGB8A1, ETC2_SRGB8A1),
    PAIR(ETC2_RGBA8, ETC2_SRGBA8),
    ASTC_SIBLINGS(4x4),
    ASTC_SIBLINGS(5x4),
    ASTC_SIBLINGS(5x5),
    ASTC_SIBLINGS(6x5),
    ASTC_SIBLINGS(6x6),
    ASTC_SIBLINGS(8x5),
    ASTC_SIBLINGS(8x6),
    ASTC_SIBLINGS(8x8),
    ASTC_SIBLINGS(10x5),
    ASTC_SIBLINGS(10x6),
    ASTC_SIBLINGS(10x8),
    ASTC_SIBLINGS(10x10),
    ASTC_SIBLINGS(12x10),
    ASTC_SIBLINGS(12x12),
    ASTC_SIBLINGS(3x3x3),
    ASTC_SIBLINGS(4x3x3),
    ASTC_SIBLINGS(4x4x3),
    ASTC_SIBLINGS(4x4x4),
    ASTC_SIBLINGS(5x4x4),
    ASTC_SIBLINGS(5x5x4),
    ASTC_SIBLINGS(5x5x5),
    ASTC_SIBLINGS(6x5x5),
    ASTC_SIBLINGS(6x6x5),
    ASTC_SIBLINGS(6x6x6),
};

enum {
    NUM_PAIRS = sizeof(srgb_pairs) / sizeof(srgb_pairs[0])
};

const struct util_format_description *util_format_description(enum pipe_format format)
{
    if ((unsigned)format >= PIPE_FORMAT_COUNT || !gv_format_table[format].name)
        return NULL;
    return &gv_format_table[format];
}

const char *util_format_name(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc ? desc->name : NAME_PREFIX "???";
}

const char *util_format_short_name(enum pipe_format format)
{
    return util_format_name(format) + strlen(NAME_PREFIX);
}

enum pipe_format util_format_from_name(const char *name)
{
    if (strncmp(name, NAME_PREFIX, strlen(NAME_PREFIX)) == 0)
        name += strlen(NAME_PREFIX);
    for (unsigned i = 0; i < PIPE_FORMAT_COUNT; i++) {
        if (gv_format_table[i].name && strcmp(gv_format_table[i].short_name, name) == 0)
            return (enum pipe_format)i;
    }
    return PIPE_FORMAT_NONE;
}

enum pipe_format util_format_srgb(enum pipe_format format)
{
    if (util_format_is_srgb(format))
        return format;
    for (unsigned i = 0; i < NUM_PAIRS; i++) {
        if (srgb_pairs[i].linear == format)
            return srgb_pairs[i].srgb;
    }
    return PIPE_FORMAT_NONE;
}

enum pipe_format util_format_linear(enum pipe_format format)
{
    for (unsigned i = 0; i < NUM_PAIRS; i++) {
        if (srgb_pairs[i].srgb == format)
            return srgb_pairs[i].linear;
    }
    return format;
}

enum pipe_format util_format_stencil_only(enum pipe_format format)
{
    switch (format) {
    case PIPE_FORMAT_S8_UINT:
    case PIPE_FORMAT_Z16_UNORM_S8_UINT:
        return PIPE_FORMAT_S8_UINT;
    case PIPE_FORMAT_Z24_UNORM_S8_UINT:
    case PIPE_FORMAT_X24S8_UINT:
        return PIPE_FORMAT_X24S8_UINT;
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
    case PIPE_FORMAT_S8X24_UINT:
        return PIPE_FORMAT_S8X24_UINT;
    case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
    case PIPE_FORMAT_X32_S8X24_UINT:
        return PIPE_FORMAT_X32_S8X24_UINT;
    default:
        return PIPE_FORMAT_NONE;
    }
}

enum pipe_format util_format_get_depth_only(enum pipe_format format)
{
    switch (format) {
    case PIPE_FORMAT_Z16_UNORM:
    case PIPE_FORMAT_Z16_UNORM_S8_UINT:
        return PIPE_FORMAT_Z16_UNORM;
    case PIPE_FORMAT_Z24_UNORM_S8_UINT:
    case PIPE_FORMAT_Z24X8_UNORM:
        return PIPE_FORMAT_Z24X8_UNORM;
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
    case PIPE_FORMAT_X8Z24_UNORM:
        return PIPE_FORMAT_X8Z24_UNORM;
    case PIPE_FORMAT_Z32_UNORM:
        return PIPE_FORMAT_Z32_UNORM;
    case PIPE_FORMAT_Z32_FLOAT:
    case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
        return PIPE_FORMAT_Z32_FLOAT;
    default:
        return PIPE_FORMAT_NONE;
    }
}

int util_format_get_first_non_void_channel(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    for (unsigned i = 0; desc && i < desc->nr_channels; i++) {
        if (desc->channel[i].type != UTIL_FORMAT_TYPE_VOID)
            return (int)i;
    }
    return -1;
}

/* Returns the first channel that is not void. For a block format, returns a channel with the type
 * to which blocks decode. NULL for PIPE_FORMAT_NONE and invalid formats. */
static const struct util_format_channel_description *leading_channel(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    int idx = util_format_get_first_non_void_channel(format);

    if (!desc || format == PIPE_FORMAT_NONE)
        return NULL;
    return &desc->channel[idx < 0 ? 0 : idx];
}

boolean util_format_has_depth(const struct util_format_description *desc)
{
    return desc && desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS &&
           desc->swizzle[0] != PIPE_SWIZZLE_NONE;
}

boolean util_format_has_stencil(const struct util_format_description *desc)
{
    return desc && desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS &&
           desc->swizzle[1] != PIPE_SWIZZLE_NONE;
}

static boolean has_colorspace(enum pipe_format format, enum util_format_colorspace colorspace)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->colorspace == colorspace;
}

boolean util_format_has_alpha(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->colorspace != UTIL_FORMAT_COLORSPACE_ZS &&
           desc->swizzle[3] != PIPE_SWIZZLE_1;
}

boolean util_format_is_depth_or_stencil(enum pipe_format format)
{
    return has_colorspace(format, UTIL_FORMAT_COLORSPACE_ZS);
}

boolean util_format_is_depth_and_stencil(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return util_format_has_depth(desc) && util_format_has_stencil(desc);
}

boolean util_format_is_compressed(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->layout >= UTIL_FORMAT_LAYOUT_S3TC &&
           desc->layout <= UTIL_FORMAT_LAYOUT_FXT1;
}

boolean util_format_is_srgb(enum pipe_format format)
{
    return has_colorspace(format, UTIL_FORMAT_COLORSPACE_SRGB);
}

boolean util_format_is_yuv(enum pipe_format format)
{
    return has_colorspace(format, UTIL_FORMAT_COLORSPACE_YUV);
}

boolean util_format_is_float(enum pipe_format format)
{
    const struct util_format_channel_description *channel = leading_channel(format);

    return channel && channel->type == UTIL_FORMAT_TYPE_FLOAT;
}

boolean util_format_is_unorm(enum pipe_format format)
{
    const struct util_format_channel_description *channel = leading_channel(format);

    return channel && channel->type == UTIL_FORMAT_TYPE_UNSIGNED && channel->normalized;
}

boolean util_format_is_snorm(enum pipe_format format)
{
    const struct util_format_channel_description *channel = leading_channel(format);

    return channel && channel->type == UTIL_FORMAT_TYPE_SIGNED && channel->normalized;
}

boolean util_format_is_scaled(enum pipe_format format)
{
    const struct util_format_channel_description *channel = leading_channel(format);

    return channel && !channel->normalized && !channel->pure_integer &&
           (channel->type == UTIL_FORMAT_TYPE_UNSIGNED || channel->type == UTIL_FORMAT_TYPE_SIGNED);
}

/* Whether the format's red, green, blue and alpha come from the channels r, g, b and a. */
static boolean reads_as(enum pipe_format format, enum pipe_swizzle r, enum pipe_swizzle g,
                        enum pipe_swizzle b, enum pipe_swizzle a)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->colorspace <= UTIL_FORMAT_COLORSPACE_SRGB && desc->swizzle[0] == r &&
           desc->swizzle[1] == g && desc->swizzle[2] == b && desc->swizzle[3] == a;
}

boolean util_format_is_luminance(enum pipe_format format)
{
    return reads_as(format, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_1);
}

boolean util_format_is_alpha(enum pipe_format format)
{
    return reads_as(format, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_X);
}

boolean util_format_is_intensity(enum pipe_format format)
{
    return reads_as(format, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X);
}

boolean util_format_is_luminance_alpha(enum pipe_format format)
{
    return reads_as(format, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y) ||
           reads_as(format, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_X);
}

/* Whether the format has pure integers of one of these types. For a format with depth: false, even
 * if it also has stencil. */
static boolean is_pure(enum pipe_format format, unsigned types_mask)
{
    const struct util_format_description *desc = util_format_description(format);
    const struct util_format_channel_description *channel = leading_channel(format);

    return channel && channel->pure_integer && (types_mask & 1u << channel->type) &&
           !util_format_has_depth(desc);
}

boolean util_format_is_pure_integer(enum pipe_format format)
{
    return is_pure(format, 1u << UTIL_FORMAT_TYPE_UNSIGNED | 1u << UTIL_FORMAT_TYPE_SIGNED);
}

boolean util_format_is_pure_uint(enum pipe_format format)
{
    return is_pure(format, 1u << UTIL_FORMAT_TYPE_UNSIGNED);
}

boolean util_format_is_pure_sint(enum pipe_format format)
{
    return is_pure(format, 1u << UTIL_FORMAT_TYPE_SIGNED);
}

unsigned util_format_get_nr_components(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    unsigned seen = 0;

    for (unsigned i = 0; desc && i < 4; i++) {
        if (desc->swizzle[i] <= PIPE_SWIZZLE_W)
            seen |= 1u << desc->swizzle[i];
    }
    return (unsigned)__builtin_popcount(seen);
}
