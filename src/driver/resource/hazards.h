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

/* In place of an image's layout: levels have different layouts. */
#define GV_LEVELS_DIFFER VK_IMAGE_LAYOUT_MAX_ENUM

struct gv_level_layouts {
    uint32_t level;
    VkImageLayout own, others; /* that level's, and that of the others */
};

/* The uses of a storage. The lock protects all fields but dev, once several threads can see the
 * storage. */
struct gv_hazards {
    struct gv_vk_device *dev;
    _Atomic bool locked; /* held only for a few instructions, never during a submission */
    VkPipelineStageFlags2 write_stages; /* of the last write; 0: none */
    VkAccessFlags2 write_access;
    VkPipelineStageFlags2 read_stages; /* reads since: each of these accesses, in each of these */
    VkAccessFlags2 read_access;        /* stages, sees the write */
    struct gv_vk_use last_read, last_write;
    bool wrote_in_pre;           /* the last write is in `pre` of its batch */
    uint64_t stores_of;          /* a recorder's num_memory_barriers when gv_sync_store()
                                    recorded the last writes; 0: the last writes were recorded
                                    otherwise */
    uint64_t main_serial;        /* serial of the batch whose `main` used it last */
    VkDeviceSize begin_B, end_B; /* buffer: the range of the last writes, which waited for
                                    earlier writes and not for each other; end_B 0: unknown */

    VkImageLayout layout;           /* of an image, behind all that was recorded */
    struct gv_level_layouts levels; /* ... where that is GV_LEVELS_DIFFER */
    bool changes_layout;            /* ... and the image has a layout for each kind of use */
    bool looped;                    /* ... except that a draw once sampled its own target */

    uint64_t overlap_serial; /* batches before this serial overlap in their use; 0: none */
    bool overlap_write;      /* ... and some of them write */
    uint64_t overlap_value;  /* the last submission of those that overlapped */
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

/* Acquire and release the lock of functions whose comment or name says "under the lock". */
static inline void gv_hazards_assert_locked(const struct gv_hazards *h)
{
    assert(atomic_load_explicit(&h->locked, memory_order_relaxed));
    (void)h;
}

/* Under the lock: checks whether unsubmitted batches of other contexts use the storage. */
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

/* As above, for a write that needs no barrier: uses before the last writes have been waited for,
 * the last writes are of other bytes or done, all reads since are done, and no batches overlap. */
void gv_hazards_add_apart(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access);

/* Under the lock: notes the range of the write that was added last. */
void gv_hazards_add_bytes(struct gv_hazards *h, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Who uses a storage, as of one moment. */
struct gv_uses {
    struct gv_vk_use read, write;
    bool overlap;   /* batches of several contexts, not all submitted */
    uint64_t value; /* the last one's; 0: none */
};

struct gv_uses gv_hazards_uses(struct gv_hazards *h);

enum {
    GV_PENDING_READ = 1,
    GV_PENDING_WRITE = 2,
};

/* GV_PENDING_* bits: how pending work, recorded or submitted, may use the storage. For any
 * thread. */
unsigned gv_hazards_pending(struct gv_hazards *h);

/* Whether an unsubmitted batch uses the storage. For any thread. */
bool gv_hazards_recorded(struct gv_hazards *h);

/* Waits until all submitted uses of the storage have finished. For any thread. */
void gv_hazards_wait_submitted(struct gv_hazards *h);

#endif
