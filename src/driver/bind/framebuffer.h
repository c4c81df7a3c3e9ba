/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer, its pending clears, and rendering to it. */
#ifndef GV_FRAMEBUFFER_H
#define GV_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_tile_place;

/* Returns the depth and stencil aspects of PIPE_CLEAR_* bits. */
static inline VkImageAspectFlags gv_clear_aspects(unsigned buffers)
{
    return (buffers & PIPE_CLEAR_DEPTH ? VK_IMAGE_ASPECT_DEPTH_BIT : 0u) |
           (buffers & PIPE_CLEAR_STENCIL ? VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

/* Clamps a depth to the range of attachments. */
static inline float gv_clear_depth(double depth)
{
    return depth > 0.0 ? (depth < 1.0 ? (float)depth : 1.0f) : 0.0f;
}

/* Begins rendering to the bound framebuffer unless it has begun. Synchronizes the attachments, and
 * turns pending clears into load operations. Returns false if nothing can be recorded. */
bool gv_framebuffer_begin(struct gv_context *ctx);

/* Updates the formats that pipelines must match, after an attachment got another storage. */
void gv_framebuffer_update_formats(struct gv_context *ctx);

/* Makes the next draw or clear begin a new rendering. */
void gv_framebuffer_close(struct gv_context *ctx);

/* Limits rendering to one layer. layer: 1 + the index of the layer; 0: all layers. */
void gv_framebuffer_show_layer(struct gv_context *ctx, uint32_t layer);

/* Makes the bound framebuffer a split of a larger framebuffer, until another framebuffer is
 * bound. */
void gv_framebuffer_show_tile(struct gv_context *ctx, const struct gv_tile_place *place);

/* Records the pending clears of the bound framebuffer. */
void gv_framebuffer_flush_clears(struct gv_context *ctx);

/* pipe_context.set_framebuffer_state */
void gv_framebuffer_bind(struct gv_context *ctx, const struct pipe_framebuffer_state *state);

void gv_framebuffer_finish(struct gv_context *ctx);

/* Sets the methods set_framebuffer_state and clear. */
void gv_context_init_framebuffer(struct gv_context *ctx);

#endif
