/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/sync.h"

#include <sched.h>

#include "driver/context.h"

#define WRITE_ACCESS                                                                               \
    (VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_WRITE_BIT |                               \
     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |               \
     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_HOST_WRITE_BIT |                 \
     VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT |                 \
     VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT)

/* ---- Several threads ------------------------------------------------------------------------- */

static void lock(struct gv_sync *s)
{
    while (atomic_exchange_explicit(&s->locked, true, memory_order_acquire))
        sched_yield();
}

static void unlock(struct gv_sync *s)
{
    atomic_store_explicit(&s->locked, false, memory_order_release);
}

static bool is_recorded(struct gv_vk_use use)
{
    return gv_vk_use_state(use) == GV_VK_USE_RECORDING;
}

/* All that overlapped is submitted: from here on the order is known again. */
static void end_overlap(struct gv_sync *s)
{
    if (!s->overlap_serial || is_recorded(s->last_read) || is_recorded(s->last_write) ||
        gv_vk_device_records_before(s->dev, s->overlap_serial))
        return;
    s->overlap_serial = 0;
    s->overlap_write = false;
    s->overlap_value = atomic_load(&s->dev->submitted);
}

static bool is_foreign(const struct gv_vk_batch *batch, struct gv_vk_use use)
{
    return use.batch != batch && is_recorded(use);
}

/* Looks for batches of other contexts that use the storage and are not submitted. */
static void check_overlap(struct gv_sync *s, const struct gv_vk_batch *batch, bool write)
{
    bool writes = is_foreign(batch, s->last_write);
    if (writes || is_foreign(batch, s->last_read))
        s->overlap_serial = atomic_load(&s->dev->next_serial);
    else
        end_overlap(s);
    if (s->overlap_serial && (write || writes))
        s->overlap_write = true;
}

void gv_sync_leave(struct gv_storage *storage)
{
    lock(&storage->sync);
    storage->initialized = false;
    storage->outside = true;
    unlock(&storage->sync);
}

/* Who uses a storage, as of one moment. */
struct uses {
    struct gv_vk_use read, write;
    bool overlap;   /* batches of several contexts, not all submitted */
    uint64_t value; /* of the last of them; 0: there were none */
};

static struct uses uses_of(struct gv_sync *s)
{
    lock(s);
    end_overlap(s);
    const struct uses uses = {
        .read = s->last_read,
        .write = s->last_write,
        .overlap = s->overlap_serial != 0,
        .value = s->overlap_value,
    };
    unlock(s);
    return uses;
}

unsigned gv_sync_pending(struct gv_storage *storage)
{
    const struct uses uses = uses_of(&storage->sync);
    if (uses.overlap || (uses.value && !gv_vk_device_is_done(storage->sync.dev, uses.value)))
        return GV_SYNC_READ | GV_SYNC_WRITE;
    return (gv_vk_use_state(uses.read) != GV_VK_USE_IDLE ? GV_SYNC_READ : 0u) |
           (gv_vk_use_state(uses.write) != GV_VK_USE_IDLE ? GV_SYNC_WRITE : 0u);
}

void gv_sync_wait(struct gv_context *ctx, struct gv_storage *storage, bool for_write)
{
    const struct uses uses = uses_of(&storage->sync);
    uint64_t value = uses.value;
    if (uses.overlap) {
        gv_context_submit(ctx, NULL);
        value = atomic_load(&ctx->dev->submitted);
    }
    if (value)
        gv_vk_device_wait(ctx->dev, value, UINT64_MAX);
    gv_context_wait_use(ctx, uses.write, UINT64_MAX);
    if (for_write)
        gv_context_wait_use(ctx, uses.read, UINT64_MAX);
}

void gv_sync_host(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B)
{
    lock(&storage->sync);
    if (!storage->initialized && !storage->outside)
        gv_storage_init_mapped(storage, begin_B, end_B);
    unlock(&storage->sync);
}

