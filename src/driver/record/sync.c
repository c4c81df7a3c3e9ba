/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/sync.h"

#include <pthread.h>

#include "driver/record/recorder.h"
#include "driver/resource/dma_buf.h"
#include "driver/resource/mirror.h"
#include "driver/resource/share.h"
#include "driver/resource/storage.h"
#include "driver/screen/screen.h"
#include "vk/layout.h"

void gv_sync_wait(struct gv_recorder *rec, struct gv_storage *storage, bool for_write)
{
    const struct gv_uses uses = gv_hazards_uses(&storage->hazards);
    uint64_t value = uses.value;
    if (uses.overlap) {
        gv_recorder_submit(rec, NULL);
        value = atomic_load(&rec->dev->submitted);
    }
    if (value)
        gv_vk_device_wait(rec->dev, value, UINT64_MAX);
    gv_recorder_wait_use(rec, uses.write, UINT64_MAX);
    if (for_write)
        gv_recorder_wait_use(rec, uses.read, UINT64_MAX);
}

static void accumulate(struct gv_vk_barrier *sum, const struct gv_vk_barrier *b)
{
    sum->src_stages |= b->src_stages;
    sum->src_access |= b->src_access;
    sum->dst_stages |= b->dst_stages;
    sum->dst_access |= b->dst_access;
}

static void record(struct gv_recorder *rec, VkCommandBuffer cmd, struct gv_waiting_barrier *b)
{
    if (!gv_waits(b))
        return;
    gv_vk_barrier_record_changes(rec->dev, cmd, &b->memory, b->changes, b->num_changes);
    rec->stats.barriers++;
    b->memory = (struct gv_vk_barrier){0};
    b->num_changes = 0;
}

/* ---- Layout changes */

enum {
    /* Largest number of layout changes of one image in one barrier: one for each of two levels that
     * change separately, and one for each group of levels below, between and above them. */
    MAX_CHANGES = 5
};

static struct gv_vk_layout_change *find_change(struct gv_waiting_barrier *sum, VkImage image)
{
    for (uint32_t i = 0; i < sum->num_changes; i++) {
        if (sum->changes[i].image == image)
            return &sum->changes[i];
    }
    return NULL;
}

/* Whether another layout change of an image can be added to the pending barrier. `by_level`: levels
 * of the image change separately. */
static bool has_room(struct gv_waiting_barrier *sum, VkImage image, bool by_level)
{
    const struct gv_vk_layout_change *same = find_change(sum, image);
    return same ? !by_level && !same->num_levels
                : sum->num_changes + MAX_CHANGES <= GV_VK_MAX_LAYOUT_CHANGES;
}

static struct gv_vk_layout_change *add_change(struct gv_waiting_barrier *sum,
                                              const struct gv_storage *storage,
                                              const struct gv_vk_barrier *b, VkImageLayout from,
                                              VkImageLayout to)
{
    struct gv_vk_layout_change *change = &sum->changes[sum->num_changes++];
    assert(sum->num_changes <= GV_VK_MAX_LAYOUT_CHANGES);
    *change =
        (struct gv_vk_layout_change){*b, storage->image.handle, storage->aspects, from, to, 0, 0};
    return change;
}

/* Adds a layout change of a whole image. If the pending barrier already changes the image's layout,
 * one barrier makes both changes, from the first layout to `to`. */
static void accumulate_change(struct gv_waiting_barrier *sum, const struct gv_storage *storage,
                              const struct gv_vk_barrier *b, VkImageLayout from, VkImageLayout to)
{
    struct gv_vk_layout_change *same = find_change(sum, storage->image.handle);
    if (!same) {
        add_change(sum, storage, b, from, to);
        return;
    }
    assert(!same->num_levels);
    accumulate(&same->barrier, b);
    same->to = to;
}

/* Adds layout changes for an image whose levels have different layouts before or after the change.
 * Adjacent levels with equal changes are merged. Levels that remain in their layout are covered by
 * the memory barrier. */
static void accumulate_level_changes(struct gv_waiting_barrier *sum,
                                     const struct gv_storage *storage,
                                     const struct gv_vk_barrier *b, VkImageLayout was,
                                     const struct gv_level_layouts *levels)
{
    struct gv_vk_layout_change *change = NULL;
    assert(!find_change(sum, storage->image.handle));
    for (uint32_t level = 0; level < storage->shape.levels; level++) {
        const VkImageLayout from = gv_level_layout(was, levels, level);
        const VkImageLayout to = gv_storage_level_layout(storage, level);
        if (!change || change->from != from || change->to != to) {
            change = from == to ? NULL : add_change(sum, storage, b, from, to);
            if (!change)
                continue;
            change->first_level = level;
        }
        change->num_levels++;
    }
    accumulate(&sum->memory, b);
}

