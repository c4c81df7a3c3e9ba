/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries of formats, and swizzles, for programs. The driver does not call these functions. */
#include "util/u_format.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "pipe/p_state.h"

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* Whether every channel except padding has this type, is normalized, and has at most this number of
 * bits. */
static bool has_only(const struct util_format_description *desc, enum util_format_type type,
                     unsigned max_bits)
{
    if (!desc || desc->layout != UTIL_FORMAT_LAYOUT_PLAIN)
        return false;
    for (unsigned i = 0; i < desc->nr_channels; i++) {
        const struct util_format_channel_description *c = &desc->channel[i];
        if (c->type != UTIL_FORMAT_TYPE_VOID &&
            (c->type != (unsigned)type || !c->normalized || c->size > max_bits))
            return false;
    }
    return util_format_get_first_non_void_channel(desc->format) >= 0;
}

boolean util_format_is_subsampled_422(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    return desc && desc->layout == UTIL_FORMAT_LAYOUT_SUBSAMPLED && desc->block.width == 2 &&
           desc->block.height == 1 && desc->block.bits == 32;
}

boolean util_format_is_snorm8(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    return has_only(desc, UTIL_FORMAT_TYPE_SIGNED, 8) && desc->is_array &&
           desc->channel[0].size == 8;
}

boolean util_format_is_rgba8_variant(const struct util_format_description *desc)
{
    return has_only(desc, UTIL_FORMAT_TYPE_UNSIGNED, 8) && desc->nr_channels == 4 &&
           desc->block.bits == 32 && desc->channel[0].size == 8 && desc->channel[1].size == 8 &&
           desc->channel[2].size == 8;
}

boolean util_format_fits_8unorm(const struct util_format_description *desc)
{
    if (!desc || desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB ||
        desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS)
        return FALSE;
    switch (desc->layout) {
    case UTIL_FORMAT_LAYOUT_S3TC:
    case UTIL_FORMAT_LAYOUT_RGTC:
    case UTIL_FORMAT_LAYOUT_BPTC:
        return util_format_is_unorm(desc->format);
    default:
        return has_only(desc, UTIL_FORMAT_TYPE_UNSIGNED, 8);
    }
}

boolean util_is_format_compatible(const struct util_format_description *src,
                                  const struct util_format_description *dst)
{
    if (!src || !dst)
        return FALSE;
    if (src->format == dst->format)
        return TRUE;
    if (src->layout != UTIL_FORMAT_LAYOUT_PLAIN || dst->layout != UTIL_FORMAT_LAYOUT_PLAIN ||
        src->block.bits != dst->block.bits || src->nr_channels != dst->nr_channels ||
        src->colorspace != dst->colorspace)
        return FALSE;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned from = dst->swizzle[i];
        if (src->channel[i].size != dst->channel[i].size)
            return FALSE;
        if (from < 4 &&
            (src->swizzle[i] != from || src->channel[from].type != dst->channel[from].type ||
             src->channel[from].normalized != dst->channel[from].normalized ||
             src->channel[from].pure_integer != dst->channel[from].pure_integer))
            return FALSE;
    }
    return TRUE;
}

boolean util_format_is_supported(enum pipe_format format, unsigned bind)
{
    (void)bind;
    return util_format_description(format) != NULL;
}

/* ---- Siblings -------------------------------------------------------------------------------- */

/* Returns the format that differs from `format` only in its swizzle; PIPE_FORMAT_NONE if no format
 * does. */
static enum pipe_format with_swizzle(enum pipe_format format, const unsigned char swizzle[4])
{
    const struct util_format_description *desc = util_format_description(format);
    for (unsigned i = PIPE_FORMAT_NONE + 1; i < PIPE_FORMAT_COUNT; i++) {
        const struct util_format_description *other = util_format_description((enum pipe_format)i);
        if (other && other->layout == desc->layout && other->colorspace == desc->colorspace &&
            other->block.bits == desc->block.bits && other->nr_channels == desc->nr_channels &&
            memcmp(other->channel, desc->channel, sizeof(desc->channel)) == 0 &&
            memcmp(other->swizzle, swizzle, 4) == 0)
            return other->format;
    }
    return PIPE_FORMAT_NONE;
}

enum pipe_format util_format_luminance_to_red(enum pipe_format format)
{
    static const unsigned char red[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0,
                                         PIPE_SWIZZLE_1};
    const struct util_format_description *desc = util_format_description(format);
    if (util_format_is_luminance(format))
        return with_swizzle(format, red);
    if (!util_format_is_luminance_alpha(format))
        return format;
    const unsigned char red_alpha[4] = {desc->swizzle[0], PIPE_SWIZZLE_0, PIPE_SWIZZLE_0,
                                        desc->swizzle[3]};
    return with_swizzle(format, red_alpha);
}

enum pipe_format util_format_intensity_to_red(enum pipe_format format)
{
    static const unsigned char red[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0,
                                         PIPE_SWIZZLE_1};
    return util_format_is_intensity(format) ? with_swizzle(format, red) : format;
}

/* ---- Depth ----------------------------------------------------------------------------------- */

enum util_format_type util_get_depth_format_type(const struct util_format_description *desc)
{
    return util_format_has_depth(desc) ? (enum util_format_type)desc->channel[desc->swizzle[0]].type
                                       : UTIL_FORMAT_TYPE_UNSIGNED;
}

double util_get_depth_format_mrd(const struct util_format_description *desc)
{
    const bool unorm = util_format_has_depth(desc) &&
                       util_get_depth_format_type(desc) == UTIL_FORMAT_TYPE_UNSIGNED;
    return 1.0 / (ldexp(1.0, unorm ? (int)desc->channel[desc->swizzle[0]].size : 24) - 1.0);
}

/* ---- Swizzles -------------------------------------------------------------------------------- */

void util_format_compose_swizzles(const unsigned char swz1[4], const unsigned char swz2[4],
                                  unsigned char dst[4])
{
    for (unsigned i = 0; i < 4; i++)
        dst[i] = swz2[i] <= PIPE_SWIZZLE_W ? swz1[swz2[i]] : swz2[i];
}

void util_format_apply_color_swizzle(union pipe_color_union *dst, const union pipe_color_union *src,
                                     const unsigned char swz[4], boolean is_integer)
{
    const union pipe_color_union one =
        is_integer ? (union pipe_color_union){.ui = {1}} : (union pipe_color_union){.f = {1.0f}};
    for (unsigned i = 0; i < 4; i++) {
        if (swz[i] <= PIPE_SWIZZLE_W)
            dst->ui[i] = src->ui[swz[i]];
        else
            dst->ui[i] = swz[i] == PIPE_SWIZZLE_1 ? one.ui[0] : 0;
    }
}

void util_format_swizzle_4f(float *dst, const float *src, const unsigned char swz[4])
{
    for (unsigned i = 0; i < 4; i++) {
        if (swz[i] <= PIPE_SWIZZLE_W)
            dst[i] = src[swz[i]];
        else
            dst[i] = swz[i] == PIPE_SWIZZLE_1 ? 1.0f : 0.0f;
    }
}

void util_format_unswizzle_4f(float *dst, const float *src, const unsigned char swz[4])
{
    for (unsigned i = 0; i < 4; i++) {
        if (swz[i] <= PIPE_SWIZZLE_W)
            dst[swz[i]] = src[i];
    }
}