void gv_sync_wait_submitted(struct gv_storage *storage)
{
    const struct uses uses = uses_of(&storage->sync);
    struct gv_vk_device *dev = storage->sync.dev;
    uint64_t value = uses.overlap ? atomic_load(&dev->submitted) : uses.value;
    if (value)
        gv_vk_device_wait(dev, value, UINT64_MAX);
    gv_vk_use_wait(uses.write, UINT64_MAX);
    gv_vk_use_wait(uses.read, UINT64_MAX);
}

/* ---- Hazards --------------------------------------------------------------------------------- */

/* Where batches overlap nothing is forgotten, and a barrier of another batch may come too late. */
static struct gv_vk_barrier hazard_of_overlap(struct gv_sync *s, VkPipelineStageFlags2 stages,
                                              VkAccessFlags2 access, bool write)
{
    struct gv_vk_barrier b = {
        .src_stages = s->write_stages | (write ? s->read_stages : 0),
        .src_access = s->write_access,
    };
    if (b.src_stages) {
        b.dst_stages = stages;
        b.dst_access = access;
    }
    if (write) {
        s->write_stages |= stages;
        s->write_access |= access & WRITE_ACCESS;
        s->stores_of = 0;
    } else {
        s->read_stages |= stages;
    }
    s->read_access = 0; /* the next read without overlap looks at the writes anew */
    return b;
}

/* The barrier that this use needs against the earlier ones; dst_stages 0: none. Remembers the
 * use. */