/* Adds a use without a layout change. If the pending barrier changes the image's layout, the use is
 * added to that layout change, so that the use waits for the change; different parts of one barrier
 * do not wait for each other. */
static void accumulate_use(struct gv_waiting_barrier *sum, const struct gv_storage *storage,
                           const struct gv_vk_barrier *b)
{
    struct gv_vk_layout_change *change =
        storage->hazards.changes_layout ? find_change(sum, storage->image.handle) : NULL;
    accumulate(change ? &change->barrier : &sum->memory, b);
    for (;
         change && change + 1 < sum->changes + sum->num_changes && change[1].image == change->image;
         change++)
        accumulate(&change[1].barrier, b);
}

/* ---- Uses ------------------------------------------------------------------------------------ */

static bool is_mapped_buffer(const struct gv_storage *storage)
{
    return storage->is_buffer && storage->buffer.memory.map;
}

/* Makes the first use of the storage wait for the transfers that write the first contents. Call
 * after these transfers are recorded. */
static void note_init(struct gv_storage *storage)
{
    if (storage->texels)
        return;
    if (storage->is_buffer ? storage->overwritten && !storage->outside
                           : gv_storage_changes_layout(storage) && !gv_storage_layout(storage))
        return;
    storage->hazards.write_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    storage->hazards.write_access = VK_ACCESS_2_TRANSFER_WRITE_BIT;
}

static void init(struct gv_recorder *rec, struct gv_storage *storage)
{
    if (is_mapped_buffer(storage) && !storage->outside) {
        gv_storage_init_mapped(storage, 0, 0);
        return;
    }
    gv_storage_init(storage, rec->batch->pre);
    rec->batch->pre_used = true;
    note_init(storage);
    gv_storage_set_initialized(storage);
    gv_recorder_borrow(rec, storage);
}

/* Locks the storage's hazards. In the dev build, rec->locked asserts that nothing is submitted
 * before the unlock. */
static inline void lock(struct gv_recorder *rec, struct gv_storage *storage)
{
    gv_hazards_lock(&storage->hazards);
    assert(!rec->locked);
#ifndef NDEBUG
    rec->locked = &storage->hazards;
#endif
    (void)rec;
}

static inline void unlock(struct gv_recorder *rec, struct gv_storage *storage)
{
#ifndef NDEBUG
    assert(rec->locked == &storage->hazards);
    rec->locked = NULL;
#endif
    (void)rec;
    gv_hazards_unlock(&storage->hazards);
}

/* Whether the first contents must be submitted separately, before any use. If there are several
 * contexts, this context's batch may be submitted after another context's use. */
static bool needs_init_apart(const struct gv_recorder *rec, const struct gv_storage *storage)
{
    return !storage->initialized && gv_screen_is_shared(rec->screen) &&
           (!is_mapped_buffer(storage) || storage->outside);
}

/* Submits the commands for the first contents. Returns false if the submission fails. */
static bool submit_init(struct gv_recorder *rec, struct gv_storage *storage)
{
    struct gv_vk_batch *batch;
    assert(!rec->locked);
    if (gv_vk_batch_begin(rec->dev, &batch) != VK_SUCCESS)
        return false;
    if (!gv_vk_batch_ref(batch, &storage->object)) {
        gv_vk_batch_abandon(batch);
        return false;
    }
    gv_storage_init(storage, batch->main);
    batch->main_used = true;
    return gv_vk_batch_submit(batch, NULL) == VK_SUCCESS;
}

/* Submits the first contents separately. Other contexts that use the storage wait on the mutex
 * until the submission. */
static void init_apart(struct gv_recorder *rec, struct gv_storage *storage)
{
    pthread_mutex_lock(&rec->screen->init_lock);
    lock(rec, storage);
    bool needed = needs_init_apart(rec, storage);
    unlock(rec, storage);
    if (needed && submit_init(rec, storage)) {
        lock(rec, storage);
        note_init(storage);
        gv_storage_set_initialized(storage);
        gv_recorder_borrow(rec, storage);
        unlock(rec, storage);
    }
    pthread_mutex_unlock(&rec->screen->init_lock);
}

