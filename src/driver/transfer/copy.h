/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies and fills, the parts of pipe_context that need no drawing. */
#ifndef GV_COPY_H
#define GV_COPY_H

struct gv_context;
struct pipe_box;
struct pipe_context;
struct pipe_resource;

/* pipe_context::resource_copy_region */
void gv_copy_region(struct pipe_context *pctx, struct pipe_resource *dst, unsigned dst_level,
                    unsigned dstx, unsigned dsty, unsigned dstz, struct pipe_resource *src,
                    unsigned src_level, const struct pipe_box *src_box);

void gv_context_init_copies(struct gv_context *ctx);         /* resource_copy_region, blit, ... */
void gv_context_init_buffer_copies(struct gv_context *ctx);  /* image_copy_buffer */
void gv_context_init_fills(struct gv_context *ctx);          /* clear_buffer, clear_texture */
void gv_context_init_surface_clears(struct gv_context *ctx); /* clear_render_target, ... */

#endif
