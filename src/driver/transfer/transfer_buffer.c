/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include <string.h>

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/mirror.h"
#include "driver/transfer/meta.h"
#include "driver/transfer/rename.h"
#include "driver/transfer/staging.h"
#include "driver/transfer/transfer.h"

/* A mapped pointer and the offset of the mapped bytes in the buffer are equal modulo this size
 * (PIPE_CAP_MIN_MAP_BUFFER_ALIGNMENT). */
enum {
    MAP_ALIGNMENT_B = 64
};

/* Applies the usage hints: adds UNSYNCHRONIZED if no wait is needed, and replaces a storage in use
 * whose contents are discarded. */
static unsigned relax_usage(struct gv_context *ctx, struct gv_resource *res, unsigned usage,
                            unsigned begin_B, unsigned end_B)
{
    const unsigned whole = PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    if (usage & PIPE_TRANSFER_READ)
        return usage;
    if (usage & PIPE_TRANSFER_UNSYNCHRONIZED || ctx->screen->keeps_storage)
        return usage & whole ? usage | PIPE_TRANSFER_DISCARD_RANGE : usage;
    /* Pending work cannot need bytes that were never written, so the map need not wait. */
    if (gv_resource_is_unwritten(res, begin_B, end_B))
        return usage | PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_DISCARD_RANGE;
    if ((usage & PIPE_TRANSFER_DISCARD_RANGE) && begin_B == 0 && end_B == res->base.width0)
        usage |= whole;
    if (!(usage & whole))
        return usage;
    if (!atomic_load(&res->persistent_maps) && gv_storage_is_idle(res->storage, true)) {
        gv_resource_mark_unwritten(res);
        return usage | PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_DISCARD_RANGE;
    }
    if (gv_resource_rename(ctx, res))
        return usage | PIPE_TRANSFER_UNSYNCHRONIZED | PIPE_TRANSFER_DISCARD_RANGE;
    return usage | PIPE_TRANSFER_DISCARD_RANGE;
}

/* Returns the address of a mapped buffer's bytes, for an access that need not wait. */
static uint8_t *host_bytes(struct gv_storage *storage)
{
    return storage->mirror ? gv_mirror_map(storage->mirror) : storage->buffer.memory.map;
}

static void *map_in_place(struct gv_recorder *rec, struct gv_transfer *t, unsigned usage)
{
    struct gv_resource *res = gv_resource(t->base.resource);
    struct gv_storage *storage = res->storage;
    if (!(usage & PIPE_TRANSFER_UNSYNCHRONIZED) && !gv_transfer_wait(rec, storage, usage))
        return NULL;
    if (usage & PIPE_TRANSFER_PERSISTENT)
        atomic_fetch_add(&res->persistent_maps, 1);
    gv_storage_init_host(storage, 0, 0);
    gv_vk_object_ref(&storage->object);
    t->storage = storage;
    return host_bytes(storage) + t->base.box.x;
}

/* Copies the mapped bytes of the buffer to staging memory, and waits for the copy. */
static bool read_into_stage(struct gv_recorder *rec, struct gv_transfer *t)
{
    struct gv_storage *storage = gv_resource(t->base.resource)->storage;
    VkCommandBuffer cmd = gv_sync_copy(rec, NULL, storage);
    if (!cmd || !gv_vk_batch_ref(rec->batch, &t->staging->object))
        return false;
    const VkBufferCopy region = {(VkDeviceSize)t->base.box.x, t->staging_offset_B,
                                 (VkDeviceSize)t->base.box.width};
    rec->dev->vk.vkCmdCopyBuffer(cmd, storage->buffer.handle, t->staging->buffer.handle, 1,
                                 &region);
    uint64_t value;
    gv_recorder_submit(rec, &value);
    return gv_vk_device_wait(rec->dev, value, UINT64_MAX) == VK_SUCCESS &&
           gv_staging_invalidate(t->staging);
}

static void *map_staged(struct gv_context *ctx, struct gv_transfer *t, unsigned usage)
{
    bool read = !(usage & PIPE_TRANSFER_DISCARD_RANGE);
    if (read && (usage & PIPE_TRANSFER_DONTBLOCK) && gv_transfer_would_block(&ctx->rec))
        return NULL;
    struct gv_meta *meta = gv_meta_get(ctx);
    if (!meta)
        return NULL;
    unsigned skew_B = (unsigned)t->base.box.x % MAP_ALIGNMENT_B;
    t->staging_offset_B = skew_B;
    t->staging =
        gv_staging_acquire(meta->staging, read ? GV_VK_MEMORY_READBACK : GV_VK_MEMORY_UPLOAD,
                           (VkDeviceSize)skew_B + (unsigned)t->base.box.width);
    if (!t->staging)
        return NULL;
    if (read && !read_into_stage(&ctx->rec, t)) {
        gv_staging_release(t->staging);
        t->staging = NULL;
        return NULL;
    }
    return (uint8_t *)t->staging->buffer.memory.map + t->staging_offset_B;
}

