/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/tiles.h"

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/view/surface.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

enum {
    MAX_TILE_SIZE = 2048
};

_Static_assert(sizeof(((struct gv_context *)NULL)->tile_images) ==
                   GV_NUM_TILE_SLOTS * sizeof(struct pipe_resource *),
               "a context has one for each slot");

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Describes the level of a surface that is split. The aspects are those of the texture, even if the
 * surface has only one of them. */
struct gv_tiled_level gv_surface_tiled_level(const struct gv_surface *surface)
{
    const struct pipe_surface *s = &surface->base;
    const bool color = surface->aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    return (struct gv_tiled_level){
        .texture = s->texture,
        .format = color ? s->format : s->texture->format,
        .level = s->u.tex.level,
        .first_layer = s->u.tex.first_layer,
        .num_layers = surface->num_layers,
    };
}

uint32_t gv_tile_size(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    const uint32_t side = least(limits->maxFramebufferWidth, limits->maxFramebufferHeight);
    return least(side > 1 ? side / 2 : 1, MAX_TILE_SIZE);
}

bool gv_tile_next(const struct gv_vk_device *dev, const VkRect2D *area, VkRect2D *tile)
{
    const int32_t right = area->offset.x + (int32_t)area->extent.width;
    const int32_t bottom = area->offset.y + (int32_t)area->extent.height;
    const uint32_t size = gv_tile_size(dev);
    VkOffset2D at = area->offset;
    if (tile->extent.width) {
        at = (VkOffset2D){tile->offset.x + (int32_t)tile->extent.width, tile->offset.y};
        if (at.x >= right)
            at = (VkOffset2D){area->offset.x, tile->offset.y + (int32_t)tile->extent.height};
    }
    if (at.x >= right || at.y >= bottom)
        return false;
    *tile = (VkRect2D){
        at, {least((uint32_t)(right - at.x), size), least((uint32_t)(bottom - at.y), size)}};
    return true;
}

static bool fits(const struct pipe_resource *image, const struct pipe_resource *templ)
{
    return image && image->target == templ->target && image->format == templ->format &&
           image->width0 == templ->width0 && image->height0 == templ->height0 &&
           image->array_size == templ->array_size && image->nr_samples == templ->nr_samples &&
           image->nr_storage_samples == templ->nr_storage_samples;
}

struct pipe_resource *gv_tile_image(struct gv_context *ctx, unsigned slot,
                                    const struct gv_tiled_level *of)
{
    struct pipe_resource **image = &ctx->tile_images[slot];
    const struct pipe_resource *texture = of->texture;
    const uint32_t size = gv_tile_size(ctx->dev);
    const bool is_1d =
        texture->target == PIPE_TEXTURE_1D || texture->target == PIPE_TEXTURE_1D_ARRAY;
    const struct pipe_resource templ = {
        .target = is_1d ? PIPE_TEXTURE_1D_ARRAY : PIPE_TEXTURE_2D_ARRAY,
        .format = of->format,
        .width0 = least(gv_minify(texture->width0, of->level), size),
        .height0 = least(gv_minify(texture->height0, of->level), size),
        .depth0 = 1,
        .array_size = of->num_layers,
        .nr_samples = texture->nr_samples,
        .nr_storage_samples = texture->nr_storage_samples,
        .bind = PIPE_BIND_SAMPLER_VIEW |
                (slot == GV_TILE_OF_ZS ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET),
    };
    if (fits(*image, &templ))
        return *image;
    pipe_resource_reference(image, NULL);
    *image = ctx->base.screen->resource_create(ctx->base.screen, &templ);
    if (!*image)
        gv_err(
            &ctx->screen->log, "driver",
            "what is drawn to an image of %ux%u with %u layers is dropped: a tile of it takes too "
            "much memory",
            texture->width0, texture->height0, of->num_layers);
    return *image;
}

void gv_tile_load(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                  struct pipe_resource *image)
{
    const struct pipe_box box = {tile->offset.x,          tile->offset.y,      of->first_layer,
                                 (int)tile->extent.width, tile->extent.height, of->num_layers};
    ctx->base.resource_copy_region(&ctx->base, image, 0, 0, 0, 0, of->texture, of->level, &box);
}

void gv_tile_store(struct gv_context *ctx, const struct gv_tiled_level *of, const VkRect2D *tile,
                   struct pipe_resource *image)
{
    const struct pipe_box box = {
        0, 0, 0, (int)tile->extent.width, tile->extent.height, of->num_layers};
    ctx->base.resource_copy_region(&ctx->base, of->texture, of->level, (unsigned)tile->offset.x,
                                   (unsigned)tile->offset.y, of->first_layer, image, 0, &box);
}

void gv_tile_images_finish(struct gv_context *ctx)
{
    for (unsigned i = 0; i < GV_NUM_TILE_SLOTS; i++)
        pipe_resource_reference(&ctx->tile_images[i], NULL);
}
