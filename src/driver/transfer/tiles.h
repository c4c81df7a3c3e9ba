/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffer splits. Images that are larger than the device's framebuffers (maxFramebufferWidth)
 * cannot be attachments. So draws to them are split: a part of the level is copied to a small
 * image, the draw renders to that image, and the image is copied back. */
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
    GV_TILE_OF_ZS = PIPE_MAX_COLOR_BUFS, /* slot of the depth and stencil attachment, after the
                                            slots of the colour attachments */
    GV_NUM_TILE_SLOTS,
};

/* An attachment of a split draw: layers of a level of a texture. Texels of `format` are as large as
 * those of the texture's format. */
struct gv_tiled_level {
    struct pipe_resource *texture;
    enum pipe_format format;
    unsigned level, first_layer, num_layers;
};

struct gv_tiled_level gv_surface_tiled_level(const struct gv_surface *surface);

/* Returns the length of a side of a split in texels. The length is at most half of the largest
 * framebuffer, so that the viewport has a margin for points and lines that extend into the
 * split. */
uint32_t gv_tile_size(const struct gv_vk_device *dev);

/* Advances *tile to the next split of an area. *tile must have an empty extent before the first
 * call. False after the last split. */
bool gv_tile_next(const struct gv_vk_device *dev, const VkRect2D *area, VkRect2D *tile);

/* Returns the image of a slot. The image has space for any split of `of`, with all layers of `of`.
 * The context caches the image until a different image is requested for the slot. NULL, with an
 * error in the log, if memory runs out. */
struct pipe_resource *gv_tile_image(struct gv_context *ctx, unsigned slot,
                                    const struct gv_tiled_level *of);

/* gv_tile_load() copies the texels of one tile of the level to the upper left corner of the image;
 * gv_tile_store() copies them back. */
void gv_tile_load(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                  struct pipe_resource *image);
void gv_tile_store(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                   struct pipe_resource *image);

void gv_tile_images_finish(struct gv_context *ctx);

#endif
