/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory layout of each pipe_format: blocks, channels and swizzles, from one constant table.
 * Every function may be called on any thread, and accepts any number as a format. A number that is
 * not a format has a NULL description, which every function accepts, too. */
#ifndef PIPE_P_FORMAT_DESCRIPTION_H
#define PIPE_P_FORMAT_DESCRIPTION_H

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the bits of a block are organised. */
enum util_format_layout {
    UTIL_FORMAT_LAYOUT_PLAIN = 0,  /* one texel with consecutive channels */
    UTIL_FORMAT_LAYOUT_SUBSAMPLED, /* two texels that share channels */
    UTIL_FORMAT_LAYOUT_S3TC,
    UTIL_FORMAT_LAYOUT_RGTC, /* RGTC and LATC */
    UTIL_FORMAT_LAYOUT_ETC,  /* ETC1, ETC2, EAC */
    UTIL_FORMAT_LAYOUT_BPTC,
    UTIL_FORMAT_LAYOUT_ASTC,
    UTIL_FORMAT_LAYOUT_ATC,
    UTIL_FORMAT_LAYOUT_FXT1,
    UTIL_FORMAT_LAYOUT_PLANAR2, /* planes are separate resources; block.bits is 0 */
    UTIL_FORMAT_LAYOUT_PLANAR3,
    UTIL_FORMAT_LAYOUT_OTHER, /* shared exponent, 11-bit floats and the like */
};

enum util_format_type {
    UTIL_FORMAT_TYPE_VOID = 0, /* padding, or bits of a compressed block */
    UTIL_FORMAT_TYPE_UNSIGNED,
    UTIL_FORMAT_TYPE_SIGNED,
    UTIL_FORMAT_TYPE_FIXED, /* signed; half of the bits are fractional */
    UTIL_FORMAT_TYPE_FLOAT,
};

enum util_format_colorspace {
    UTIL_FORMAT_COLORSPACE_RGB = 0,
    UTIL_FORMAT_COLORSPACE_SRGB, /* alpha is linear */
    UTIL_FORMAT_COLORSPACE_YUV,
    UTIL_FORMAT_COLORSPACE_ZS, /* swizzle[0] selects the channel of depth, swizzle[1] the channel of
                                  stencil */
};

struct util_format_block {
    unsigned width; /* number of texels, at least 1 */
    unsigned height;
    unsigned depth;
    unsigned bits; /* bits of a block; 0: the format has no single block, see
                      UTIL_FORMAT_LAYOUT_PLANAR2 */
};

/* A channel. `normalized` and `pure_integer` complete its `type`: UNORM and SNORM are normalized,
 * UINT and SINT are pure_integer, USCALED and SSCALED are neither. */
struct util_format_channel_description {
    unsigned type : 5; /* enum util_format_type */
    unsigned normalized : 1;
    unsigned pure_integer : 1;
    unsigned size : 9;   /* number of bits */
    unsigned shift : 16; /* number of bits between the least significant bit, or lowest address, of
                            the block and the channel */
};

struct util_format_description {
    enum pipe_format format;
    const char *name;       /* "PIPE_FORMAT_R8G8B8A8_UNORM" */
    const char *short_name; /* "R8G8B8A8_UNORM" */
    struct util_format_block block;
    enum util_format_layout layout;
    enum util_format_colorspace colorspace;

    unsigned nr_channels : 3; /* number of channels, including padding; 0 for compressed and planar
                                 layouts */
    unsigned is_array : 1;    /* all channels have one type and one size in whole bytes */
    unsigned is_bitmask : 1;  /* one word of 8, 16 or 32 bits, without float and fixed point
                                 channels */
    unsigned is_mixed : 1;    /* channels have different types, not counting padding */

    /* Channels in memory order. If nr_channels is 0, channel[0] has size 0 and the type of the
     * decoded components. */
    struct util_format_channel_description channel[4];

    /* The channels from which red, green, blue and alpha are read: PIPE_SWIZZLE_X is channel[0].
     * For depth and stencil see UTIL_FORMAT_COLORSPACE_ZS; PIPE_SWIZZLE_NONE: the aspect is absent.
     * In compressed layouts X to W are the decoded components. */
    unsigned char swizzle[4]; /* enum pipe_swizzle */
};

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Returns the description of a format. NULL if `format` is not a format. */
const struct util_format_description *util_format_description(enum pipe_format format);

