/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of a storage's uses: its last write and the reads since, and the batches of these uses.
 * The barrier that the next use needs follows from this state. record/sync.c decides where the
 * barrier is recorded.
 *
 * Contexts of several threads may use one storage at the same time. While their batches are not
 * submitted, the batches overlap: their order is not known yet, and the recorded uses are
 * incomplete. Until the last overlapping batch is submitted, every use of the storage needs its own
 * barrier, and waiting for the storage waits for all submissions. */
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

/* Stands for the layout of an image whose levels have different layouts. */
#define GV_LEVELS_DIFFER VK_IMAGE_LAYOUT_MAX_ENUM

struct gv_level_layouts {
    uint32_t level;
    VkImageLayout own, others; /* layout of the level; layout of the other levels */
};

/* The uses of a storage. The lock protects all fields except dev, once several threads can access
 * the storage. */
struct gv_hazards {
    struct gv_vk_device *dev;
    _Atomic bool locked; /* held only for a few instructions, never during a submission */
    VkPipelineStageFlags2 write_stages; /* stages of the last write; 0: there was no write */
    VkAccessFlags2 write_access;
    VkPipelineStageFlags2 read_stages; /* stages of the reads since the last write */
    VkAccessFlags2 read_access; /* accesses of these reads; all read_stages have waited for the
                                   write with all of these accesses */
    struct gv_vk_use last_read, last_write;
    bool wrote_in_pre;  /* the last write is in `pre` of its batch */
    uint64_t stores_of; /* value of the recorder's num_memory_barriers when gv_sync_store() recorded
                           the last writes; 0: another function recorded the last writes */
    uint64_t main_serial;        /* serial of the last batch whose `main` used the storage */
    VkDeviceSize begin_B, end_B; /* buffers: the range of the last writes, which waited for earlier
                                    writes but not for each other; end_B 0: the range is unknown */

    VkImageLayout layout;           /* layout of the image after all recorded commands */
    struct gv_level_layouts levels; /* layouts of the levels, if `layout` is GV_LEVELS_DIFFER */
    bool changes_layout;            /* the image has a different layout for each kind of use */
    bool looped;                    /* whether a draw has sampled its own target, so that the image
                                       remains in one layout */

    uint64_t overlap_serial; /* all overlapping batches have lower serials; 0: no batches overlap */
    bool overlap_write;      /* whether an overlapping batch writes the storage */
    uint64_t overlap_value;  /* timeline value after all batches that have overlapped */
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

/* Asserts that the caller holds the lock. Functions whose comment begins with "Under the lock" may
 * only be called with the lock held. */
static inline void gv_hazards_assert_locked(const struct gv_hazards *h)
{
    assert(atomic_load_explicit(&h->locked, memory_order_relaxed));
    (void)h;
}

/* Under the lock: checks whether unsubmitted batches of other contexts use the storage, which
 * `batch` is about to use. */
void gv_hazards_check_overlap(struct gv_hazards *h, const struct gv_vk_batch *batch, bool write);

static inline VkImageLayout gv_level_layout(VkImageLayout layout,
                                            const struct gv_level_layouts *levels, uint32_t level)
{
    if (layout != GV_LEVELS_DIFFER)
        return layout;
    return level == levels->level ? levels->own : levels->others;
}

/* Under the lock: adds a use in a layout, and returns the barrier that the use needs after earlier
 * uses. If dst_stages is 0, the use needs no barrier. A layout change counts as a write. */
struct gv_vk_barrier gv_hazards_add(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                                    VkAccessFlags2 access, bool write, VkImageLayout layout);

/* Under the lock: adds a write that needs no barrier. The caller guarantees: uses before the last
 * writes have been waited for; the last writes have finished or are to other bytes; all reads after
 * the last writes have finished; and no batches overlap. */
void gv_hazards_add_apart(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access);

/* Under the lock: sets the range of the write that was added last. */
void gv_hazards_add_bytes(struct gv_hazards *h, VkDeviceSize begin_B, VkDeviceSize end_B);

/* The uses of a storage at one moment. */
struct gv_uses {
    struct gv_vk_use read, write;
    bool overlap;   /* batches of several contexts use the storage, and some are not submitted */
    uint64_t value; /* timeline value at which all batches of past overlaps have finished; 0: there
                       was no overlap */
};

struct gv_uses gv_hazards_uses(struct gv_hazards *h);

enum {
    GV_PENDING_READ = 1,
    GV_PENDING_WRITE = 2,
};

/* Returns how pending commands, recorded or submitted, may use the storage: GV_PENDING_* bits. May
 * be called by any thread. */
unsigned gv_hazards_pending(struct gv_hazards *h);

/* Whether an unsubmitted batch uses the storage. May be called by any thread. */
bool gv_hazards_recorded(struct gv_hazards *h);

/* Waits until all submitted uses of the storage have finished. May be called by any thread. */
void gv_hazards_wait_submitted(struct gv_hazards *h);

#endif
