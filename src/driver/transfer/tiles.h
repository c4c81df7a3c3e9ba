/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images that are larger than the device's framebuffers (maxFramebufferWidth) may be none of its
 * attachments. What is drawn to them is drawn in tiles: a part of a level is copied to a small
 * image, drawn to there, and copied back. */
#ifndef GV_TILES_H
#define GV_TILES_H

#include <stdbool.h>

#include <volk.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_surface;
struct gv_vk_device;

enum {
    GV_TILE_OF_ZS = PIPE_MAX_COLOR_BUFS, /* slot of depth and stencil; those before are colours' */
    GV_NUM_TILE_SLOTS,
};

/* What is drawn to in tiles: layers of a level of a texture, in a format of its size. */
struct gv_tiled_level {
    struct pipe_resource *texture;
    enum pipe_format format;
    unsigned level, first_layer, num_layers;
};

struct gv_tiled_level gv_surface_tiled_level(const struct gv_surface *surface);

/* The texels of a tile's side: at most half of the largest framebuffer, so that a viewport has room
 * around it for points and lines that reach into it. */
uint32_t gv_tile_size(const struct gv_vk_device *dev);

/* Goes through the tiles of an area, from *tile without any extent. False: there are no more. */
bool gv_tile_next(const struct gv_vk_device *dev, const VkRect2D *area, VkRect2D *tile);

/* The image of a slot, which holds any tile of what is drawn to, with all its layers; NULL, after
 * an error in the log, when memory ran out. The context keeps it until another one is asked for. */
struct pipe_resource *gv_tile_image(struct gv_context *ctx, unsigned slot,
                                    const struct gv_tiled_level *of);

/* Copies a tile to the upper left corner of the image, or from there. */
void gv_tile_load(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                  struct pipe_resource *image);
void gv_tile_store(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                   struct pipe_resource *image);

void gv_tile_images_finish(struct gv_context *ctx);

#endif
