/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts rectangles of texels to and from bytes, and from one format to another. */
#include "auxiliary/texel.h"
#include "util/u_math.h"
#include "util/u_surface.h"

boolean util_format_read_4ub(enum pipe_format format, uint8_t *dst, unsigned dst_stride,
                             const void *src, unsigned src_stride, unsigned x, unsigned y,
                             unsigned w, unsigned h)
{
    if (!gv_texel_is_plain(util_format_description(format)))
        return FALSE;
    for (unsigned i = 0; i < w * h; i++) {
        uint8_t *bytes = dst + (size_t)(i / w) * dst_stride + (size_t)(i % w) * 4;
        float rgba[4];
        util_format_read_4f(format, rgba, 0, src, src_stride, x + i % w, y + i / w, 1, 1);
        for (unsigned c = 0; c < 4; c++)
            bytes[c] = float_to_ubyte(rgba[c]);
    }
    return TRUE;
}

boolean util_format_write_4ub(enum pipe_format format, const uint8_t *src, unsigned src_stride,
                              void *dst, unsigned dst_stride, unsigned x, unsigned y, unsigned w,
                              unsigned h)
{
    if (!gv_texel_is_plain(util_format_description(format)))
        return FALSE;
    for (unsigned i = 0; i < w * h; i++) {
        const uint8_t *bytes = src + (size_t)(i / w) * src_stride + (size_t)(i % w) * 4;
        float rgba[4];
        for (unsigned c = 0; c < 4; c++)
            rgba[c] = ubyte_to_float(bytes[c]);
        util_format_write_4f(format, rgba, 0, dst, dst_stride, x + i % w, y + i / w, 1, 1);
    }
    return TRUE;
}

/* ---- From one format to another -------------------------------------------------------------- */

struct texels {
    const struct util_format_description *desc;
    uint8_t *memory;
    unsigned stride_B, x, y;
};

static uint8_t *texel_at(const struct texels *texels, unsigned x, unsigned y)
{
    return texels->memory + (size_t)(texels->y + y) * texels->stride_B +
           (size_t)(texels->x + x) * (texels->desc->block.bits / 8);
}

/* Converts depth if both formats have depth, and stencil if both formats have stencil. */
static boolean translate_zs(const struct texels *dst, const struct texels *src, unsigned width,
                            unsigned height)
{
    const bool depth = util_format_has_depth(dst->desc) && util_format_has_depth(src->desc);
    const bool stencil = util_format_has_stencil(dst->desc) && util_format_has_stencil(src->desc);
    for (unsigned i = 0; i < width * height; i++) {
        const uint8_t *from = texel_at(src, i % width, i / width);
        uint8_t *to = texel_at(dst, i % width, i / width);
        if (depth)
            gv_texel_set_depth(dst->desc, gv_texel_depth(src->desc, from), to);
        if (stencil)
            gv_texel_set_stencil(dst->desc, gv_texel_stencil(src->desc, from), to);
    }
    return depth || stencil;
}

/* Converts integers as signed or unsigned, depending on the source, and clamps them to the
 * destination's range. */
static void translate_integer(enum pipe_format dst_format, uint8_t *to, enum pipe_format src_format,
                              const uint8_t *from)
{
    if (util_format_is_pure_sint(src_format)) {
        int value[4];
        util_format_read_4i(src_format, value, 0, from, 0, 0, 0, 1, 1);
        util_format_write_4i(dst_format, value, 0, to, 0, 0, 0, 1, 1);
    } else {
        unsigned value[4];
        util_format_read_4ui(src_format, value, 0, from, 0, 0, 0, 1, 1);
        util_format_write_4ui(dst_format, value, 0, to, 0, 0, 0, 1, 1);
    }
}

static boolean translate_color(const struct texels *dst, const struct texels *src, unsigned width,
                               unsigned height)
{
    const enum pipe_format dst_format = dst->desc->format, src_format = src->desc->format;
    const boolean integer = util_format_is_pure_integer(src_format);
    if (integer != util_format_is_pure_integer(dst_format))
        return FALSE;
    for (unsigned i = 0; i < width * height; i++) {
        const uint8_t *from = texel_at(src, i % width, i / width);
        uint8_t *to = texel_at(dst, i % width, i / width);
        float rgba[4];
        if (integer) {
            translate_integer(dst_format, to, src_format, from);
            continue;
        }
        util_format_read_4f(src_format, rgba, 0, from, 0, 0, 0, 1, 1);
        util_format_write_4f(dst_format, rgba, 0, to, 0, 0, 0, 1, 1);
    }
    return TRUE;
}

boolean util_format_translate(enum pipe_format dst_format, void *dst, unsigned dst_stride,
                              unsigned dst_x, unsigned dst_y, enum pipe_format src_format,
                              const void *src, unsigned src_stride, unsigned src_x, unsigned src_y,
                              unsigned width, unsigned height)
{
    const struct texels to = {util_format_description(dst_format), dst, dst_stride, dst_x, dst_y};
    const struct texels from = {util_format_description(src_format), (uint8_t *)(uintptr_t)src,
                                src_stride, src_x, src_y};
    if (dst_format == src_format) {
        util_copy_rect(dst, dst_format, dst_stride, dst_x, dst_y, width, height, src,
                       (int)src_stride, src_x, src_y);
        return to.desc != NULL;
    }
    if (!gv_texel_is_plain(to.desc) || !gv_texel_is_plain(from.desc))
        return FALSE;
    bool to_zs = util_format_is_depth_or_stencil(dst_format);
    if (to_zs != util_format_is_depth_or_stencil(src_format))
        return FALSE;
    return to_zs ? translate_zs(&to, &from, width, height)
                 : translate_color(&to, &from, width, height);
}
