/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps and writes of contents. */
#include "util/u_inlines.h"
#include "util/u_memory.h"

#include "galvan/galvan.h"

#include "gm.h"
#include "names.h"

/* Sets all fields of *transfer except `galvan`. Returns `address`, which is also the result of
 * map(). */
static void *begin(struct gm_transfer *transfer, struct pipe_resource *resource, unsigned level,
                   unsigned usage, const struct pipe_box *box, void *address,
                   struct pipe_transfer **out_transfer)
{
    const struct gpipe_transfer *galvan = transfer->galvan;

    transfer->base.b.level = level;
    transfer->base.b.usage = (enum pipe_map_flags)usage;
    transfer->base.b.box = *box;
    transfer->base.b.stride = galvan ? galvan->stride : (unsigned)box->width;
    transfer->base.b.layer_stride = galvan ? galvan->layer_stride : (unsigned)box->width;
    pipe_resource_reference(&transfer->base.b.resource, resource);
    *out_transfer = &transfer->base.b;
    return address;
}

/* For an unsynchronized map, returns the address of a buffer's bytes. The program's thread may use
 * this address while the recording thread records. If the CPU cannot access the bytes directly,
 * waits for the recording thread and returns NULL. */
static void *map_now(struct gm_context *ctx, struct pipe_resource *resource, unsigned usage,
                     const struct pipe_box *box)
{
    void *bytes = galvan_buffer_bytes(gm_resource(resource)->galvan, (unsigned)box->x,
                                      (unsigned)box->width, usage & PIPE_MAP_WRITE);

    if (!bytes)
        gm_sync(ctx);
    return bytes;
}

static void *map(struct pipe_context *pipe, struct pipe_resource *resource, unsigned level,
                 unsigned usage, const struct pipe_box *box, struct pipe_transfer **out_transfer)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_transfer *transfer = CALLOC_STRUCT(gm_transfer);
    const struct gpipe_box galvan_box = gm_box(box);
    void *address = NULL;

    if (!transfer)
        return NULL;
    if (usage & TC_TRANSFER_MAP_THREADED_UNSYNC)
        address = map_now(gm_context(pipe), resource, usage, box);
    if (address)
        return begin(transfer, resource, level, usage, box, address, out_transfer);
    if (gm_resource(resource)->stale && usage & PIPE_MAP_READ)
        gm_fetch_front(pipe, gm_resource(resource));
    address = galvan->transfer_map(galvan, gm_resource(resource)->galvan, level,
                                   gm_map_usage(usage), &galvan_box, &transfer->galvan);
    if (address)
        return begin(transfer, resource, level, usage, box, address, out_transfer);
    FREE(transfer);
    return NULL;
}

static void unmap(struct pipe_context *pipe, struct pipe_transfer *ptransfer)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_transfer *transfer = (struct gm_transfer *)ptransfer;

    gm_context(pipe)->frame_copied = false;
    if (transfer->galvan)
        galvan->transfer_unmap(galvan, transfer->galvan);
    pipe_resource_reference(&transfer->base.b.resource, NULL);
    FREE(transfer);
}

static void flush_region(struct pipe_context *pipe, struct pipe_transfer *ptransfer,
                         const struct pipe_box *box)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_transfer *transfer = (struct gm_transfer *)ptransfer;
    const struct gpipe_box galvan_box = gm_box(box);

    /* Mesa also calls this method for maps without write access and for maps without
     * FLUSH_EXPLICIT. */
    if (transfer->galvan && ptransfer->usage & PIPE_MAP_FLUSH_EXPLICIT &&
        ptransfer->usage & PIPE_MAP_WRITE)
        galvan->transfer_flush_region(galvan, transfer->galvan, &galvan_box);
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
                            const void *data, unsigned stride, gm_layer_stride layer_stride)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_box galvan_box = gm_box(box);

    gm_context(pipe)->frame_copied = false;
    galvan->texture_subdata(galvan, gm_resource(resource)->galvan, level,
                            gm_map_usage(usage | PIPE_MAP_WRITE), &galvan_box, data, stride,
                            (unsigned)layer_stride);
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