/* Whether other devices may be accessing the storage. */
static bool needs_wait(const struct gv_storage *storage)
{
    return storage->is_dma_buf && storage->outside;
}

/* Locks the hazards of a storage for a use. Before that, waits for other devices, and submits the
 * storage's first contents if they must be submitted separately. */
static inline void lock_for_use(struct gv_recorder *rec, struct gv_storage *storage)
{
    lock(rec, storage);
    if (storage->initialized)
        return;
    const bool waits = needs_wait(storage);
    if (!waits && !needs_init_apart(rec, storage))
        return;
    const bool was_written = storage->hazards.last_write.batch;
    unlock(rec, storage);
    if (waits)
        gv_dma_buf_wait(storage, was_written);
    init_apart(rec, storage);
    lock(rec, storage);
}

/* Adds a use to the hazards. On the first use in a batch, the batch gets a reference to `storage`.
 * Records the commands that initialize `storage` if it has no contents yet. */
static inline void touch(struct gv_recorder *rec, struct gv_storage *storage,
                         VkPipelineStageFlags2 stages, bool write)
{
    gv_hazards_assert_locked(&storage->hazards);
    struct gv_vk_batch *batch = rec->batch;
    uint64_t serial = atomic_load_explicit(&batch->serial, memory_order_relaxed);
    struct gv_hazards *h = &storage->hazards;
    bool first = h->last_read.serial != serial && h->last_write.serial != serial;
    if (first)
        gv_vk_batch_require(batch, &storage->object);
    if (first || h->overlap_serial)
        gv_hazards_check_overlap(h, batch, write);
    struct gv_vk_use use = {batch, serial};
    if (write) {
        h->last_write = use;
        h->wrote_in_pre = false;
        atomic_store_explicit(&storage->dead, false, memory_order_relaxed);
    } else {
        h->last_read = use;
    }
    if (!storage->initialized)
        init(rec, storage);
    if (!write || !is_mapped_buffer(storage))
        return;
    rec->host_writers |= stages;
    if (storage->mirror)
        gv_mirror_note_write(storage->mirror);
}

/* Whether commands of this batch's `main` may conflict with a command in `pre`. While batches
 * overlap but only read, nothing conflicts. */
static bool used_in_main(const struct gv_recorder *rec, const struct gv_hazards *h)
{
    return h->overlap_serial ? h->overlap_write : h->main_serial == gv_recorder_serial(rec);
}

/* Whether commands of this batch's `main` have written the storage, or may have. */
static bool written_in_main(const struct gv_recorder *rec, const struct gv_hazards *h)
{
    uint64_t serial = gv_recorder_serial(rec);
    return h->overlap_serial || (h->last_write.serial == serial && !h->wrote_in_pre);
}

/* Makes a use in `pre` wait for the last write: adds the wait to `sum`. `main` has already waited
 * for that write, but the barrier of `main` may be at the end of `pre`, after this use. */
static void wait_again(const struct gv_hazards *h, VkPipelineStageFlags2 stages,
                       VkAccessFlags2 access, struct gv_vk_barrier *sum)
{
    const struct gv_vk_barrier b = {h->write_stages, stages, h->write_access, access};
    if (b.src_stages)
        accumulate(sum, &b);
}

/* Returns the layout of an image for an access. If a draw has sampled the image while rendering to
 * it, the image has one layout for all accesses. */
static VkImageLayout layout_for(const struct gv_storage *storage, VkAccessFlags2 access)
{
    if (!storage->hazards.changes_layout)
        return storage->hazards.layout;
    return storage->hazards.looped ? VK_IMAGE_LAYOUT_GENERAL
                                   : gv_vk_layout_for(access, storage->uses.usage);
}

/* Returns the layout for commands that read and write one image. */
static VkImageLayout layout_within(const struct gv_storage *storage)
{
    return storage->hazards.changes_layout ? VK_IMAGE_LAYOUT_GENERAL : storage->hazards.layout;
}

/* Adds to a pending barrier the barrier that a use needs. */
static inline void add_use(struct gv_storage *storage, VkPipelineStageFlags2 stages,
                           VkAccessFlags2 access, bool write, VkImageLayout layout,
                           struct gv_waiting_barrier *sum)
{
    const VkImageLayout from = gv_storage_layout(storage);
    struct gv_vk_barrier b = gv_hazards_add(&storage->hazards, stages, access, write, layout);
    if (from == layout)
        accumulate_use(sum, storage, &b);
    else if (from == GV_LEVELS_DIFFER)
        accumulate_level_changes(sum, storage, &b, from, &storage->hazards.levels);
    else
        accumulate_change(sum, storage, &b, from, layout);
}

