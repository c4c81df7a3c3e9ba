/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/sync.h"

#include "driver/context.h"

#define WRITE_ACCESS                                                                               \
    (VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_WRITE_BIT |                               \
     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |               \
     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_HOST_WRITE_BIT |                 \
     VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT)

/* The barrier that this use needs against the earlier ones; dst_stages 0: none. Remembers the
 * use. */
static struct gv_pending_barrier hazard(struct gv_sync *s, VkPipelineStageFlags2 stages,
                                        VkAccessFlags2 access, bool write)
{
    struct gv_pending_barrier b = {0};
    if (write) {
        if (s->write_stages | s->read_stages) {
            b.src_stages = s->write_stages | s->read_stages;
            b.src_access = s->write_access;
            b.dst_stages = stages;
            b.dst_access = access;
        }
        s->write_stages = stages;
        s->write_access = access & WRITE_ACCESS;
        s->read_stages = 0;
        s->read_access = 0;
        return b;
    }
    if (s->write_stages &&
        ((s->read_stages & stages) != stages || (s->read_access & access) != access)) {
        b.src_stages = s->write_stages;
        b.src_access = s->write_access;
        b.dst_stages = stages;
        b.dst_access = access;
    }
    s->read_stages |= stages;
    s->read_access |= access;
    return b;
}

static void accumulate(struct gv_pending_barrier *sum, const struct gv_pending_barrier *b)
{
    sum->src_stages |= b->src_stages;
    sum->src_access |= b->src_access;
    sum->dst_stages |= b->dst_stages;
    sum->dst_access |= b->dst_access;
}

static void record(struct gv_context *ctx, VkCommandBuffer cmd, struct gv_pending_barrier *b)
{
    if (!b->dst_stages)
        return;
    const VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = b->src_stages,
        .srcAccessMask = b->src_access,
        .dstStageMask = b->dst_stages,
        .dstAccessMask = b->dst_access,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &barrier,
    };
    ctx->dev->vk.vkCmdPipelineBarrier2(cmd, &info);
    ctx->stats.barriers++;
    *b = (struct gv_pending_barrier){0};
}

/* Keeps storage alive for the batch, remembers who uses it, gives an image its first contents. */
static void touch(struct gv_context *ctx, struct gv_storage *storage, bool write)
{
    struct gv_vk_batch *batch = ctx->batch;
    uint64_t serial = atomic_load_explicit(&batch->serial, memory_order_relaxed);
    struct gv_sync *s = &storage->sync;
    if (s->last_read.serial != serial && s->last_write.serial != serial)
        gv_vk_batch_ref(batch, &storage->object);
    struct gv_vk_use use = {batch, serial};
    if (write)
        s->last_write = use;
    else
        s->last_read = use;
    if (!storage->is_buffer && !storage->initialized) {
        gv_storage_init_image(storage, batch->pre);
        batch->pre_used = true;
        s->write_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
        s->write_access = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    }
    if (write && storage->is_buffer && storage->buffer.memory.map)
        ctx->host_read = true;
}

static bool used_in_main(const struct gv_context *ctx, const struct gv_storage *storage)
{
    return storage->sync.main_serial ==
           atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
}

void gv_sync_main(struct gv_context *ctx, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write)
{
    if (storage->clear_pending)
        gv_context_flush_clears(ctx);
    if (!gv_context_batch(ctx))
        return;
    touch(ctx, storage, write);
    struct gv_pending_barrier b = hazard(&storage->sync, stages, access, write);
    accumulate(used_in_main(ctx, storage) ? &ctx->main_barrier : &ctx->pre_barrier, &b);
    storage->sync.main_serial = atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
}

void gv_sync_flush_main(struct gv_context *ctx)
{
    if (!ctx->main_barrier.dst_stages)
        return;
    gv_context_end_rendering(ctx);
    record(ctx, ctx->batch->main, &ctx->main_barrier);
}

void gv_sync_flush_pre(struct gv_context *ctx)
{
    if (!ctx->pre_barrier.dst_stages)
        return;
    ctx->batch->pre_used = true;
    record(ctx, ctx->batch->pre, &ctx->pre_barrier);
}

VkCommandBuffer gv_sync_copy(struct gv_context *ctx, struct gv_storage *dst, struct gv_storage *src)
{
    if ((dst && dst->clear_pending) || (src && src->clear_pending))
        gv_context_flush_clears(ctx);
    struct gv_vk_batch *batch = gv_context_batch(ctx);
    if (!batch)
        return NULL;
    /* What `main` has not used may be copied before all of it. A source may be, too, when `main`
     * only read it; but its reads tell too little to be worth the look. */
    bool in_main = (dst && used_in_main(ctx, dst)) || (src && used_in_main(ctx, src));
    if (!dst) /* towards the host */
        ctx->host_read = true;

    struct gv_pending_barrier b = {0};
    if (src) {
        touch(ctx, src, false);
        struct gv_pending_barrier h = hazard(&src->sync, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                             VK_ACCESS_2_TRANSFER_READ_BIT, false);
        accumulate(&b, &h);
    }
    if (dst) {
        touch(ctx, dst, true);
        struct gv_pending_barrier h =
            hazard(&dst->sync, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                   VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT, true);
        accumulate(&b, &h);
    }
    ctx->dirty |= GV_DIRTY_SYNC;
    ctx->compute.dirty |= GV_DIRTY_SYNC;
    if (!in_main) {
        record(ctx, batch->pre, &b);
        batch->pre_used = true;
        return batch->pre;
    }
    gv_context_end_rendering(ctx);
    accumulate(&ctx->main_barrier, &b);
    record(ctx, batch->main, &ctx->main_barrier);
    batch->main_used = true;
    uint64_t serial = atomic_load_explicit(&batch->serial, memory_order_relaxed);
    if (dst)
        dst->sync.main_serial = serial;
    if (src)
        src->sync.main_serial = serial;
    return batch->main;
}

VkCommandBuffer gv_sync_meta(struct gv_context *ctx, struct gv_storage *dst,
                             VkPipelineStageFlags2 dst_stages, VkAccessFlags2 dst_access,
                             struct gv_storage *src, VkPipelineStageFlags2 src_stages,
                             VkAccessFlags2 src_access)
{
    if (!gv_context_batch(ctx))
        return NULL;
    if (src)
        gv_sync_main(ctx, src, src_stages, src_access, false);
    if (dst)
        gv_sync_main(ctx, dst, dst_stages, dst_access, true);
    gv_context_end_rendering(ctx);
    gv_sync_flush_main(ctx);
    ctx->batch->main_used = true;
    ctx->dirty |= GV_DIRTY_SYNC;
    ctx->compute.dirty |= GV_DIRTY_SYNC;
    return ctx->batch->main;
}