void *gv_transfer_map_buffer(struct gv_context *ctx, struct gv_transfer *t)
{
    struct gv_resource *res = gv_resource(t->base.resource);
    unsigned begin_B = (unsigned)t->base.box.x, end_B = begin_B + (unsigned)t->base.box.width;
    bool directly = t->base.usage & (PIPE_TRANSFER_PERSISTENT | PIPE_TRANSFER_MAP_DIRECTLY);
    unsigned usage = relax_usage(ctx, res, t->base.usage, begin_B, end_B);
    t->base.stride = t->base.layer_stride = (unsigned)t->base.box.width;

    void *map;
    if (!res->storage->buffer.memory.map)
        map = directly ? NULL : map_staged(ctx, t, usage);
    else if ((usage & PIPE_TRANSFER_DISCARD_RANGE) && !(usage & PIPE_TRANSFER_UNSYNCHRONIZED) &&
             !directly && !gv_storage_is_idle(res->storage, true))
        map = map_staged(ctx, t, usage);
    else
        map = map_in_place(&ctx->rec, t, usage);

    if (map && (usage & PIPE_TRANSFER_WRITE) && !(usage & PIPE_TRANSFER_FLUSH_EXPLICIT))
        gv_resource_mark_written(res, begin_B, end_B - begin_B);
    return map;
}

/* Prepares the storage for a copy to size_B bytes at offset_B. The copy may be the storage's first
 * use. Returns the command buffer for the copy. */
static VkCommandBuffer begin_write(struct gv_recorder *rec, struct gv_storage *storage,
                                   unsigned offset_B, unsigned size_B)
{
    storage->overwritten = offset_B == 0 && size_B == storage->shape.width && size_B % 4 == 0 &&
                           !gv_screen_is_shared(rec->screen);
    VkCommandBuffer cmd = gv_sync_write(rec, storage, offset_B, (VkDeviceSize)offset_B + size_B);
    storage->overwritten = false;
    return cmd;
}

/* Copies a part of the staging memory to the buffer. offset_B is relative to the mapped range. */
static void write_from_stage(struct gv_recorder *rec, struct gv_transfer *t, unsigned offset_B,
                             unsigned size_B)
{
    struct gv_storage *storage = gv_resource(t->base.resource)->storage;
    VkCommandBuffer cmd = begin_write(rec, storage, (unsigned)t->base.box.x + offset_B, size_B);
    if (!cmd || !gv_vk_batch_ref(rec->batch, &t->staging->object) || !gv_staging_flush(t->staging))
        return;
    const VkBufferCopy region = {t->staging_offset_B + offset_B,
                                 (VkDeviceSize)t->base.box.x + offset_B, size_B};
    rec->dev->vk.vkCmdCopyBuffer(cmd, t->staging->buffer.handle, storage->buffer.handle, 1,
                                 &region);
    rec->stats.upload_B += size_B;
}

void gv_transfer_flush_buffer(struct gv_context *ctx, struct gv_transfer *t,
                              const struct pipe_box *box)
{
    unsigned mapped_B = (unsigned)t->base.box.width;
    if (box->x < 0 || box->width <= 0 || (unsigned)box->x > mapped_B ||
        (unsigned)box->width > mapped_B - (unsigned)box->x)
        return;
    if (t->staging)
        write_from_stage(&ctx->rec, t, (unsigned)box->x, (unsigned)box->width);
    gv_resource_mark_written(gv_resource(t->base.resource), (unsigned)(t->base.box.x + box->x),
                             (unsigned)box->width);
}

void gv_transfer_unmap_buffer(struct gv_context *ctx, struct gv_transfer *t)
{
    struct gv_resource *res = gv_resource(t->base.resource);
    unsigned usage = t->base.usage;
    if (t->staging && (usage & PIPE_TRANSFER_WRITE) && !(usage & PIPE_TRANSFER_FLUSH_EXPLICIT))
        write_from_stage(&ctx->rec, t, 0, (unsigned)t->base.box.width);
    if (usage & PIPE_TRANSFER_PERSISTENT)
        atomic_fetch_sub(&res->persistent_maps, 1);
    gv_staging_release(t->staging);
    gv_storage_unref(t->storage);
}

void gv_write_buffer(struct gv_context *ctx, struct gv_resource *res, unsigned usage,
                     unsigned offset_B, unsigned size_B, const void *data)
{
    usage = relax_usage(ctx, res, usage, offset_B, offset_B + size_B);
    if (res->storage->buffer.memory.map &&
        ((usage & PIPE_TRANSFER_UNSYNCHRONIZED) || gv_storage_is_idle(res->storage, true))) {
        gv_storage_init_host(res->storage, offset_B, offset_B + size_B);
        memcpy(host_bytes(res->storage) + offset_B, data, size_B);
        gv_resource_mark_written(res, offset_B, size_B);
        return;
    }
    struct gv_vk_batch *batch = gv_recorder_batch(&ctx->rec);
    struct gv_vk_ring_slice slice;
    if (!batch || gv_vk_ring_alloc(&ctx->rec.upload, batch, size_B, 4, &slice) != VK_SUCCESS)
        return;
    memcpy(slice.map, data, size_B);
    VkCommandBuffer cmd = begin_write(&ctx->rec, res->storage, offset_B, size_B);
    if (!cmd)
        return;
    const VkBufferCopy region = {slice.offset_B, offset_B, size_B};
    ctx->dev->vk.vkCmdCopyBuffer(cmd, slice.buffer, res->storage->buffer.handle, 1, &region);
    ctx->rec.stats.upload_B += size_B;
    gv_resource_mark_written(res, offset_B, size_B);
}
