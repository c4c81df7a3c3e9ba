/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies between a texture and a surface by pipe_context::blit. */
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

/* Creates the state for util_blit_pixels(), or returns NULL if memory runs out. The caller must
 * pass the state to util_destroy_blit(). `cso` is ignored. */
PUBLIC struct blit_state *util_create_blit(struct pipe_context *pipe, struct cso_context *cso);
PUBLIC void util_destroy_blit(struct blit_state *ctx);

/* Copies a rectangle of a texture to a rectangle of a surface's first layer. src_level is the level
 * of the texture, srcZ0 the layer, slice or face. Two corners define each rectangle; swapped
 * corners flip the image. `filter` is PIPE_TEX_FILTER_*. `writemask` is PIPE_MASK_RGBA,
 * PIPE_MASK_Z, PIPE_MASK_S or a combination. Render conditions and `z` are ignored. */
PUBLIC void util_blit_pixels(struct blit_state *ctx, struct pipe_resource *src_tex,
                             unsigned src_level, int srcX0, int srcY0, int srcX1, int srcY1,
                             int srcZ0, struct pipe_surface *dst, int dstX0, int dstY0, int dstX1,
                             int dstY1, float z, uint filter, uint writemask);

/* Copies like util_blit_pixels(), but reads the texture through a view: in the view's format, from
 * the view's first level, and from layer or face `src_face`, counted from the view's first layer.
 * The view's swizzles are ignored. */
PUBLIC void util_blit_pixels_tex(struct blit_state *ctx, struct pipe_sampler_view *src_sampler_view,
                                 int srcX0, int srcY0, int srcX1, int srcY1, unsigned src_face,
                                 struct pipe_surface *dst, int dstX0, int dstY0, int dstX1,
                                 int dstY1, float z, uint filter);

#ifdef __cplusplus
}
#endif
#endif
