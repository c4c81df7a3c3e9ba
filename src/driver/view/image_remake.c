/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/view/image_remake.h"

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/dma_buf.h"
#include "driver/resource/image.h"
#include "driver/screen/screen.h"
#include "driver/state/inputs.h"
#include "galvan/galvan.h"

static bool has_contents(struct gv_storage *storage)
{
    gv_hazards_lock(&storage->hazards);
    bool has = !gv_storage_is_blank(storage);
    gv_hazards_unlock(&storage->hazards);
    return has || storage->clears_pending;
}

/* Copies all contents of an image. False if no batch can be begun. */
static bool copy_contents(struct gv_recorder *rec, struct pipe_resource *resource,
                          struct gv_storage *from, struct gv_storage *to)
{
    VkImageCopy regions[PIPE_MAX_TEXTURE_LEVELS];
    for (unsigned level = 0; level <= resource->last_level; level++) {
        const struct pipe_box all = {
            .width = (int)gv_minify(resource->width0, level),
            .height = (int)gv_minify(resource->height0, level),
            .depth = (int)gv_resource_num_layers(resource, level),
        };
        const struct gv_image_region r = gv_image_region(resource, level, &all, 0);
        regions[level] = (VkImageCopy){r.layers, r.offset, r.layers, r.offset, r.extent};
    }
    to->overwritten = true;
    VkCommandBuffer cmd = gv_sync_copy(rec, to, from);
    if (!cmd)
        return false;
    rec->dev->vk.vkCmdCopyImage(cmd, from->image.handle, gv_storage_layout(from), to->image.handle,
                                gv_storage_layout(to), resource->last_level + 1u, regions);
    return true;
}

/* Gives the resource a new image with the same contents. Takes ownership of `fresh`. False if it is
 * NULL, or if no batch can be begun. */
static bool move(struct gv_context *ctx, struct gv_resource *res, struct gv_storage *fresh)
{
    struct gv_storage *old = res->storage;
    if (!fresh)
        return false;
    if (has_contents(old) && !copy_contents(&ctx->rec, &res->base, old, fresh)) {
        gv_storage_unref(fresh);
        return false;
    }
    fresh->clears_pending = old->clears_pending;
    res->storage = fresh;
    if (gv_screen_is_shared(ctx->screen))
        res->moved_from = old;
    else
        gv_storage_unref(old);
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY);
    gv_input_changed(&ctx->compute, GV_INPUT_MEMORY);
    ctx->rec.stats.images_remade++;
    return true;
}

static bool remake(struct gv_context *ctx, struct gv_resource *res, struct gv_image_uses uses)
{
    return !res->storage->is_external && ctx->screen->one_thread &&
           gv_image_possible(ctx->screen, &res->base, uses) &&
           move(ctx, res, gv_storage_create_image(ctx->screen, &res->base, uses));
}

bool galvan_context_make_exportable(struct pipe_context *pctx, struct pipe_resource *texture)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_resource *res = gv_resource(texture);
    const struct gv_storage *old = res->storage;
    struct gv_dma_buf_choice choice;
    if (old->is_external || old->is_buffer || !ctx->screen->dev->caps.imageDrmFormatModifier)
        return old->is_dma_buf;
    if (!gv_dma_buf_choose_for(ctx->screen, &res->base, old->uses, &choice))
        return false;
    if (old->clears_pending)
        gv_recorder_flush_clears(&ctx->rec);
    return move(ctx, res, gv_storage_create_dma_buf(ctx->screen, &res->base, &choice));
}

bool gv_image_has(const struct gv_resource *res, VkFormat vk, VkImageUsageFlags usage)
{
    return gv_image_uses_cover(res->storage->uses, gv_image_uses_of_view(res->format, vk, usage));
}

bool gv_image_provide(struct gv_context *ctx, struct gv_resource *res, VkFormat vk,
                      VkImageUsageFlags usage)
{
    const struct gv_image_uses want = gv_image_uses_of_view(res->format, vk, usage);
    return gv_image_has(res, vk, usage) ||
           remake(ctx, res, gv_image_uses_join(res->storage->uses, want));
}
