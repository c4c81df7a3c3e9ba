/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads and writes rectangles of a mapped texture, with or without conversion. A rectangle has `w`
 * times `h` texels, from (`x`, `y`) on. Texels of the rectangle that lie outside the mapped box are
 * skipped, but rows in the program's memory have `w` texels in any case. `src` and `dst` are
 * mappings of the transfer `pt`. Formats that util_format_read_4f() does not support read as zeros
 * and are not written. */
#ifndef UTIL_U_TILE_H
#define UTIL_U_TILE_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"
#include "util/u_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Clips a rectangle to the box's extents. Returns TRUE, leaving the rectangle unchanged, if nothing
 * is left. */
static inline boolean u_clip_tile(uint x, uint y, uint *w, uint *h, const struct pipe_box *box)
{
    const uint width = box->width > 0 ? (uint)box->width : 0;
    const uint height = box->height > 0 ? (uint)box->height : 0;

    if (x >= width || y >= height) {
        return TRUE;
    }
    *w = *w < width - x ? *w : width - x;
    *h = *h < height - y ? *h : height - y;
    return FALSE;
}

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Copy blocks without conversion. dst_stride and src_stride are in bytes; 0 means that rows have no
 * padding. */
void pipe_get_tile_raw(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                       void *p, int dst_stride);
void pipe_put_tile_raw(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                       const void *p, int src_stride);

/* Convert to and from four floats per texel: depth as red, stencil as red if there is no depth,
 * sRGB colours as linear. The functions with a parameter `format` treat the texels as texels of
 * this format, which must have the same size. */
void pipe_get_tile_rgba(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                        float *p);
void pipe_get_tile_rgba_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                               uint h, enum pipe_format format, float *p);
void pipe_put_tile_rgba(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                        const float *p);
void pipe_put_tile_rgba_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                               enum pipe_format format, const float *p);

/* Convert to and from four integers per texel. */
void pipe_get_tile_ui_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                             uint h, enum pipe_format format, unsigned *p);
void pipe_get_tile_i_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                            uint h, enum pipe_format format, int *p);
void pipe_put_tile_ui_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                             enum pipe_format format, const unsigned *p);
void pipe_put_tile_i_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                            enum pipe_format format, const int *p);

/* Read and write depth in units of 1 / (2^32 - 1). A write does not change the texel's other
 * bits. */
void pipe_get_tile_z(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                     uint *z);
void pipe_put_tile_z(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                     const uint *z);

/* Convert `w` times `h` texels of packed rows to four values each; `dst_stride` is a number of
 * values. */
void pipe_tile_raw_to_rgba(enum pipe_format format, const void *src, uint w, uint h, float *dst,
                           unsigned dst_stride);
void pipe_tile_raw_to_unsigned(enum pipe_format format, const void *src, uint w, uint h,
                               unsigned *dst, unsigned dst_stride);
void pipe_tile_raw_to_signed(enum pipe_format format, void *src, uint w, uint h, int *dst,
                             unsigned dst_stride);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
