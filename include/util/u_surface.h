/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Templates of surfaces; rectangles of mapped texels. */
#ifndef UTIL_U_SURFACE_H
#define UTIL_U_SURFACE_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"
#include "util/u_pack_color.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first layer of level 0 in the texture's format. */
static inline void u_surface_default_template(struct pipe_surface *templ,
                                              const struct pipe_resource *texture)
{
    memset(templ, 0, sizeof(*templ));
    templ->format = texture->format;
}

/* Copies width times height texels of packed memory. Strides are bytes, that of the source may be
 * negative; positions and extents are texels at the edges of blocks. The rectangles do not overlap.
 */
PUBLIC void util_copy_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                           unsigned dst_y, unsigned width, unsigned height, const ubyte *src,
                           int src_stride, unsigned src_x, unsigned src_y);
/* The same of boxes, whose layers are so many bytes apart. */
PUBLIC void util_copy_box(ubyte *dst, enum pipe_format format, unsigned dst_stride,
                          unsigned dst_layer_stride, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                          unsigned width, unsigned height, unsigned depth, const ubyte *src,
                          int src_stride, unsigned src_layer_stride, unsigned src_x, unsigned src_y,
                          unsigned src_z);
/* Fills with a texel that util_pack_color() made. Formats whose blocks are one texel of up to 16
 * bytes; of others nothing is written. */
PUBLIC void util_fill_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                           unsigned dst_y, unsigned width, unsigned height, union util_color *uc);
PUBLIC void util_fill_box(ubyte *dst, enum pipe_format format, unsigned stride,
                          unsigned layer_stride, unsigned x, unsigned y, unsigned z, unsigned width,
                          unsigned height, unsigned depth, union util_color *uc);

#ifdef __cplusplus
}
#endif
#endif