/* Adds the barrier of a use that writes one level and reads other levels. */
static void add_level_use(struct gv_storage *storage, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access, const struct gv_level_layouts *levels,
                          struct gv_waiting_barrier *sum)
{
    struct gv_hazards *h = &storage->hazards;
    const VkImageLayout was = h->layout;
    const struct gv_level_layouts old = h->levels;
    const struct gv_vk_barrier b = gv_hazards_add(h, stages, access, true, GV_LEVELS_DIFFER);
    h->levels = *levels;
    accumulate_level_changes(sum, storage, &b, was, &old);
}

/* Adds a use that may be recorded in `pre`. Returns whether `main` has used the storage. In this
 * case, pending layout changes are recorded first, so that the image is in the layout that `main`
 * used. */
static bool touch_anywhere(struct gv_recorder *rec, struct gv_storage *storage,
                           VkPipelineStageFlags2 stages, bool write)
{
    touch(rec, storage, stages, write);
    bool in_main = used_in_main(rec, &storage->hazards);
    if (in_main && storage->hazards.changes_layout && rec->pre_barrier.num_changes)
        gv_sync_flush_pre(rec);
    return in_main;
}

/* Adds a use that may be recorded in `pre`, and its barrier. Returns whether `main` has used the
 * storage. */
static bool use(struct gv_recorder *rec, const struct gv_sync_use *u, bool write,
                VkImageLayout layout, struct gv_waiting_barrier *sum)
{
    bool in_main = touch_anywhere(rec, u->storage, u->stages, write);
    add_use(u->storage, u->stages, u->access, write, layout, sum);
    return in_main;
}

static void mark_in_main(const struct gv_recorder *rec, struct gv_hazards *h)
{
    h->main_serial = gv_recorder_serial(rec);
}

/* Whether this batch's `main` has already made an equal read since the last write. Equal reads are
 * frequent, because most bindings remain when one binding changes. */
static bool reads_again(const struct gv_recorder *rec, const struct gv_hazards *h,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    uint64_t serial = gv_recorder_serial(rec);
    return h->main_serial == serial && h->last_read.serial == serial && !h->overlap_serial &&
           !(stages & ~h->read_stages) && !(access & ~h->read_access);
}

/* Whether another store needs no barrier: the last writes are stores in this batch, and no memory
 * barrier and no read has followed these stores. */
static bool stores_again(const struct gv_recorder *rec, const struct gv_storage *storage)
{
    const struct gv_hazards *h = &storage->hazards;
    uint64_t serial = gv_recorder_serial(rec);
    return storage->initialized && h->last_write.serial == serial && !h->overlap_serial &&
           h->stores_of == rec->num_memory_barriers && !h->read_stages;
}

/* Records pending clears of the storage and begins a batch. Returns false if no batch can be
 * begun. */
static bool begin_use(struct gv_recorder *rec, const struct gv_storage *storage)
{
    if (storage->clears_pending)
        gv_recorder_flush_clears(rec);
    return gv_recorder_batch(rec) != NULL;
}

/* Makes sure that a layout change of the image, or of its levels, can be added to the pending
 * barriers. While a barrier is recorded, the hazards are unlocked, since the end of rendering may
 * use the storage. */
static void make_room(struct gv_recorder *rec, struct gv_storage *storage, bool by_level)
{
    if (!has_room(&rec->pre_barrier, storage->image.handle, by_level))
        gv_sync_flush_pre(rec);
    if (has_room(&rec->main_barrier, storage->image.handle, by_level))
        return;
    unlock(rec, storage);
    gv_sync_flush_main(rec);
    lock(rec, storage);
}

/* Adds a use in `main` and the barrier of the use. If the use must wait for commands in `main`, the
 * barrier is recorded in `main`, otherwise at the end of `pre`. The caller holds the lock of the
 * storage's hazards. */
static void use_in_main(struct gv_recorder *rec, struct gv_storage *storage,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access, bool write,
                        VkImageLayout layout)
{
    gv_hazards_assert_locked(&storage->hazards);
    if (layout != gv_storage_layout(storage))
        make_room(rec, storage, gv_storage_layout(storage) == GV_LEVELS_DIFFER);
    touch(rec, storage, stages, write);
    bool writes = write || layout != gv_storage_layout(storage);
    bool in_main =
        used_in_main(rec, &storage->hazards) && (writes || written_in_main(rec, &storage->hazards));
    add_use(storage, stages, access, write, layout,
            in_main ? &rec->main_barrier : &rec->pre_barrier);
    mark_in_main(rec, &storage->hazards);
}

