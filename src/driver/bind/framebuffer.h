/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer, its waiting clears, and rendering to it. */
#ifndef GV_FRAMEBUFFER_H
#define GV_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/state/targets.h"
#include "pipe/p_state.h"

struct gv_context;

struct gv_framebuffer {
    struct pipe_framebuffer_state state;
    struct gv_target_formats formats; /* what a pipeline must match */
    uint32_t formats_id;              /* interned name of formats */
    uint32_t width, height, layers, samples;
    uint32_t color_mask; /* attachments present */

    /* Clears that wait to become load operations, by PIPE_CLEAR_* bits. */
    uint32_t clear_mask;
    VkClearColorValue clear_color[PIPE_MAX_COLOR_BUFS];
    VkClearDepthStencilValue clear_zs;
};

/* Begins rendering to the bound framebuffer if it is not: syncs the attachments, turns waiting
 * clears into load operations. False when nothing can be recorded. */
bool gv_framebuffer_begin(struct gv_context *ctx);

/* Executes the clears that wait on the bound framebuffer. */
void gv_framebuffer_flush_clears(struct gv_context *ctx);

void gv_framebuffer_finish(struct gv_context *ctx);

/* set_framebuffer_state, clear. */
void gv_context_init_framebuffer(struct gv_context *ctx);

#endif
