/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer, its waiting clears, and rendering to it. */
#ifndef GV_FRAMEBUFFER_H
#define GV_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/state/targets.h"
#include "pipe/p_defines.h"
#include "pipe/p_state.h"

struct gv_context;

/* With the clears that wait, since draws have to look there anyway: the rendering that is begun
 * takes no more draws. Means nothing while there is none. */
#define GV_RENDERING_CLOSED (1u << 31)

/* Where a framebuffer lies in the window that viewports, scissors and positions of fragments count
 * in. One that is no tile of another fills it. */
struct gv_tile_place {
    VkRect2D rect;     /* of the framebuffer's upper left texels */
    VkExtent2D window; /* its size */
    bool is_tile;
    bool is_later; /* the draw has been made in another tile */
};

struct gv_framebuffer {
    struct pipe_framebuffer_state state;
    struct gv_target_formats formats; /* what a pipeline must match */
    uint32_t formats_id;              /* interned name of formats */
    uint32_t width, height, layers, samples;
    uint32_t shown_samples; /* as the program counts them: a part of samples where the device does
                               not have its count; sample i of the program is each that is i modulo
                               shown_samples */
    uint32_t color_mask;    /* attachments present */
    float lowered_unit; /* of depth offsets, where the device has a normalised depth as floats; 0:
                           the device's own unit will do */
    bool tiled;         /* an attachment, or the size without any, is larger than the device's
                           framebuffers: it is drawn to in tiles, which are bound for that */
    struct gv_tile_place place;
    uint32_t shown_layer; /* 1 + the one that rendering is on; 0: all; else during a draw alone */

    /* Clears that wait to become load operations, by PIPE_CLEAR_* bits; and GV_RENDERING_CLOSED. */
    uint32_t clear_mask;
    VkClearColorValue clear_color[PIPE_MAX_COLOR_BUFS];
    VkClearDepthStencilValue clear_zs;
};

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