static struct gv_vk_barrier hazard(struct gv_sync *s, VkPipelineStageFlags2 stages,
                                   VkAccessFlags2 access, bool write)
{
    if (s->overlap_serial)
        return hazard_of_overlap(s, stages, access, write);
    struct gv_vk_barrier b = {0};
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
        s->stores_of = 0;
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

static void accumulate(struct gv_vk_barrier *sum, const struct gv_vk_barrier *b)
{
    sum->src_stages |= b->src_stages;
    sum->src_access |= b->src_access;
    sum->dst_stages |= b->dst_stages;
    sum->dst_access |= b->dst_access;
}

static void record(struct gv_context *ctx, VkCommandBuffer cmd, struct gv_vk_barrier *b)
{
    if (!b->dst_stages)
        return;
    gv_vk_barrier_record(ctx->dev, cmd, b);
    ctx->stats.barriers++;
    *b = (struct gv_vk_barrier){0};
}

/* In a submission of its own: in this batch it might come behind what another context does to the
 * storage. False: it could not be submitted. */
static bool init_apart(struct gv_storage *storage)
{
    struct gv_vk_batch *batch;
    if (gv_vk_batch_begin(storage->sync.dev, &batch) != VK_SUCCESS)
        return false;
    if (!gv_vk_batch_ref(batch, &storage->object)) {
        gv_vk_batch_abandon(batch);
        return false;
    }
    gv_storage_init(storage, batch->main);
    batch->main_used = true;
    return gv_vk_batch_submit(batch, NULL) == VK_SUCCESS;
}

static bool is_mapped_buffer(const struct gv_storage *storage)
{
    return storage->is_buffer && storage->buffer.memory.map;
}

static void init(struct gv_context *ctx, struct gv_storage *storage)
{
    if (is_mapped_buffer(storage) && !storage->outside) {
        gv_storage_init_mapped(storage, 0, 0);
        return;
    }
    if (!gv_screen_is_shared(ctx->screen) || !init_apart(storage)) {
        gv_storage_init(storage, ctx->batch->pre);
        ctx->batch->pre_used = true;
    }
    storage->sync.write_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    storage->sync.write_access = VK_ACCESS_2_TRANSFER_WRITE_BIT;
}

/* Keeps storage alive for the batch, remembers who uses it, sees to what comes before the first
 * use. */
static void touch(struct gv_context *ctx, struct gv_storage *storage, bool write)
{
    struct gv_vk_batch *batch = ctx->batch;
    uint64_t serial = atomic_load_explicit(&batch->serial, memory_order_relaxed);
    struct gv_sync *s = &storage->sync;
    bool first = s->last_read.serial != serial && s->last_write.serial != serial;
    if (first)
        gv_vk_batch_ref(batch, &storage->object);
    if (first || s->overlap_serial)
        check_overlap(s, batch, write);
    struct gv_vk_use use = {batch, serial};
    if (write) {
        s->last_write = use;
        s->wrote_in_pre = false;
    } else {
        s->last_read = use;
    }
    if (!storage->initialized)
        init(ctx, storage);
    if (write && is_mapped_buffer(storage))
        ctx->host_read = true;
}

/* Whether commands of this batch's `main` may be in the way of what comes before it. Reads that
 * overlap are not in the way of reads. */
static bool used_in_main(const struct gv_context *ctx, const struct gv_sync *s)
{
    return s->overlap_serial
               ? s->overlap_write
               : s->main_serial == atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
}

/* One use: its barrier is added to the sum. Says whether `main` is in the way. */
static bool use(struct gv_context *ctx, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                VkAccessFlags2 access, bool write, struct gv_vk_barrier *sum)
{
    touch(ctx, storage, write);
    struct gv_vk_barrier b = hazard(&storage->sync, stages, access, write);
    accumulate(sum, &b);
    return used_in_main(ctx, &storage->sync);
}

static void mark_in_main(const struct gv_context *ctx, struct gv_sync *s)
{
    s->main_serial = atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
}

/* Whether this batch's `main` reads so already, since the last write: most bindings stay as they
 * are when one of them changes. */
static bool reads_again(const struct gv_context *ctx, const struct gv_sync *s,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    uint64_t serial = atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
    return s->main_serial == serial && s->last_read.serial == serial && !s->overlap_serial &&
           !(stages & ~s->read_stages) && !(access & ~s->read_access);
}

/* Whether the last writes, in this batch's `main` and read by nobody since, are of stores that may
 * come in any order with another one. */
static bool stores_again(const struct gv_context *ctx, const struct gv_storage *storage)
{
    const struct gv_sync *s = &storage->sync;
    uint64_t serial = atomic_load_explicit(&ctx->batch->serial, memory_order_relaxed);
    return storage->initialized && s->last_write.serial == serial && !s->overlap_serial &&
           s->stores_of == ctx->num_memory_barriers && !s->read_stages;
}

/* What comes before a use in `main`. False: no batch could be begun. */
static bool begin_use(struct gv_context *ctx, const struct gv_storage *storage)
{
    if (storage->clear_pending)
        gv_context_flush_clears(ctx);
    return gv_context_batch(ctx) != NULL;
}

/* Under the lock of the storage. */
static void use_in_main(struct gv_context *ctx, struct gv_storage *storage,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access, bool write)
{
    struct gv_vk_barrier b = {0};
    bool in_main = use(ctx, storage, stages, access, write, &b);
    mark_in_main(ctx, &storage->sync);
    accumulate(in_main ? &ctx->main_barrier : &ctx->pre_barrier, &b);
}

void gv_sync_main(struct gv_context *ctx, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write)
{
    if (!begin_use(ctx, storage))
        return;
    lock(&storage->sync);
    if (write || !storage->initialized || !reads_again(ctx, &storage->sync, stages, access))
        use_in_main(ctx, storage, stages, access, write);
    unlock(&storage->sync);
}

void gv_sync_store(struct gv_context *ctx, struct gv_storage *storage, VkPipelineStageFlags2 stages)
{
    struct gv_sync *s = &storage->sync;
    if (!begin_use(ctx, storage))
        return;
    lock(s);
    VkPipelineStageFlags2 stored = stores_again(ctx, storage) ? s->write_stages : 0;
    if (stages & ~stored) {
        /* A stage that is new to it waits for what was before the stores, and so for them. */
        use_in_main(ctx, storage, stages,
                    VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                    true);
        s->write_stages |= stored;
        s->stores_of = ctx->num_memory_barriers;
    }
    unlock(s);
}

void gv_sync_flush_main(struct gv_context *ctx)
{
    if (!ctx->main_barrier.dst_stages)
        return;
    gv_context_end_rendering(ctx);
    record(ctx, gv_context_main(ctx), &ctx->main_barrier);
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
    if (!dst) /* towards the host */
        ctx->host_read = true;

    /* What `main` has not used may be copied before all of it. A source may be, too, when `main`
     * only read it; but its reads tell too little to be worth the look. */
    struct gv_vk_barrier b = {0};
    bool in_main = false;
    if (src) {
        lock(&src->sync);
        in_main |= use(ctx, src, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                       VK_ACCESS_2_TRANSFER_READ_BIT, false, &b);
        in_main |= src->sync.overlap_serial != 0;
        unlock(&src->sync);
    }
    if (dst) {
        lock(&dst->sync);
        in_main |= use(ctx, dst, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                       VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT, true, &b);
        dst->sync.wrote_in_pre = !in_main;
        unlock(&dst->sync);
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
    struct gv_storage *const both[] = {dst, src};
    for (unsigned i = 0; i < 2; i++) {
        if (!both[i])
            continue;
        lock(&both[i]->sync);
        mark_in_main(ctx, &both[i]->sync);
        unlock(&both[i]->sync);
    }
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
    return gv_context_main(ctx);
}

/* ---- Kernels --------------------------------------------------------------------------------- */

static bool written_in_main(const struct gv_context *ctx, struct gv_sync *s)
{
    lock(s);
    bool written = s->overlap_serial ||
                   (s->last_write.serial == atomic_load(&ctx->batch->serial) && !s->wrote_in_pre);
    unlock(s);
    return written;
}

/* A read before all of `main`. The barrier is there even if `main` has waited for the same write:
 * its own may be hoisted no further than to the end of `pre`. */
static void read_in_pre(struct gv_context *ctx, struct gv_storage *storage,
                        struct gv_vk_barrier *sum)
{
    struct gv_sync *s = &storage->sync;
    const VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    const VkAccessFlags2 access = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    lock(s);
    const struct gv_vk_barrier b = {s->write_stages, stages, s->write_access, access};
    if (b.src_stages)
        accumulate(sum, &b);
    use(ctx, storage, stages, access, false, sum);
    unlock(s);
}

VkCommandBuffer gv_sync_kernel(struct gv_context *ctx, struct gv_storage *const *buffers,
                               unsigned num)
{
    struct gv_vk_batch *batch = gv_context_batch(ctx);
    if (!batch)
        return NULL;
    bool in_main = false;
    for (unsigned i = 0; i < num; i++)
        in_main |= buffers[i] && written_in_main(ctx, &buffers[i]->sync);
    struct gv_vk_barrier b = {0};
    for (unsigned i = 0; i < num; i++) {
        if (buffers[i] && in_main)
            gv_sync_main(ctx, buffers[i], VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                         VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false);
        else if (buffers[i])
            read_in_pre(ctx, buffers[i], &b);
    }
    if (!in_main) {
        record(ctx, batch->pre, &b);
        batch->pre_used = true;
        return batch->pre;
    }
    /* What kernels write lies beside what draws before read as indices. No draw reads so far, but
     * validation layers cannot see where one ends whose record the device writes. */
    const struct gv_vk_barrier neighbours = {
        .src_stages = VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .dst_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
    };
    accumulate(&ctx->main_barrier, &neighbours);
    gv_context_end_rendering(ctx);
    gv_sync_flush_main(ctx);
    batch->main_used = true;
    return batch->main;
}

void gv_sync_kernel_wrote(struct gv_context *ctx, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access)
{
    const struct gv_vk_barrier b = {
        .src_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .src_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dst_stages = stages,
        .dst_access = access,
    };
    accumulate(cmd == ctx->batch->main ? &ctx->main_barrier : &ctx->pre_barrier, &b);
}