/* Returns the name of a format. "PIPE_FORMAT_???" if `format` is not a format. */
const char *util_format_name(enum pipe_format format);

/* Returns the name of a format without "PIPE_FORMAT_". */
const char *util_format_short_name(enum pipe_format format);

/* Returns the format with the given name or short name. PIPE_FORMAT_NONE if there is no such
 * format. */
enum pipe_format util_format_from_name(const char *name);

/* Returns the sRGB form of a format, or PIPE_FORMAT_NONE if the format has no sRGB form. An sRGB
 * format is returned unchanged. */
enum pipe_format util_format_srgb(enum pipe_format format);

/* Returns the linear form of a format. A linear format is returned unchanged. */
enum pipe_format util_format_linear(enum pipe_format format);

/* Returns the format with which a view reads only the stencil: S8X24_UINT, X24S8_UINT,
 * X32_S8X24_UINT or S8_UINT. PIPE_FORMAT_NONE if the format has no stencil. */
enum pipe_format util_format_stencil_only(enum pipe_format format);

/* Returns the format of the depth alone, packed as in maps with PIPE_TRANSFER_DEPTH_ONLY. Returns
 * PIPE_FORMAT_NONE if the format has no depth. */
enum pipe_format util_format_get_depth_only(enum pipe_format format);

/* Returns the index of the first channel that is not padding. -1 if there is no such channel
 * (compressed, planar). */
int util_format_get_first_non_void_channel(enum pipe_format format);

/* Return whether a format has a property. All functions return FALSE for numbers that are not a
 * format. */
boolean util_format_has_depth(const struct util_format_description *desc);
boolean util_format_has_stencil(const struct util_format_description *desc);
boolean util_format_has_alpha(enum pipe_format format);
boolean util_format_is_depth_or_stencil(enum pipe_format format);
boolean util_format_is_depth_and_stencil(enum pipe_format format);
boolean util_format_is_compressed(enum pipe_format format);
boolean util_format_is_srgb(enum pipe_format format);
boolean util_format_is_yuv(enum pipe_format format);
boolean util_format_is_float(enum pipe_format format);     /* any channel; includes BPTC floats */
boolean util_format_is_unorm(enum pipe_format format);     /* the first channel; includes compressed
                                                              formats */
boolean util_format_is_snorm(enum pipe_format format);     /* the first channel */
boolean util_format_is_scaled(enum pipe_format format);    /* USCALED or SSCALED */
boolean util_format_is_luminance(enum pipe_format format); /* reads (l, l, l, 1) */
boolean util_format_is_alpha(enum pipe_format format);     /* reads (0, 0, 0, a) */
boolean util_format_is_intensity(enum pipe_format format); /* reads (i, i, i, i) */
boolean util_format_is_luminance_alpha(enum pipe_format format);

/* Whether a format is an integer colour, or has only stencil. */
boolean util_format_is_pure_integer(enum pipe_format format);
boolean util_format_is_pure_uint(enum pipe_format format);
boolean util_format_is_pure_sint(enum pipe_format format);

/* Returns the number of stored components: 3 for R8G8B8X8, 1 for L8, 2 for Z24_UNORM_S8_UINT. */
unsigned util_format_get_nr_components(enum pipe_format format);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* ---- Blocks ----------------------------------------------------------------------------------
 * Numbers that are not a format count as one texel of 0 bytes. */

static inline unsigned util_format_get_blocksizebits(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc ? desc->block.bits : 0;
}

/* Returns the size of a block in bytes; 0 for planar formats. */
static inline unsigned util_format_get_blocksize(enum pipe_format format)
{
    return util_format_get_blocksizebits(format) / 8;
}

static inline unsigned util_format_get_blockwidth(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc ? desc->block.width : 1;
}

static inline unsigned util_format_get_blockheight(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc ? desc->block.height : 1;
}

static inline unsigned util_format_get_blockdepth(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc ? desc->block.depth : 1;
}

