/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/transfer.h"

#include <stdlib.h>

#include "driver/bind/rendering_end.h"
#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/image.h"
#include "driver/transfer/rename.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

/* Whether the usage flags can be combined and are valid for the resource. */
static bool usage_valid(const struct pipe_resource *resource, unsigned usage)
{
    const unsigned not_with_read = PIPE_TRANSFER_DISCARD_RANGE |
                                   PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE |
                                   PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_FLUSH_EXPLICIT;
    if (!(usage & PIPE_TRANSFER_READ_WRITE))
        return false;
    if ((usage & PIPE_TRANSFER_READ) && (usage & not_with_read))
        return false;
    if ((usage & PIPE_TRANSFER_PERSISTENT) &&
        !(resource->flags & PIPE_RESOURCE_FLAG_MAP_PERSISTENT))
        return false;
    if ((usage & PIPE_TRANSFER_COHERENT) && (!(usage & PIPE_TRANSFER_PERSISTENT) ||
                                             !(resource->flags & PIPE_RESOURCE_FLAG_MAP_COHERENT)))
        return false;
    const unsigned aspects = PIPE_TRANSFER_DEPTH_ONLY | PIPE_TRANSFER_STENCIL_ONLY;
    return (usage & aspects) != aspects && !(resource->target == PIPE_BUFFER && (usage & aspects));
}

static bool box_valid(const struct pipe_resource *resource, unsigned level,
                      const struct pipe_box *box)
{
    if (resource->target != PIPE_BUFFER)
        return gv_box_fits(resource, level, box);
    return level == 0 && box->x >= 0 && box->width > 0 && box->y == 0 && box->z == 0 &&
           box->height == 1 && box->depth == 1 && (unsigned)box->x <= resource->width0 &&
           (unsigned)box->width <= resource->width0 - (unsigned)box->x;
}

/* Normalizes a box: clients leave height and depth 0 for targets with one row or slice. */
static struct pipe_box whole_box(const struct pipe_box *box)
{
    struct pipe_box whole = *box;
    if (!whole.height)
        whole.height = 1;
    if (!whole.depth)
        whole.depth = 1;
    return whole;
}

bool gv_transfer_would_block(struct gv_recorder *rec)
{
    gv_recorder_submit(rec, NULL);
    return !gv_vk_device_is_done(rec->dev, atomic_load(&rec->dev->submitted));
}

bool gv_transfer_wait(struct gv_recorder *rec, struct gv_storage *storage, unsigned usage)
{
    bool write = usage & PIPE_TRANSFER_WRITE;
    if (storage->clears_pending)
        gv_recorder_flush_clears(rec);
    if (gv_storage_is_idle(storage, write))
        return true;
    if (usage & PIPE_TRANSFER_DONTBLOCK) {
        gv_recorder_submit(rec, NULL);
        return gv_storage_is_idle(storage, write);
    }
    gv_sync_wait(rec, storage, write);
    return true;
}

/* ---- Kinds of resources */

/* The functions that map and write a kind of resource. */
struct transfer_ops {
    void *(*map)(struct gv_context *ctx, struct gv_transfer *t);
    void (*flush)(struct gv_context *ctx, struct gv_transfer *t, const struct pipe_box *box);
    void (*unmap)(struct gv_context *ctx, struct gv_transfer *t);
};

static const struct transfer_ops *ops_of(const struct pipe_resource *resource)
{
    static const struct transfer_ops buffer = {gv_transfer_map_buffer, gv_transfer_flush_buffer,
                                               gv_transfer_unmap_buffer};
    static const struct transfer_ops image = {gv_transfer_map_image, gv_transfer_flush_image,
                                              gv_transfer_unmap_image};
    static const struct transfer_ops samples = {gv_transfer_map_samples, gv_transfer_flush_samples,
                                                gv_transfer_unmap_samples};
    if (resource->target == PIPE_BUFFER)
        return &buffer;
    return resource->nr_samples > 1 ? &samples : &image;
}

static void *transfer_map(struct pipe_context *pctx, struct pipe_resource *resource, unsigned level,
                          unsigned usage, const struct pipe_box *some_box,
                          struct pipe_transfer **out_transfer)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct pipe_box box = whole_box(some_box);
    if (!usage_valid(resource, usage) || !box_valid(resource, level, &box)) {
        gv_debug(&ctx->screen->log, "driver", "refused a map: usage 0x%x, level %u", usage, level);
        return NULL;
    }
    struct gv_transfer *t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    gv_recorder_limit_memory(&ctx->rec);
    t->base.level = level;
    t->base.usage = usage;
    t->base.box = box;
    pipe_resource_reference(&t->base.resource, resource);
    void *map = ops_of(resource)->map(ctx, t);
    if (!map) {
        pipe_resource_reference(&t->base.resource, NULL);
        free(t);
        return NULL;
    }
    *out_transfer = &t->base;
    return map;
}

