/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps and writes of contents. */
#include "util/u_inlines.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

static void *map(struct pipe_context *pipe, struct pipe_resource *resource, unsigned level,
                 unsigned usage, const struct pipe_box *box, struct pipe_transfer **out_transfer)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_transfer *transfer = MALLOC_STRUCT(gm_transfer);
    const struct gpipe_box galvan_box = gm_box(box);

    if (!transfer)
        return NULL;
    if (gm_resource(resource)->stale && usage & PIPE_MAP_READ)
        gm_fetch_front(gm_context(pipe), gm_resource(resource));
    void *address = galvan->transfer_map(galvan, gm_resource(resource)->galvan, level,
                                         gm_map_usage(usage), &galvan_box, &transfer->galvan);
    if (!address) {
        FREE(transfer);
        return NULL;
    }
    transfer->base = (struct pipe_transfer){
        .level = level,
        .usage = (enum pipe_map_flags)usage,
        .box = *box,
        .stride = transfer->galvan->stride,
        .layer_stride = transfer->galvan->layer_stride,
    };
    pipe_resource_reference(&transfer->base.resource, resource);
    *out_transfer = &transfer->base;
    return address;
}

static void unmap(struct pipe_context *pipe, struct pipe_transfer *ptransfer)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_transfer *transfer = (struct gm_transfer *)ptransfer;

    gm_context(pipe)->frame_copied = false;
    galvan->transfer_unmap(galvan, transfer->galvan);
    pipe_resource_reference(&transfer->base.resource, NULL);
    FREE(transfer);
}

static void flush_region(struct pipe_context *pipe, struct pipe_transfer *ptransfer,
                         const struct pipe_box *box)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_box galvan_box = gm_box(box);

    /* Mesa flushes where it does not write, too, and what it never asked to flush. */
    if (ptransfer->usage & PIPE_MAP_FLUSH_EXPLICIT && ptransfer->usage & PIPE_MAP_WRITE)
        galvan->transfer_flush_region(galvan, ((struct gm_transfer *)ptransfer)->galvan,
                                      &galvan_box);
}

static void buffer_subdata(struct pipe_context *pipe, struct pipe_resource *resource,
                           unsigned usage, unsigned offset, unsigned size, const void *data)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->buffer_subdata(galvan, gm_resource(resource)->galvan,
                           gm_map_usage(usage | PIPE_MAP_WRITE), offset, size, data);
}

static void texture_subdata(struct pipe_context *pipe, struct pipe_resource *resource,
                            unsigned level, unsigned usage, const struct pipe_box *box,
                            const void *data, unsigned stride, unsigned layer_stride)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_box galvan_box = gm_box(box);

    gm_context(pipe)->frame_copied = false;
    galvan->texture_subdata(galvan, gm_resource(resource)->galvan, level,
                            gm_map_usage(usage | PIPE_MAP_WRITE), &galvan_box, data, stride,
                            layer_stride);
}

static void invalidate_resource(struct pipe_context *pipe, struct pipe_resource *resource)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->invalidate_resource(galvan, gm_resource(resource)->galvan);
}

void gm_init_context_transfers(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->buffer_map = map;
    base->buffer_unmap = unmap;
    base->texture_map = map;
    base->texture_unmap = unmap;
    base->transfer_flush_region = flush_region;
    base->buffer_subdata = buffer_subdata;
    base->texture_subdata = texture_subdata;
    base->invalidate_resource = invalidate_resource;
}
