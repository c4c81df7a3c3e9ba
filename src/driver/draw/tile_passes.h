/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Split draws, for framebuffers that are larger than the device's. */
#ifndef GV_TILE_PASSES_H
#define GV_TILE_PASSES_H

#include "driver/bind/framebuffer.h"
#include "driver/state/framebuffer_state.h"
#include "driver/transfer/tiles.h"
#include "pipe/p_state.h"

/* A draw that is repeated for each split, one of the axes (axis.h). */
struct gv_tiled_draw {
    struct pipe_framebuffer_state whole;             /* the bound one */
    struct pipe_framebuffer_state parts;             /* what is bound while a tile is drawn */
    struct gv_tiled_level levels[GV_NUM_TILE_SLOTS]; /* those with a texture */
    VkRect2D area;                                   /* what the draw may touch */
    struct gv_tile_place place;                      /* of the present tile */
};

#endif
