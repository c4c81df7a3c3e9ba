/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts a colour, or depth and stencil, to a single texel. */
#ifndef UTIL_U_PACK_COLOR_H
#define UTIL_U_PACK_COLOR_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "util/u_format.h"
#include "util/u_math.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A texel of up to 32 bytes. */
union util_color {
    ubyte ub;
    ushort us;
    uint ui[4];
    ushort h[4]; /* 16-bit floats */
    float f[4];
    double d[4];
};

/* Packs a colour to a texel, which is zero if util_format_write_4f() does not support the
 * format. */
static inline void util_pack_color(const float rgba[4], enum pipe_format format,
                                   union util_color *uc)
{
    memset(uc, 0, sizeof(*uc));
    util_format_write_4f(format, rgba, 0, uc, 0, 0, 0, 1, 1);
}

/* Packs a colour that is given as bytes. */
static inline void util_pack_color_ub(ubyte r, ubyte g, ubyte b, ubyte a, enum pipe_format format,
                                      union util_color *uc)
{
    float rgba[4];

    rgba[0] = (float)r / 255.0f;
    rgba[1] = (float)g / 255.0f;
    rgba[2] = (float)b / 255.0f;
    rgba[3] = (float)a / 255.0f;
    util_pack_color(rgba, format, uc);
}

/* Unpacks a texel to bytes; transparent black if the format is not supported. */
static inline void util_unpack_color_ub(enum pipe_format format, union util_color *uc, ubyte *r,
                                        ubyte *g, ubyte *b, ubyte *a)
{
    uint8_t rgba[4] = {0, 0, 0, 0};

    util_format_read_4ub(format, rgba, 0, uc, 0, 0, 0, 1, 1);
    *r = rgba[0];
    *g = rgba[1];
    *b = rgba[2];
    *a = rgba[3];
}

/* Pack four bytes, or a colour, to a dword, with the first byte in the lowest bits. */
static inline uint32_t pack_ub4(ubyte b0, ubyte b1, ubyte b2, ubyte b3)
{
    return b0 | (uint32_t)b1 << 8 | (uint32_t)b2 << 16 | (uint32_t)b3 << 24;
}

static inline uint32_t pack_ui32_float4(float a, float b, float c, float d)
{
    return pack_ub4(float_to_ubyte(a), float_to_ubyte(b), float_to_ubyte(c), float_to_ubyte(d));
}

/* ---- Depth and stencil -----------------------------------------------------------------------
 * Texels of 32 and 64 bits. An aspect that the format lacks is left out. */

/* util_pack64_mask_z() returns the bits of `z` that fit into the depth channel, at the channel's
 * position. util_pack64_mask_z_stencil() adds `s` at the position of stencil. */
static inline uint64_t util_pack64_mask_z(enum pipe_format format, uint32_t z)
{
    const struct util_format_description *desc = util_format_description(format);
    const struct util_format_channel_description *c;

    if (!util_format_has_depth(desc)) {
        return 0;
    }
    c = &desc->channel[desc->swizzle[0]];
    return (uint64_t)(c->size < 32 ? z & ((1u << c->size) - 1u) : z) << c->shift;
}

static inline uint64_t util_pack64_mask_z_stencil(enum pipe_format format, uint32_t z, uint8_t s)
{
    const struct util_format_description *desc = util_format_description(format);
    uint64_t packed = util_pack64_mask_z(format, z);

    return util_format_has_stencil(desc)
               ? packed | (uint64_t)s << desc->channel[desc->swizzle[1]].shift
               : packed;
}

static inline uint32_t util_pack_mask_z(enum pipe_format format, uint32_t z)
{
    return (uint32_t)util_pack64_mask_z(format, z);
}

static inline uint32_t util_pack_mask_z_stencil(enum pipe_format format, uint32_t z, uint8_t s)
{
    return (uint32_t)util_pack64_mask_z_stencil(format, z, s);
}

/* Returns the stored bits of a depth from 0 to 1. */
static inline uint32_t util_depth_bits(enum pipe_format format, double z)
{
    const struct util_format_description *desc = util_format_description(format);
    double most;

    if (!util_format_has_depth(desc)) {
        return 0;
    }
    if (util_get_depth_format_type(desc) == UTIL_FORMAT_TYPE_FLOAT) {
        return fui((float)z);
    }
    most = (double)(((uint64_t)1 << desc->channel[desc->swizzle[0]].size) - 1u);
    return (uint32_t)(CLAMP(z, 0.0, 1.0) * most + 0.5);
}

/* Return a texel with this depth, or with this depth and this stencil. */
static inline uint64_t util_pack64_z(enum pipe_format format, double z)
{
    return util_pack64_mask_z(format, util_depth_bits(format, z));
}

static inline uint64_t util_pack64_z_stencil(enum pipe_format format, double z, uint8_t s)
{
    return util_pack64_mask_z_stencil(format, util_depth_bits(format, z), s);
}

static inline uint32_t util_pack_z(enum pipe_format format, double z)
{
    return (uint32_t)util_pack64_z(format, z);
}

static inline uint32_t util_pack_z_stencil(enum pipe_format format, double z, uint8_t s)
{
    return (uint32_t)util_pack64_z_stencil(format, z, s);
}

#ifdef __cplusplus
}
#endif
#endif