/* Whether an equal read was already declared, so that nothing needs to be done. */
static bool is_read_already(const struct gv_recorder *rec, struct gv_storage *storage,
                            VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    if (!rec->batch || storage->clears_pending || !gv_hazards_try_lock(&storage->hazards))
        return false;
    bool again = storage->initialized && reads_again(rec, &storage->hazards, stages, access);
    gv_hazards_unlock(&storage->hazards);
    return again;
}

/* Declares a use in `main`. Not inlined, so that reads that were already declared save no
 * registers. */
static __attribute__((noinline)) void sync_main(struct gv_recorder *rec, struct gv_storage *storage,
                                                VkPipelineStageFlags2 stages, VkAccessFlags2 access,
                                                bool write)
{
    if (!begin_use(rec, storage))
        return;
    gv_recorder_enter(rec);
    lock_for_use(rec, storage);
    use_in_main(rec, storage, stages, access, write, layout_for(storage, access));
    unlock(rec, storage);
    gv_recorder_leave(rec);
}

void gv_sync_main(struct gv_recorder *rec, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write)
{
    if (write || !is_read_already(rec, storage, stages, access))
        sync_main(rec, storage, stages, access, write);
}

/* Adds the use of an image that commands in `main` sample and render to alternately, without
 * barriers between them. */
static void use_within_main(struct gv_recorder *rec, struct gv_storage *storage,
                            VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    if (!begin_use(rec, storage))
        return;
    lock_for_use(rec, storage);
    use_in_main(rec, storage, stages, access, true, layout_within(storage));
    unlock(rec, storage);
}

/* Adds the use of an image whose levels are used differently: `main` renders to one level and
 * samples other levels. */
static void use_level_in_main(struct gv_recorder *rec, struct gv_storage *storage,
                              VkPipelineStageFlags2 stages, VkAccessFlags2 access,
                              const struct gv_level_layouts *levels)
{
    if (!begin_use(rec, storage))
        return;
    lock_for_use(rec, storage);
    make_room(rec, storage, true);
    touch(rec, storage, stages, true);
    add_level_use(storage, stages, access, levels,
                  used_in_main(rec, &storage->hazards) ? &rec->main_barrier : &rec->pre_barrier);
    mark_in_main(rec, &storage->hazards);
    unlock(rec, storage);
}

void gv_sync_store(struct gv_recorder *rec, struct gv_storage *storage,
                   VkPipelineStageFlags2 stages)
{
    struct gv_hazards *h = &storage->hazards;
    if (!begin_use(rec, storage))
        return;
    lock_for_use(rec, storage);
    VkPipelineStageFlags2 stored = stores_again(rec, storage) ? h->write_stages : 0;
    if (stages & ~stored) {
        /* A stage that has not stored yet must wait for the uses before the stores of other stages.
         * The barrier of this stage also waits for the stores of the other stages. */
        use_in_main(rec, storage, stages,
                    VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                    true, gv_storage_layout(storage));
        h->write_stages |= stored;
        h->stores_of = rec->num_memory_barriers;
    }
    unlock(rec, storage);
}

bool gv_sync_before_rendering(struct gv_recorder *rec, struct gv_storage *storage,
                              VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    struct gv_hazards *h = &storage->hazards;
    gv_recorder_assert_inside(rec);
    if (storage->clears_pending)
        return false;
    lock_for_use(rec, storage);
    bool possible = !h->overlap_serial && !used_in_main(rec, h);
    if (possible)
        use_in_main(rec, storage, stages, access, true, layout_for(storage, access));
    unlock(rec, storage);
    return possible;
}

void gv_sync_flush_main(struct gv_recorder *rec)
{
    if (!gv_waits(&rec->main_barrier))
        return;
    gv_recorder_end_rendering(rec);
    gv_recorder_assert_outside(rec);
    rec->batch->main_used = true;
    record(rec, gv_recorder_main(rec), &rec->main_barrier);
}

void gv_sync_flush_pre(struct gv_recorder *rec)
{
    if (!gv_waits(&rec->pre_barrier))
        return;
    rec->batch->pre_used = true;
    record(rec, rec->batch->pre, &rec->pre_barrier);
}