/* Returns the number of blocks for x texels that start at a block's edge. */
static inline unsigned util_format_get_nblocksx(enum pipe_format format, unsigned x)
{
    unsigned width = util_format_get_blockwidth(format);

    return x / width + (x % width != 0);
}

static inline unsigned util_format_get_nblocksy(enum pipe_format format, unsigned y)
{
    unsigned height = util_format_get_blockheight(format);

    return y / height + (y % height != 0);
}

static inline unsigned util_format_get_nblocksz(enum pipe_format format, unsigned z)
{
    unsigned depth = util_format_get_blockdepth(format);

    return z / depth + (z % depth != 0);
}

static inline uint64_t util_format_get_nblocks(enum pipe_format format, unsigned width,
                                               unsigned height)
{
    return (uint64_t)util_format_get_nblocksx(format, width) *
           util_format_get_nblocksy(format, height);
}

/* Returns the size in bytes of a tightly packed row of width texels. The result does not overflow
 * for a width below 2^27. */
static inline unsigned util_format_get_stride(enum pipe_format format, unsigned width)
{
    return util_format_get_nblocksx(format, width) * util_format_get_blocksize(format);
}

/* Returns the size in bytes of an image of `height` texels whose rows of blocks are `stride` bytes
 * apart. */
static inline uint64_t util_format_get_2d_size(enum pipe_format format, unsigned stride,
                                               unsigned height)
{
    return (uint64_t)util_format_get_nblocksy(format, height) * stride;
}

/* ---- Layouts and components ------------------------------------------------------------------ */

/* Whether a block of the format is one texel, whose channels are bit fields. */
static inline boolean util_format_is_plain(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->layout == UTIL_FORMAT_LAYOUT_PLAIN;
}

static inline boolean util_format_is_s3tc(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);

    return desc && desc->layout == UTIL_FORMAT_LAYOUT_S3TC;
}

/* Returns the number of bits in which a component is stored. Components 0 to 3 of a colour are red,
 * green, blue and alpha; components 0 and 1 of a depth/stencil format are depth and stencil.
 * Returns 0 if the component is absent, or if `colorspace` is not the format's colour space (sRGB
 * counts as RGB). */
static inline unsigned util_format_get_component_bits(enum pipe_format format,
                                                      enum util_format_colorspace colorspace,
                                                      unsigned component)
{
    const struct util_format_description *desc = util_format_description(format);
    enum util_format_colorspace have;

    if (!desc || component > 3) {
        return 0;
    }
    have = desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB ? UTIL_FORMAT_COLORSPACE_RGB
                                                           : desc->colorspace;
    if (colorspace == UTIL_FORMAT_COLORSPACE_SRGB) {
        colorspace = UTIL_FORMAT_COLORSPACE_RGB;
    }
    return have == colorspace && desc->swizzle[component] < 4
               ? desc->channel[desc->swizzle[component]].size
               : 0;
}

/* util_format_colormask() returns the PIPE_MASK_RGBA bits of the components that a colour format
 * has. util_format_colormask_full() returns whether colormask has all of these bits. */
static inline unsigned util_format_colormask(const struct util_format_description *desc)
{
    unsigned mask = 0, i;

    for (i = 0; i < 4 && desc && desc->colorspace != UTIL_FORMAT_COLORSPACE_ZS; i++) {
        if (desc->swizzle[i] < 4) {
            mask |= 1u << i;
        }
    }
    return mask;
}

static inline boolean util_format_colormask_full(const struct util_format_description *desc,
                                                 unsigned colormask)
{
    return (util_format_colormask(desc) & ~colormask) == 0;
}

/* Returns PIPE_MASK_*: the channels and aspects that a blit of this format may write. */
static inline unsigned util_format_get_mask(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    unsigned mask = 0;

    if (!desc) {
        return 0;
    }
    if (util_format_has_depth(desc)) {
        mask |= PIPE_MASK_Z;
    }
    if (util_format_has_stencil(desc)) {
        mask |= PIPE_MASK_S;
    }
    return mask ? mask : (unsigned)PIPE_MASK_RGBA;
}

#ifdef __cplusplus
}
#endif
#endif
