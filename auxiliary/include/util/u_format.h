/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads and writes single texels of a format, and answers questions about formats beyond the
 * description of pipe/p_format_description.h. All functions are safe from any thread, and accept
 * numbers that are not a format, and NULL as their description. */
#ifndef UTIL_U_FORMAT_H
#define UTIL_U_FORMAT_H

#include "pipe/p_format_description.h"

#ifdef __cplusplus
extern "C" {
#endif

union pipe_color_union; /* pipe/p_state.h */

/* The names of 2015 for enum pipe_swizzle. */
enum util_format_swizzle {
    UTIL_FORMAT_SWIZZLE_X = PIPE_SWIZZLE_X,
    UTIL_FORMAT_SWIZZLE_Y = PIPE_SWIZZLE_Y,
    UTIL_FORMAT_SWIZZLE_Z = PIPE_SWIZZLE_Z,
    UTIL_FORMAT_SWIZZLE_W = PIPE_SWIZZLE_W,
    UTIL_FORMAT_SWIZZLE_0 = PIPE_SWIZZLE_0,
    UTIL_FORMAT_SWIZZLE_1 = PIPE_SWIZZLE_1,
    UTIL_FORMAT_SWIZZLE_NONE = PIPE_SWIZZLE_NONE,
    UTIL_FORMAT_SWIZZLE_MAX = PIPE_SWIZZLE_MAX,
};

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

boolean util_format_is_subsampled_422(enum pipe_format format); /* two texels share channels */
boolean
util_format_is_snorm8(enum pipe_format format); /* all channels have 8 bits, ignoring padding */
/* Whether texels have 32 bits: four channels, in any order, each of which is an 8-bit unsigned
 * number or padding. */
boolean util_format_is_rgba8_variant(const struct util_format_description *desc);
/* Whether all texels can be stored as (r, g, b, a) bytes without loss. */
boolean util_format_fits_8unorm(const struct util_format_description *desc);
/* Whether the bits of a texel of format `src` have the same meaning in format `dst`, as far as
 * `dst` has channels: R8G8B8A8 is compatible with R8G8B8X8, but not vice versa. */
boolean util_is_format_compatible(const struct util_format_description *src,
                                  const struct util_format_description *dst);
/* Whether texels of the format can be read and written. In 2015 licences and patents limited this;
 * now the result is true for every format. `bind` is ignored. */
boolean util_format_is_supported(enum pipe_format format, unsigned bind);

/* Return the format with red instead of luminance or intensity, and with the same alpha, or
 * PIPE_FORMAT_NONE if there is no such format. Other formats are returned unchanged. */
enum pipe_format util_format_luminance_to_red(enum pipe_format format);
enum pipe_format util_format_intensity_to_red(enum pipe_format format);

/* util_get_depth_format_type() returns the type in which depth is stored, UTIL_FORMAT_TYPE_UNSIGNED
 * or _FLOAT. util_get_depth_format_mrd() returns the unit of depth offsets: the least depth above 0
 * of a UNORM format, and the least depth of a 24-bit UNORM format for all other formats. */
enum util_format_type util_get_depth_format_type(const struct util_format_description *desc);
double util_get_depth_format_mrd(const struct util_format_description *desc);

/* ---- Swizzles --------------------------------------------------------------------------------
 * Four of enum pipe_swizzle each. */

/* Sets `dst`, which must be a third array, to the swizzle that applies `swz1` and then `swz2`. */
void util_format_compose_swizzles(const unsigned char swz1[4], const unsigned char swz2[4],
                                  unsigned char dst[4]);
/* Applies a swizzle to a colour; `dst` must not be `src`. The constant 1 is an integer if
 * `is_integer` is set, else a float. */
void util_format_apply_color_swizzle(union pipe_color_union *dst, const union pipe_color_union *src,
                                     const unsigned char swz[4], boolean is_integer);
void util_format_swizzle_4f(float *dst, const float *src, const unsigned char swz[4]);
/* Applies the inverse of a swizzle: dst[swz[i]] = src[i]. Components of `dst` that `swz` does not
 * name are not changed. */
void util_format_unswizzle_4f(float *dst, const float *src, const unsigned char swz[4]);

/* ---- Texels ----------------------------------------------------------------------------------
 * Convert a rectangle of `w` times `h` texels at (`x`, `y`) of packed memory from or to four values
 * for each texel; strides are in bytes. Return FALSE, having written nothing, if texels of the
 * format are not plain channels (compressed, subsampled, shared exponents). Colours are linear
 * floats, also for sRGB; depth is red, and stencil is red if there is no depth. */

boolean util_format_read_4f(enum pipe_format format, float *dst, unsigned dst_stride,
                            const void *src, unsigned src_stride, unsigned x, unsigned y,
                            unsigned w, unsigned h);
boolean util_format_write_4f(enum pipe_format format, const float *src, unsigned src_stride,
                             void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                             unsigned h);

/* Read and write texels as bytes that represent 0..1. */
boolean util_format_read_4ub(enum pipe_format format, uint8_t *dst, unsigned dst_stride,
                             const void *src, unsigned src_stride, unsigned x, unsigned y,
                             unsigned w, unsigned h);
boolean util_format_write_4ub(enum pipe_format format, const uint8_t *src, unsigned src_stride,
                              void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                              unsigned h);

/* Read and write texels of pure integer formats as signed or unsigned integers, clamped to the
 * range of the result. */
boolean util_format_read_4i(enum pipe_format format, int *dst, unsigned dst_stride, const void *src,
                            unsigned src_stride, unsigned x, unsigned y, unsigned w, unsigned h);
boolean util_format_read_4ui(enum pipe_format format, unsigned *dst, unsigned dst_stride,
                             const void *src, unsigned src_stride, unsigned x, unsigned y,
                             unsigned w, unsigned h);
boolean util_format_write_4i(enum pipe_format format, const int *src, unsigned src_stride,
                             void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                             unsigned h);
boolean util_format_write_4ui(enum pipe_format format, const unsigned *src, unsigned src_stride,
                              void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                              unsigned h);

/* Converts a rectangle from one format to another: depth and stencil, integers, or colours. If the
 * formats are equal, copies blocks of any format; positions must then be at the edges of blocks. If
 * the formats differ, returns FALSE if one of them is not plain, or if they share no kind of value
 * (depth, stencil, integers, colours). */
boolean util_format_translate(enum pipe_format dst_format, void *dst, unsigned dst_stride,
                              unsigned dst_x, unsigned dst_y, enum pipe_format src_format,
                              const void *src, unsigned src_stride, unsigned src_x, unsigned src_y,
                              unsigned width, unsigned height);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