/* Adds the source of a copy. Returns whether the copy must be in `main`. */
static bool copy_source(struct gv_recorder *rec, struct gv_storage *src, bool within,
                        struct gv_waiting_barrier *sum)
{
    const struct gv_sync_use u = {src, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                  VK_ACCESS_2_TRANSFER_READ_BIT};
    struct gv_hazards *h = &src->hazards;
    lock_for_use(rec, src);
    bool follows = written_in_main(rec, h);
    const VkImageLayout layout = within ? layout_within(src) : layout_for(src, u.access);
    const bool changes = layout != gv_storage_layout(src);
    if (use(rec, &u, false, layout, sum)) {
        follows |= changes;
        if (!follows)
            wait_again(h, u.stages, u.access, &sum->memory);
    }
    follows |= h->overlap_serial != 0;
    unlock(rec, src);
    return follows;
}

/* Adds the destination of a copy. Returns whether the copy must be in `main`. */
static bool copy_destination(struct gv_recorder *rec, struct gv_storage *dst, bool within,
                             struct gv_waiting_barrier *sum)
{
    const struct gv_sync_use u = {dst, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                  VK_ACCESS_2_TRANSFER_WRITE_BIT |
                                      (within ? VK_ACCESS_2_TRANSFER_READ_BIT : 0)};
    lock_for_use(rec, dst);
    const VkImageLayout layout = within ? layout_within(dst) : layout_for(dst, u.access);
    bool in_main = use(rec, &u, true, layout, sum);
    unlock(rec, dst);
    return in_main;
}

/* Adds a copy between levels of one image. Returns whether the copy must be in `main`. */
static bool copy_to_level(struct gv_recorder *rec, struct gv_storage *storage, uint32_t level,
                          struct gv_waiting_barrier *sum)
{
    const VkAccessFlags2 read = VK_ACCESS_2_TRANSFER_READ_BIT;
    const VkAccessFlags2 write = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    const struct gv_level_layouts levels = {level, layout_for(storage, write),
                                            layout_for(storage, read)};
    lock_for_use(rec, storage);
    bool in_main = touch_anywhere(rec, storage, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, true);
    add_level_use(storage, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, read | write, &levels, sum);
    unlock(rec, storage);
    return in_main;
}

static bool shares_images(struct gv_waiting_barrier *a, const struct gv_waiting_barrier *b)
{
    for (uint32_t i = 0; i < b->num_changes; i++) {
        if (find_change(a, b->changes[i].image))
            return true;
    }
    return false;
}

/* Records the barrier of a copy in `main`, together with the pending barrier. */
static void record_in_main(struct gv_recorder *rec, const struct gv_waiting_barrier *b)
{
    struct gv_waiting_barrier *sum = &rec->main_barrier;
    gv_recorder_end_rendering(rec);
    gv_recorder_assert_outside(rec);
    if (sum->num_changes + b->num_changes > GV_VK_MAX_LAYOUT_CHANGES || shares_images(sum, b))
        gv_sync_flush_main(rec);
    accumulate(&sum->memory, &b->memory);
    for (uint32_t i = 0; i < b->num_changes; i++)
        sum->changes[sum->num_changes++] = b->changes[i];
    record(rec, rec->batch->main, sum);
    rec->batch->main_used = true;
}

/* Records the barrier of a copy and returns the command buffer for the copy. The caller has already
 * added the uses of the copy. `dst` and `src` may be NULL. */
static VkCommandBuffer copy_into(struct gv_recorder *rec, bool in_main,
                                 struct gv_waiting_barrier *b, struct gv_storage *dst,
                                 struct gv_storage *src)
{
    struct gv_vk_batch *batch = rec->batch;
    struct gv_storage *const both[] = {dst, src};
    if (dst) {
        lock(rec, dst);
        dst->hazards.wrote_in_pre = !in_main;
        unlock(rec, dst);
    }
    gv_recorder_notify(rec, GV_RECORD_MEMORY_USED);
    if (!in_main) {
        record(rec, batch->pre, b);
        batch->pre_used = true;
        return batch->pre;
    }
    record_in_main(rec, b);
    for (unsigned i = 0; i < 2; i++) {
        if (!both[i])
            continue;
        lock(rec, both[i]);
        mark_in_main(rec, &both[i]->hazards);
        unlock(rec, both[i]);
    }
    return batch->main;
}

VkCommandBuffer gv_sync_copy(struct gv_recorder *rec, struct gv_storage *dst,
                             struct gv_storage *src)
{
    if ((dst && dst->clears_pending) || (src && src->clears_pending))
        gv_recorder_flush_clears(rec);
    if (!gv_recorder_batch(rec))
        return NULL;
    if (!dst) /* without dst, the CPU reads the copied bytes */
        rec->host_writers |= VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;

