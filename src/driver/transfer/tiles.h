/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Splits of the framebuffer. Images that are larger than the device's framebuffers
 * (maxFramebufferWidth) cannot be attachments. A draw to them is split: a part of the level is
 * copied to a small image, drawn to there, and copied back. */
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
    GV_TILE_OF_ZS = PIPE_MAX_COLOR_BUFS, /* slot of depth and stencil, after those of colours */
    GV_NUM_TILE_SLOTS,
};

/* The destination of a split draw: layers of a level of a texture, in a format of the same size. */
struct gv_tiled_level {
    struct pipe_resource *texture;
    enum pipe_format format;
    unsigned level, first_layer, num_layers;
};

struct gv_tiled_level gv_surface_tiled_level(const struct gv_surface *surface);

/* The side of a split in texels: at most half of the largest framebuffer, so that the viewport
 * has a margin for points and lines that reach into the split. */
uint32_t gv_tile_size(const struct gv_vk_device *dev);

/* Advances *tile to the next split of an area; start with an empty extent. False if there are no
 * more. */
bool gv_tile_next(const struct gv_vk_device *dev, const VkRect2D *area, VkRect2D *tile);

/* The image of a slot, large enough for any split of the destination with all its layers. NULL,
 * after an error in the log, if memory runs out. The context keeps it until a different one is
 * requested. */
struct pipe_resource *gv_tile_image(struct gv_context *ctx, unsigned slot,
                                    const struct gv_tiled_level *of);

/* Copies a split to the upper left corner of the image, or from there. */
void gv_tile_load(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                  struct pipe_resource *image);
void gv_tile_store(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                   struct pipe_resource *image);

void gv_tile_images_finish(struct gv_context *ctx);

#endif
