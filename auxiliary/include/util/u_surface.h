/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Templates of surfaces; operations on rectangles of mapped texels; copies and clears. */
#ifndef UTIL_U_SURFACE_H
#define UTIL_U_SURFACE_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"
#include "util/u_pack_color.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets *templ to a template of the first layer of level 0, in the texture's format. */
static inline void u_surface_default_template(struct pipe_surface *templ,
                                              const struct pipe_resource *texture)
{
    memset(templ, 0, sizeof(*templ));
    templ->format = texture->format;
}

/* Copies `width` times `height` texels of packed memory. Strides are in bytes, and the source's may
 * be negative; positions and extents are in texels, at the edges of blocks. The rectangles must not
 * overlap. */
PUBLIC void util_copy_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                           unsigned dst_y, unsigned width, unsigned height, const ubyte *src,
                           int src_stride, unsigned src_x, unsigned src_y);
/* Copies a box like util_copy_rect(); layer strides are in bytes. */
PUBLIC void util_copy_box(ubyte *dst, enum pipe_format format, unsigned dst_stride,
                          unsigned dst_layer_stride, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                          unsigned width, unsigned height, unsigned depth, const ubyte *src,
                          int src_stride, unsigned src_layer_stride, unsigned src_x, unsigned src_y,
                          unsigned src_z);
/* Fills a rectangle with a texel from util_pack_color(). Supports formats whose blocks are one
 * texel of up to 32 bytes; does nothing for other formats. */
PUBLIC void util_fill_rect(ubyte *dst, enum pipe_format format, unsigned dst_stride, unsigned dst_x,
                           unsigned dst_y, unsigned width, unsigned height, union util_color *uc);
PUBLIC void util_fill_box(ubyte *dst, enum pipe_format format, unsigned stride,
                          unsigned layer_stride, unsigned x, unsigned y, unsigned z, unsigned width,
                          unsigned height, unsigned depth, union util_color *uc);

/* The functions below call the context's methods of the same names, which drivers of 2015 could
 * omit. */
static inline void util_resource_copy_region(struct pipe_context *pipe, struct pipe_resource *dst,
                                             unsigned dst_level, unsigned dst_x, unsigned dst_y,
                                             unsigned dst_z, struct pipe_resource *src,
                                             unsigned src_level, const struct pipe_box *src_box)
{
    pipe->resource_copy_region(pipe, dst, dst_level, dst_x, dst_y, dst_z, src, src_level, src_box);
}

static inline void util_clear_render_target(struct pipe_context *pipe, struct pipe_surface *dst,
                                            const union pipe_color_union *color, unsigned dstx,
                                            unsigned dsty, unsigned width, unsigned height)
{
    pipe->clear_render_target(pipe, dst, color, dstx, dsty, width, height);
}

static inline void util_clear_depth_stencil(struct pipe_context *pipe, struct pipe_surface *dst,
                                            unsigned clear_flags, double depth, unsigned stencil,
                                            unsigned dstx, unsigned dsty, unsigned width,
                                            unsigned height)
{
    pipe->clear_depth_stencil(pipe, dst, clear_flags, depth, stencil, dstx, dsty, width, height);
}

/* Executes a blit as a copy if the result is the same: no scaling, flipping, clipping, blending,
 * masking or conversion. Otherwise returns FALSE, having done nothing. */
PUBLIC boolean util_try_blit_via_copy_region(struct pipe_context *pipe,
                                             const struct pipe_blit_info *blit);

#ifdef __cplusplus
}
#endif
#endif
