/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads and writes rectangles of mapped textures. */
#include "util/u_tile.h"

#include <string.h>

#include "auxiliary/texel.h"
#include "util/u_surface.h"

/* Returns the size in bytes of `w` texels of four values. */
static unsigned row_size(uint w)
{
    return w * 4 * (unsigned)sizeof(uint32_t);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

void pipe_get_tile_raw(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                       void *p, int dst_stride)
{
    const enum pipe_format format = pt->resource->format;
    const unsigned stride_B = dst_stride ? (unsigned)dst_stride : util_format_get_stride(format, w);
    if (!u_clip_tile(x, y, &w, &h, &pt->box))
        util_copy_rect(p, format, stride_B, 0, 0, w, h, src, (int)pt->stride, x, y);
}

void pipe_put_tile_raw(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                       const void *p, int src_stride)
{
    const enum pipe_format format = pt->resource->format;
    const int stride_B = src_stride ? src_stride : (int)util_format_get_stride(format, w);
    if (!u_clip_tile(x, y, &w, &h, &pt->box))
        util_copy_rect(dst, format, pt->stride, x, y, w, h, p, stride_B, 0, 0);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The type of values: as in util_format_read_4f(), _4i() and _4ui(). */
enum numbers {
    FLOATS,
    INTEGERS,
    UNSIGNED
};

/* Reads `w` times `h` texels of a mapping; zeros if the format is not supported. */
static void read_tile(enum numbers numbers, enum pipe_format format, void *p, unsigned row_B,
                      const void *src, unsigned stride_B, uint x, uint y, uint w, uint h)
{
    boolean known = FALSE;
    switch (numbers) {
    case FLOATS:
        known = util_format_read_4f(format, p, row_B, src, stride_B, x, y, w, h);
        break;
    case INTEGERS:
        known = util_format_read_4i(format, p, row_B, src, stride_B, x, y, w, h);
        break;
    case UNSIGNED:
        known = util_format_read_4ui(format, p, row_B, src, stride_B, x, y, w, h);
        break;
    }
    for (uint row = 0; row < h && !known; row++)
        memset((uint8_t *)p + (size_t)row * row_B, 0, row_size(w));
}

static void get_tile(enum numbers numbers, const struct pipe_transfer *pt, const void *src, uint x,
                     uint y, uint w, uint h, enum pipe_format format, void *p)
{
    const unsigned row_B = row_size(w);
    if (!u_clip_tile(x, y, &w, &h, &pt->box))
        read_tile(numbers, format, p, row_B, src, pt->stride, x, y, w, h);
}

/* Reads texels of packed rows. `dst_stride` is a number of values. */
static void read_packed(enum numbers numbers, enum pipe_format format, const void *src, uint w,
                        uint h, void *dst, unsigned dst_stride)
{
    read_tile(numbers, format, dst, dst_stride * (unsigned)sizeof(uint32_t), src,
              util_format_get_stride(format, w), 0, 0, w, h);
}

static void put_tile(enum numbers numbers, const struct pipe_transfer *pt, void *dst, uint x,
                     uint y, uint w, uint h, enum pipe_format format, const void *p)
{
    const unsigned row_B = row_size(w);
    if (u_clip_tile(x, y, &w, &h, &pt->box))
        return;
    switch (numbers) {
    case FLOATS:
        util_format_write_4f(format, p, row_B, dst, pt->stride, x, y, w, h);
        break;
    case INTEGERS:
        util_format_write_4i(format, p, row_B, dst, pt->stride, x, y, w, h);
        break;
    case UNSIGNED:
        util_format_write_4ui(format, p, row_B, dst, pt->stride, x, y, w, h);
        break;
    }
}

void pipe_get_tile_rgba_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                               uint h, enum pipe_format format, float *p)
{
    get_tile(FLOATS, pt, src, x, y, w, h, format, p);
}

void pipe_get_tile_rgba(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                        float *p)
{
    get_tile(FLOATS, pt, src, x, y, w, h, pt->resource->format, p);
}

void pipe_get_tile_ui_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                             uint h, enum pipe_format format, unsigned *p)
{
    get_tile(UNSIGNED, pt, src, x, y, w, h, format, p);
}

void pipe_get_tile_i_format(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w,
                            uint h, enum pipe_format format, int *p)
{
    get_tile(INTEGERS, pt, src, x, y, w, h, format, p);
}

void pipe_put_tile_rgba_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                               enum pipe_format format, const float *p)
{
    put_tile(FLOATS, pt, dst, x, y, w, h, format, p);
}

void pipe_put_tile_rgba(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                        const float *p)
{
    put_tile(FLOATS, pt, dst, x, y, w, h, pt->resource->format, p);
}

void pipe_put_tile_ui_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                             enum pipe_format format, const unsigned *p)
{
    put_tile(UNSIGNED, pt, dst, x, y, w, h, format, p);
}

void pipe_put_tile_i_format(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                            enum pipe_format format, const int *p)
{
    put_tile(INTEGERS, pt, dst, x, y, w, h, format, p);
}

void pipe_tile_raw_to_rgba(enum pipe_format format, const void *src, uint w, uint h, float *dst,
                           unsigned dst_stride)
{
    read_packed(FLOATS, format, src, w, h, dst, dst_stride);
}

void pipe_tile_raw_to_unsigned(enum pipe_format format, const void *src, uint w, uint h,
                               unsigned *dst, unsigned dst_stride)
{
    read_packed(UNSIGNED, format, src, w, h, dst, dst_stride);
}

void pipe_tile_raw_to_signed(enum pipe_format format, void *src, uint w, uint h, int *dst,
                             unsigned dst_stride)
{
    read_packed(INTEGERS, format, src, w, h, dst, dst_stride);
}

/* ---- Depth ----------------------------------------------------------------------------------- */

void pipe_get_tile_z(struct pipe_transfer *pt, const void *src, uint x, uint y, uint w, uint h,
                     uint *z)
{
    const struct util_format_description *desc = util_format_description(pt->resource->format);
    const uint row_len = w;
    if (u_clip_tile(x, y, &w, &h, &pt->box))
        return;
    for (uint i = 0; i < w * h; i++) {
        const uint8_t *row = (const uint8_t *)src + (size_t)(y + i / w) * pt->stride;
        z[i / w * row_len + i % w] =
            util_format_has_depth(desc)
                ? gv_texel_depth(desc, row + (size_t)(x + i % w) * (desc->block.bits / 8))
                : 0;
    }
}

void pipe_put_tile_z(struct pipe_transfer *pt, void *dst, uint x, uint y, uint w, uint h,
                     const uint *z)
{
    const struct util_format_description *desc = util_format_description(pt->resource->format);
    const uint row_len = w;
    if (u_clip_tile(x, y, &w, &h, &pt->box) || !util_format_has_depth(desc))
        return;
    for (uint i = 0; i < w * h; i++) {
        uint8_t *row = (uint8_t *)dst + (size_t)(y + i / w) * pt->stride;
        gv_texel_set_depth(desc, z[i / w * row_len + i % w],
                           row + (size_t)(x + i % w) * (desc->block.bits / 8));
    }
}
