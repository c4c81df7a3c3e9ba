/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws to framebuffers that are larger than the device's limit: each draw is repeated for each
 * split of the framebuffer. */
#ifndef GV_TILE_PASSES_H
#define GV_TILE_PASSES_H

#include "driver/bind/framebuffer.h"
#include "driver/state/framebuffer_state.h"
#include "driver/transfer/tiles.h"
#include "pipe/p_state.h"

/* A draw that is repeated for each framebuffer split. The splits are an axis of the draw
 * (axis.h). */
struct gv_tiled_draw {
    struct pipe_framebuffer_state whole;             /* the bound framebuffer */
    struct pipe_framebuffer_state parts;             /* the framebuffer that is bound while a split
                                                        is drawn */
    struct gv_tiled_level levels[GV_NUM_TILE_SLOTS]; /* the levels of the attachments; an entry
                                                        without a texture is unused */
    VkRect2D area;                                   /* the part of the framebuffer that the draw
                                                        may change */
    struct gv_tile_place place;                      /* position of the current split */
};

#endif
