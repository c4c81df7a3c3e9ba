/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws in tiles, where the framebuffer is larger than the device's. */
#ifndef GV_TILE_PASSES_H
#define GV_TILE_PASSES_H

#include <stdbool.h>

#include "driver/bind/framebuffer.h"
#include "driver/state/framebuffer_state.h"
#include "driver/transfer/tiles.h"
#include "pipe/p_state.h"

struct gv_plan;

/* A draw that is made tile by tile. */
struct gv_tiled_draw {
    struct pipe_framebuffer_state whole;             /* the bound one */
    struct pipe_framebuffer_state parts;             /* what is bound while a tile is drawn */
    struct gv_tiled_level levels[GV_NUM_TILE_SLOTS]; /* those with a texture */
    VkRect2D area;                                   /* what the draw may touch */
    struct gv_tile_place place;                      /* of the present tile */
};

/* Binds the first tile. False: memory ran out, and nothing is drawn. */
bool gv_tiled_draw_begin(struct gv_context *ctx, const struct gv_plan *plan,
                         struct gv_tiled_draw *draw);

/* Stores the bound tile and binds the next one, in which the plan counts nothing. False: that was
 * the last, and the framebuffer is bound again. */
bool gv_tiled_draw_next(struct gv_context *ctx, struct gv_plan *plan, struct gv_tiled_draw *draw);

#endif
