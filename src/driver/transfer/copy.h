/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies and fills: methods of pipe_context that do not draw. */
#ifndef GV_COPY_H
#define GV_COPY_H

struct gv_context;
struct gv_image_box;

/* pipe_context.resource_copy_region: copies all blocks of src to the first corner of dst's box,
 * whose extents are ignored. A buffer is a row of bytes. */
void gv_copy(struct gv_context *ctx, const struct gv_image_box *dst,
             const struct gv_image_box *src);

void gv_context_init_copies(struct gv_context *ctx);         /* resource_copy_region, blit, ... */
void gv_context_init_buffer_copies(struct gv_context *ctx);  /* image_copy_buffer */
void gv_context_init_fills(struct gv_context *ctx);          /* clear_buffer, clear_texture */
void gv_context_init_surface_clears(struct gv_context *ctx); /* clear_render_target, ... */

#endif
