/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer, its waiting clears, and rendering to it. */
#ifndef GV_FRAMEBUFFER_H
#define GV_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_tile_place;

/* What of depth and stencil PIPE_CLEAR_* bits ask for. */
static inline VkImageAspectFlags gv_clear_aspects(unsigned buffers)
{
    return (buffers & PIPE_CLEAR_DEPTH ? VK_IMAGE_ASPECT_DEPTH_BIT : 0u) |
           (buffers & PIPE_CLEAR_STENCIL ? VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

/* A depth as an attachment can have it. */
static inline float gv_clear_depth(double depth)
{
    return depth > 0.0 ? (depth < 1.0 ? (float)depth : 1.0f) : 0.0f;
}

/* Begins rendering to the bound framebuffer if it is not: syncs the attachments, turns waiting
 * clears into load operations. False when nothing can be recorded. */
bool gv_framebuffer_begin(struct gv_context *ctx);

/* What pipelines must match is described anew: an attachment has another storage. */
void gv_framebuffer_update_formats(struct gv_context *ctx);

/* The next draw or clear begins another rendering. */
void gv_framebuffer_close(struct gv_context *ctx);

/* From now on rendering is on one layer (1 + its number), or on all again (0). */
void gv_framebuffer_show_layer(struct gv_context *ctx, uint32_t layer);

/* Until another one is bound, the bound framebuffer is a tile of another one. */
void gv_framebuffer_show_tile(struct gv_context *ctx, const struct gv_tile_place *place);

/* Executes the clears that wait on the bound framebuffer. */
void gv_framebuffer_flush_clears(struct gv_context *ctx);

/* set_framebuffer_state */
void gv_framebuffer_bind(struct gv_context *ctx, const struct pipe_framebuffer_state *state);

void gv_framebuffer_finish(struct gv_context *ctx);

/* set_framebuffer_state, clear. */
void gv_context_init_framebuffer(struct gv_context *ctx);

#endif
