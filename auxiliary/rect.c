/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies and fills rectangles and boxes of mapped texels. */
#include <string.h>

#include "util/u_format.h"
#include "util/u_surface.h"

/* Returns the byte offset of a position in a mapping, whose stride may be negative. */
static ptrdiff_t offset_of(enum pipe_format format, ptrdiff_t stride_B, unsigned x, unsigned y)
{
    return (ptrdiff_t)(y / util_format_get_blockheight(format)) * stride_B +
           (ptrdiff_t)(x / util_format_get_blockwidth(format)) *
               (ptrdiff_t)util_format_get_blocksize(format);
}

void util_copy_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                    unsigned dst_y, unsigned width, unsigned height, const ubyte *src,
                    int src_stride, unsigned src_x, unsigned src_y)
{
    const size_t row_B = util_format_get_stride(format, width);
    const unsigned num_rows = util_format_get_nblocksy(format, height);
    dst += offset_of(format, (ptrdiff_t)dst_stride, dst_x, dst_y);
    src += offset_of(format, src_stride, src_x, src_y);
    for (unsigned row = 0; row_B && row < num_rows; row++)
        memcpy(dst + (size_t)row * dst_stride, src + (ptrdiff_t)row * src_stride, row_B);
}

void util_copy_box(ubyte *dst, enum pipe_format format, unsigned dst_stride,
                   unsigned dst_layer_stride, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                   unsigned width, unsigned height, unsigned depth, const ubyte *src,
                   int src_stride, unsigned src_layer_stride, unsigned src_x, unsigned src_y,
                   unsigned src_z)
{
    for (unsigned z = 0; z < depth; z++)
        util_copy_rect(dst + (size_t)(dst_z + z) * dst_layer_stride, format, dst_stride, dst_x,
                       dst_y, width, height, src + (size_t)(src_z + z) * src_layer_stride,
                       src_stride, src_x, src_y);
}

void util_fill_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                    unsigned dst_y, unsigned width, unsigned height, union util_color *uc)
{
    const size_t size_B = util_format_get_blocksize(format);
    if (size_B > sizeof(*uc) || util_format_get_blockwidth(format) != 1 ||
        util_format_get_blockheight(format) != 1)
        return;
    dst += offset_of(format, (ptrdiff_t)dst_stride, dst_x, dst_y);
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++)
            memcpy(dst + (size_t)y * dst_stride + x * size_B, uc, size_B);
    }
}

void util_fill_box(ubyte *dst, enum pipe_format format, unsigned stride, unsigned layer_stride,
                   unsigned x, unsigned y, unsigned z, unsigned width, unsigned height,
                   unsigned depth, union util_color *uc)
{
    for (unsigned i = 0; i < depth; i++)
        util_fill_rect(dst + (size_t)(z + i) * layer_stride, format, stride, x, y, width, height,
                       uc);
}