    /* The copy may be in `pre` if `main` has neither written its source nor used its
     * destination. */
    struct gv_waiting_barrier b;
    b.memory = (struct gv_vk_barrier){0};
    b.num_changes = 0;
    bool in_main = src && copy_source(rec, src, src == dst, &b);
    if (dst)
        in_main |= copy_destination(rec, dst, src == dst, &b);
    return copy_into(rec, in_main, &b, dst, src);
}

/* Whether bytes of dst can be written in `pre` without a barrier. If `done` is true, all earlier
 * uses have finished. If `done` is false, the bytes must lie outside of the range of the last
 * writes, and no reads may have followed these writes. */
static bool can_write_apart(const struct gv_recorder *rec, const struct gv_storage *dst,
                            VkDeviceSize begin_B, VkDeviceSize end_B, bool done)
{
    const struct gv_hazards *h = &dst->hazards;
    bool beside = !h->read_stages && h->end_B && (end_B <= h->begin_B || begin_B >= h->end_B);
    return dst->initialized && !h->overlap_serial && !used_in_main(rec, h) && (done || beside);
}

VkCommandBuffer gv_sync_write(struct gv_recorder *rec, struct gv_storage *dst, VkDeviceSize begin_B,
                              VkDeviceSize end_B)
{
    struct gv_hazards *h = &dst->hazards;
    struct gv_waiting_barrier none;
    none.memory = (struct gv_vk_barrier){0};
    none.num_changes = 0;
    if (!gv_recorder_batch(rec))
        return NULL;
    bool done = !gv_hazards_pending(h);
    if (done)
        gv_vk_device_tell_layer(h->dev);
    lock(rec, dst);
    bool apart = can_write_apart(rec, dst, begin_B, end_B, done);
    if (apart)
        touch(rec, dst, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, true);
    apart &= !h->overlap_serial;
    if (apart)
        gv_hazards_add_apart(h, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                             VK_ACCESS_2_TRANSFER_WRITE_BIT);
    unlock(rec, dst);
    VkCommandBuffer cmd =
        apart ? copy_into(rec, false, &none, dst, NULL) : gv_sync_copy(rec, dst, NULL);
    lock(rec, dst);
    if (!h->overlap_serial)
        gv_hazards_add_bytes(h, begin_B, end_B);
    unlock(rec, dst);
    return cmd;
}

VkCommandBuffer gv_sync_copy_levels(struct gv_recorder *rec, struct gv_storage *dst,
                                    uint32_t dst_level, struct gv_storage *src, uint32_t src_level)
{
    if (dst != src || dst_level == src_level || !gv_storage_changes_layout(dst))
        return gv_sync_copy(rec, dst, src);
    if (!begin_use(rec, dst))
        return NULL;
    struct gv_waiting_barrier b;
    b.memory = (struct gv_vk_barrier){0};
    b.num_changes = 0;
    return copy_into(rec, copy_to_level(rec, dst, dst_level, &b), &b, dst, NULL);
}

/* Prepares `main` for internal draws and dispatches whose uses were already added. */
static VkCommandBuffer meta_into_main(struct gv_recorder *rec)
{
    gv_recorder_end_rendering(rec);
    gv_sync_flush_main(rec);
    rec->batch->main_used = true;
    gv_recorder_notify(rec, GV_RECORD_MEMORY_USED);
    return gv_recorder_main(rec);
}

VkCommandBuffer gv_sync_meta(struct gv_recorder *rec, const struct gv_sync_use *dst,
                             const struct gv_sync_use *src)
{
    if (!gv_recorder_batch(rec))
        return NULL;
    if (src && src->storage == dst->storage) {
        use_within_main(rec, src->storage, src->stages | dst->stages, src->access | dst->access);
        return meta_into_main(rec);
    }
    if (src)
        gv_sync_main(rec, src->storage, src->stages, src->access, false);
    gv_sync_main(rec, dst->storage, dst->stages, dst->access, true);
    return meta_into_main(rec);
}

VkCommandBuffer gv_sync_meta_level(struct gv_recorder *rec, uint32_t level,
                                   const struct gv_sync_use *dst, const struct gv_sync_use *src)
{
    struct gv_storage *storage = dst->storage;
    if (!gv_storage_changes_layout(storage))
        return gv_sync_meta(rec, dst, src);
    const struct gv_level_layouts levels = {level, layout_for(storage, dst->access),
                                            layout_for(storage, src->access)};
    if (!gv_recorder_batch(rec))
        return NULL;
    use_level_in_main(rec, storage, src->stages | dst->stages, src->access | dst->access, &levels);
    return meta_into_main(rec);
}