static void transfer_flush_region(struct pipe_context *pctx, struct pipe_transfer *transfer,
                                  const struct pipe_box *box)
{
    const unsigned need = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_FLUSH_EXPLICIT;
    if ((transfer->usage & need) != need)
        return;
    ops_of(transfer->resource)->flush(gv_context(pctx), gv_transfer(transfer), box);
}

static void transfer_unmap(struct pipe_context *pctx, struct pipe_transfer *transfer)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_transfer *t = gv_transfer(transfer);
    ops_of(transfer->resource)->unmap(ctx, t);
    pipe_resource_reference(&transfer->resource, NULL);
    free(t);
}

static void transfer_inline_write(struct pipe_context *pctx, struct pipe_resource *resource,
                                  unsigned level, unsigned usage, const struct pipe_box *some_box,
                                  const void *data, unsigned stride, unsigned layer_stride)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct pipe_box box = whole_box(some_box);
    usage |= PIPE_TRANSFER_WRITE;
    if (!usage_valid(resource, usage) || !box_valid(resource, level, &box)) {
        gv_debug(&ctx->screen->log, "driver", "refused a write: usage 0x%x, level %u", usage,
                 level);
        return;
    }
    gv_recorder_limit_memory(&ctx->rec);
    const struct gv_image_box to = {gv_resource(resource), level, box};
    const struct gv_texels texels = {data, stride, layer_stride};
    if (resource->target == PIPE_BUFFER)
        gv_write_buffer(ctx, to.res, usage, (unsigned)box.x, (unsigned)box.width, data);
    else if (resource->nr_samples > 1)
        gv_write_samples(ctx, &to, &texels);
    else
        gv_write_image(ctx, &to, &texels);
}

static void buffer_subdata(struct pipe_context *pctx, struct pipe_resource *buffer, unsigned usage,
                           unsigned offset, unsigned size, const void *data)
{
    const struct pipe_box box = {.x = (int)offset, .width = (int)size, .height = 1, .depth = 1};
    transfer_inline_write(pctx, buffer, 0, usage, &box, data, size, size);
}

static unsigned is_resource_referenced(struct pipe_context *pctx, struct pipe_resource *resource,
                                       unsigned level, int layer)
{
    (void)pctx;
    (void)level;
    (void)layer;
    struct gv_storage *storage = gv_resource(resource)->storage;
    unsigned pending = gv_hazards_pending(&storage->hazards);
    unsigned referenced = storage->clears_pending ? PIPE_REFERENCED_FOR_WRITE : PIPE_UNREFERENCED;
    if (pending & GV_PENDING_READ)
        referenced |= PIPE_REFERENCED_FOR_READ;
    if (pending & GV_PENDING_WRITE)
        referenced |= PIPE_REFERENCED_FOR_WRITE;
    return referenced;
}

/* Discards the contents of a resource. A buffer in use gets new memory, so that the next write need
 * not wait. */
static void invalidate_resource(struct pipe_context *pctx, struct pipe_resource *resource)
{
    struct gv_resource *res = gv_resource(resource);
    if (resource->target != PIPE_BUFFER) {
        gv_rendering_discard(gv_context(pctx), res);
        return;
    }
    if (atomic_load(&res->persistent_maps))
        return;
    if (gv_storage_is_idle(res->storage, true) && !gv_context(pctx)->screen->keeps_storage)
        gv_resource_mark_unwritten(res);
    else
        gv_resource_rename(gv_context(pctx), res);
}

void gv_context_init_transfers(struct gv_context *ctx)
{
    ctx->base.transfer_map = transfer_map;
    ctx->base.transfer_flush_region = transfer_flush_region;
    ctx->base.transfer_unmap = transfer_unmap;
    ctx->base.transfer_inline_write = transfer_inline_write;
    ctx->base.texture_subdata = transfer_inline_write;
    ctx->base.buffer_subdata = buffer_subdata;
    ctx->base.is_resource_referenced = is_resource_referenced;
    ctx->base.invalidate_resource = invalidate_resource;
}
