/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rectangles of a mapped texture as floats. Formats whose texels are not plain channels
 * (compressed, subsampled, shared exponents) read as zeros and are not written. */
#ifndef UTIL_U_TILE_H
#define UTIL_U_TILE_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* w times h texels at x, y of the mapping src that belongs to pt, four floats each. Depth comes as
 * red, stencil as red where there is no depth; sRGB colours become linear. What lies outside the
 * mapped box is left out: the rows of p are w texels all the same. */
PUBLIC void pipe_get_tile_rgba(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                               uint h, float *p);
/* The same as another format of the same size. */
PUBLIC void pipe_get_tile_rgba_format(struct pipe_transfer *pt, const void *src, uint x, uint y,
                                      uint w, uint h, enum pipe_format format, float *p);
/* The other way. */
PUBLIC void pipe_put_tile_rgba(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                               const float *p);

/* w times h texels of packed memory; strides are bytes. FALSE: not a plain format. */
PUBLIC boolean util_format_read_4f(enum pipe_format format, float *dst, unsigned dst_stride,
                                   const void *src, unsigned src_stride, unsigned x, unsigned y,
                                   unsigned w, unsigned h);
PUBLIC boolean util_format_write_4f(enum pipe_format format, const float *src, unsigned src_stride,
                                    void *dst, unsigned dst_stride, unsigned x, unsigned y,
                                    unsigned w, unsigned h);

/* The same of formats of pure integers, as signed or unsigned numbers, clamped to what the other
 * side can hold. */
PUBLIC boolean util_format_read_4i(enum pipe_format format, int *dst, unsigned dst_stride,
                                   const void *src, unsigned src_stride, unsigned x, unsigned y,
                                   unsigned w, unsigned h);
PUBLIC boolean util_format_read_4ui(enum pipe_format format, unsigned *dst, unsigned dst_stride,
                                    const void *src, unsigned src_stride, unsigned x, unsigned y,
                                    unsigned w, unsigned h);
PUBLIC boolean util_format_write_4i(enum pipe_format format, const int *src, unsigned src_stride,
                                    void *dst, unsigned dst_stride, unsigned x, unsigned y,
                                    unsigned w, unsigned h);
PUBLIC boolean util_format_write_4ui(enum pipe_format format, const unsigned *src,
                                     unsigned src_stride, void *dst, unsigned dst_stride,
                                     unsigned x, unsigned y, unsigned w, unsigned h);

#ifdef __cplusplus
}
#endif
#endif