/* Submits at once, because the next use acquires the storage, and the acquire may be in `pre`, at
 * the start of the next batch. */
void gv_sync_give(struct gv_recorder *rec, struct gv_storage *storage)
{
    const struct gv_sync_use all = {storage, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                    VK_ACCESS_2_MEMORY_WRITE_BIT};
    VkCommandBuffer cmd = gv_sync_meta(rec, &all, NULL);
    if (!cmd)
        return;
    gv_storage_release(storage, cmd);
    gv_recorder_submit(rec, NULL);
}

/* ---- Internal dispatches --------------------------------------------------------------------- */

/* Whether commands of this batch's `main` conflict with a use in `pre`, so that the use must be in
 * `main`. */
static bool must_follow(struct gv_recorder *rec, const struct gv_dispatch_use *use)
{
    struct gv_hazards *h = &use->storage->hazards;
    lock(rec, use->storage);
    bool changes = layout_for(use->storage, use->access) != gv_storage_layout(use->storage);
    bool follow = written_in_main(rec, h) || ((use->write || changes) && used_in_main(rec, h));
    unlock(rec, use->storage);
    return follow;
}

static void use_in_pre(struct gv_recorder *rec, const struct gv_dispatch_use *k,
                       struct gv_waiting_barrier *sum)
{
    struct gv_hazards *h = &k->storage->hazards;
    const struct gv_sync_use u = {k->storage, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, k->access};
    if (!has_room(sum, k->storage->image.handle, gv_storage_layout(k->storage) == GV_LEVELS_DIFFER))
        record(rec, rec->batch->pre, sum);
    lock_for_use(rec, k->storage);
    wait_again(h, u.stages, u.access, &sum->memory);
    use(rec, &u, k->write, layout_for(k->storage, k->access), sum);
    if (k->write)
        h->wrote_in_pre = true;
    unlock(rec, k->storage);
}

/* Records pending clears of the storages in `uses`, and begins a batch. Returns false if no batch
 * can be begun. */
static bool flush_clears(struct gv_recorder *rec, const struct gv_dispatch_uses *uses)
{
    for (unsigned i = 0; i < uses->num; i++) {
        if (uses->items[i].storage && uses->items[i].storage->clears_pending)
            gv_recorder_flush_clears(rec);
    }
    return gv_recorder_batch(rec) != NULL;
}

VkCommandBuffer gv_sync_dispatch(struct gv_recorder *rec, const struct gv_dispatch_uses *uses)
{
    if (!flush_clears(rec, uses))
        return NULL;
    struct gv_vk_batch *batch = rec->batch;
    bool in_main = uses->in_main;
    for (unsigned i = 0; i < uses->num && !in_main; i++)
        in_main = uses->items[i].storage && must_follow(rec, &uses->items[i]);
    struct gv_waiting_barrier b;
    b.memory = (struct gv_vk_barrier){0};
    b.num_changes = 0;
    for (unsigned i = 0; i < uses->num; i++) {
        const struct gv_dispatch_use *k = &uses->items[i];
        if (k->storage && in_main)
            gv_sync_main(rec, k->storage, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, k->access,
                         k->write);
        else if (k->storage)
            use_in_pre(rec, k, &b);
    }
    if (!in_main) {
        record(rec, batch->pre, &b);
        batch->pre_used = true;
        return batch->pre;
    }
    /* Dispatches write next to memory that earlier draws read as indices. The draws do not read the
     * dispatches' memory, but validation layers cannot know where the indices of an indirect draw
     * end. */
    const struct gv_vk_barrier neighbours = {
        .src_stages = VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT |
                      VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .dst_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
    };
    accumulate(&rec->main_barrier.memory, &neighbours);
    gv_recorder_end_rendering(rec);
    gv_sync_flush_main(rec);
    batch->main_used = true;
    return batch->main;
}

void gv_sync_dispatch_wrote(struct gv_recorder *rec, VkCommandBuffer cmd,
                            VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    const struct gv_vk_barrier b = {
        .src_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .src_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dst_stages = stages,
        .dst_access = access,
    };
    accumulate(cmd == rec->batch->main ? &rec->main_barrier.memory : &rec->pre_barrier.memory, &b);
}
