/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a storage remembers of its uses: its last write and the reads since, the batches they are
 * in, and so which barrier the next use needs. Where the barrier is recorded is decided in
 * record/sync.c.
 *
 * Contexts of several threads may use one storage at a time. Their batches overlap then: which of
 * them runs first is not known yet, and what the storage remembers is not all. Until the last of
 * them is submitted every use of the storage takes a barrier of its own, and waiting for it waits
 * for all that was submitted. */
#ifndef GV_HAZARDS_H
#define GV_HAZARDS_H

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "vk/barrier.h"
#include "vk/batch.h"

struct gv_storage;

/* In place of an image's layout: one level has a layout of its own. */
#define GV_LEVELS_DIFFER VK_IMAGE_LAYOUT_MAX_ENUM

struct gv_level_layouts {
    uint32_t level;
    VkImageLayout own, others; /* that level's, and that of the others */
};

/* What a storage remembers of its uses. All but dev under the lock once the storage can be seen by
 * several threads. */
struct gv_hazards {
    struct gv_vk_device *dev;
    _Atomic bool locked; /* held for a few instructions; nothing is submitted under it */
    VkPipelineStageFlags2 write_stages; /* of the last write; 0: none */
    VkAccessFlags2 write_access;
    VkPipelineStageFlags2 read_stages; /* reads since: each of these accesses, in each of these */
    VkAccessFlags2 read_access;        /* stages, sees the write */
    struct gv_vk_use last_read, last_write;
    bool wrote_in_pre;           /* the last write is in `pre` of its batch */
    uint64_t stores_of;          /* gv_sync_store() made the last writes while a recorder's
                                    num_memory_barriers was that; 0: something else made them */
    uint64_t main_serial;        /* serial of the batch whose `main` used it last */
    VkDeviceSize begin_B, end_B; /* buffer: within these lie the last writes, which waited for those
                                    before and for none of each other; end_B 0: not known */

    VkImageLayout layout;           /* of an image, behind all that was recorded */
    struct gv_level_layouts levels; /* ... where that is GV_LEVELS_DIFFER */
    bool changes_layout;            /* ... which is one for each kind of use */
    bool looped;                    /* ... but that a draw once sampled what it rendered to */

    uint64_t overlap_serial; /* batches before it overlap in their use; 0: none do */
    bool overlap_write;      /* ... and some of them write */
    uint64_t overlap_value;  /* the submissions that did overlap, the last of them */
};

static inline bool gv_hazards_try_lock(struct gv_hazards *h)
{
    return !atomic_exchange_explicit(&h->locked, true, memory_order_acquire);
}

static inline void gv_hazards_lock(struct gv_hazards *h)
{
    while (!gv_hazards_try_lock(h))
        sched_yield();
}

static inline void gv_hazards_unlock(struct gv_hazards *h)
{
    atomic_store_explicit(&h->locked, false, memory_order_release);
}

/* Behind what comment or name says "under the lock". */
static inline void gv_hazards_assert_locked(const struct gv_hazards *h)
{
    assert(atomic_load_explicit(&h->locked, memory_order_relaxed));
    (void)h;
}

/* Under the lock: looks for batches of other contexts than that of batch that use the storage and
 * are not submitted. */
void gv_hazards_check_overlap(struct gv_hazards *h, const struct gv_vk_batch *batch, bool write);

static inline VkImageLayout gv_level_layout(VkImageLayout layout,
                                            const struct gv_level_layouts *levels, uint32_t level)
{
    if (layout != GV_LEVELS_DIFFER)
        return layout;
    return level == levels->level ? levels->own : levels->others;
}

/* Under the lock: the barrier that this use, in this layout, needs against the earlier ones;
 * dst_stages 0: none. To change the layout is to write. Remembers the use. */
struct gv_vk_barrier gv_hazards_add(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                                    VkAccessFlags2 access, bool write, VkImageLayout layout);

/* The same of a write that needs none: what was before the last writes is waited for, those are of
 * other bytes or done, and all reads since are done. No batches overlap. */
void gv_hazards_add_apart(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access);

/* Under the lock: a write that was added last or apart is of these bytes. */
void gv_hazards_add_bytes(struct gv_hazards *h, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Who uses a storage, as of one moment. */
struct gv_uses {
    struct gv_vk_use read, write;
    bool overlap;   /* batches of several contexts, not all submitted */
    uint64_t value; /* of the last of them; 0: there were none */
};

struct gv_uses gv_hazards_uses(struct gv_hazards *h);

enum {
    GV_PENDING_READ = 1,
    GV_PENDING_WRITE = 2,
};

/* GV_PENDING_* bits: how the device may still use storage, recordings included. Any thread. */
unsigned gv_hazards_pending(struct gv_hazards *h);

/* Whether a batch that is not submitted uses storage. Any thread. */
bool gv_hazards_recorded(struct gv_hazards *h);

/* Waits until all that was submitted of the uses of storage is done. Any thread. */
void gv_hazards_wait_submitted(struct gv_hazards *h);

#endif
