/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* pipe_context::blit between a texture and a surface. */
#ifndef UTIL_U_BLIT_H
#define UTIL_U_BLIT_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct blit_state;
struct cso_context;
struct pipe_context;
struct pipe_resource;
struct pipe_sampler_view;
struct pipe_surface;

/* The caller's, until util_destroy_blit(); NULL: no memory. cso does not matter. */
PUBLIC struct blit_state *util_create_blit(struct pipe_context *pipe, struct cso_context *cso);
PUBLIC void util_destroy_blit(struct blit_state *ctx);

/* Brings the rectangle between two corners of a level and layer, slice or face to that of a
 * surface's first layer; corners the other way round flip. filter is PIPE_TEX_FILTER_*, writemask
 * PIPE_MASK_*: colours together, depth and stencil each. Conditions of rendering do not matter, nor
 * does z. */
PUBLIC void util_blit_pixels(struct blit_state *ctx, struct pipe_resource *src_tex,
                             unsigned src_level, int srcX0, int srcY0, int srcX1, int srcY1,
                             int srcZ0, struct pipe_surface *dst, int dstX0, int dstY0, int dstX1,
                             int dstY1, float z, uint filter, uint writemask);

/* The same of a view, of its format, first level and first layer, or of the face src_face of it;
 * its swizzles do not count. */
PUBLIC void util_blit_pixels_tex(struct blit_state *ctx, struct pipe_sampler_view *src_sampler_view,
                                 int srcX0, int srcY0, int srcX1, int srcY1, unsigned src_face,
                                 struct pipe_surface *dst, int dstX0, int dstY0, int dstX1,
                                 int dstY1, float z, uint filter);

#ifdef __cplusplus
}
#endif
#endif
