/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A batch: two command buffers recorded together and submitted once. `pre` holds what was moved
 * before the frame (uploads, copies, resets, first transitions), `main` the rest in order. A batch
 * belongs to one thread from begin to submit; then to the device, which recycles it. Batches are
 * freed with the device only, so a pointer to one stays valid. */
#ifndef GV_VK_BATCH_H
#define GV_VK_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"
#include "vk/descriptor.h"
#include "vk/device.h"
#include "vk/ring.h"

/* A counted object that batches keep alive while the device may use it. */
struct gv_vk_object {
    _Atomic uint32_t refs;
    void (*destroy)(struct gv_vk_device *dev, struct gv_vk_object *object);
};

static inline void gv_vk_object_init(struct gv_vk_object *object,
                                     void (*destroy)(struct gv_vk_device *, struct gv_vk_object *))
{
    atomic_init(&object->refs, 1);
    object->destroy = destroy;
}

static inline void gv_vk_object_ref(struct gv_vk_object *object)
{
    atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
}

/* NULL is fine. The last reference destroys at once: batches hold references of their own. */
static inline void gv_vk_object_unref(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    if (object && atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) == 1)
        object->destroy(dev, object);
}

typedef void (*gv_vk_deferred_fn)(struct gv_vk_device *dev, void *data);

struct gv_vk_deferred {
    gv_vk_deferred_fn fn;
    void *data;
};

struct gv_vk_batch {
    struct gv_vk_device *dev;
    struct gv_vk_batch *next; /* in the device's free or busy list */
    struct gv_vk_batch *next_of_all;

    /* Names this use of the batch: never repeats, changes when the batch is begun again. */
    _Atomic uint64_t serial;
    _Atomic uint64_t value; /* timeline value once submitted; 0 while recording */

    VkCommandPool pool;
    VkFence fence; /* signalled with the value, taken back when retired; VK_NULL_HANDLE without a
                      timeline semaphore, and where no layer listens */
    bool fence_pending;
    struct gv_vk_stopwatch_times times;
    VkCommandBuffer pre, main;    /* both recording between begin and submit */
    VkCommandBuffer *secondaries; /* made so far; the first num_secondaries are in use */
    uint32_t num_secondaries, num_made_secondaries, max_secondaries;
    bool pre_used, main_used; /* set by whoever records into them; unused ones are not submitted */

    struct gv_vk_object **objects; /* references held until finished */
    uint32_t num_objects, max_objects;
    struct gv_vk_deferred *deferred; /* called once finished, in order */
    uint32_t num_deferred, max_deferred;
    struct gv_vk_ring_block *ring_blocks; /* upload memory used, returned to its ring's list */

    uint64_t held_B; /* of memory for uploads: ring blocks, and what gv_vk_batch_hold() counted */

    VkDescriptorPool *descriptor_pools;
    uint32_t num_descriptor_pools, max_descriptor_pools, cur_descriptor_pool;
    uint32_t num_sets; /* taken from the current pool */

    bool out_of_memory; /* a growth failed: it takes no more draws, and is submitted as it is */
    bool invalid;       /* what it recorded may not run any more: submit throws it away */
};

/* What a resource remembers of a batch that used it. {NULL, 0}: never used. */
struct gv_vk_use {
    struct gv_vk_batch *batch;
    uint64_t serial;
};

/* How far submissions run ahead of the device: whoever submits more waits. */
enum {
    GV_VK_MAX_AHEAD = 64,           /* batches */
    GV_VK_MAX_AHEAD_B = 128 << 20,  /* of memory for uploads */
    GV_VK_LARGE_BATCH_B = 32 << 20, /* one that holds more had better be submitted */
};

enum gv_vk_use_state {
    GV_VK_USE_IDLE = 0,  /* finished or never used */
    GV_VK_USE_RECORDING, /* its batch is not submitted yet */
    GV_VK_USE_BUSY,      /* submitted, not finished */
};

/* State of a use; never waits, polls the timeline at most once. Any thread. */
enum gv_vk_use_state gv_vk_use_state(struct gv_vk_use use);

/* Waits for a submitted use. VK_SUCCESS at once when idle, VK_NOT_READY when still recording. */
VkResult gv_vk_use_wait(struct gv_vk_use use, uint64_t timeout_ns);

/* A batch with both command buffers begun: a finished one recycled, else a new one. */
GV_MUST_CHECK VkResult gv_vk_batch_begin(struct gv_vk_device *dev, struct gv_vk_batch **out_batch);

/* Ends and submits the used command buffers and hands the batch to the device. *out_value (may be
 * NULL) is its timeline value. An empty batch submits nothing and takes the newest value there is,
 * so that waiting for it is waiting for what came before. Finished batches are retired on the way.
 * Waits while the device is further behind than GV_VK_MAX_AHEAD and GV_VK_MAX_AHEAD_B allow.
 * On failure the batch counts as finished: what it recorded will not run. */
GV_MUST_CHECK VkResult gv_vk_batch_submit(struct gv_vk_batch *batch, uint64_t *out_value);

/* Resets a query that is to begin, or a timestamp to be written, in this batch. The device has
 * finished with what it was before. */
void gv_vk_batch_reset_query(struct gv_vk_batch *batch, VkQueryPool pool, uint32_t query);

/* A secondary command buffer, not begun, that lasts as long as the batch. */
GV_MUST_CHECK VkResult gv_vk_batch_secondary(struct gv_vk_batch *batch,
                                             VkCommandBuffer *out_secondary);

/* Counts memory for uploads that the batch keeps by a reference. */
static inline void gv_vk_batch_hold(struct gv_vk_batch *batch, uint64_t size_B)
{
    batch->held_B += size_B;
}

/* Throws the recording away; its references and deferred calls are honoured. */
void gv_vk_batch_abandon(struct gv_vk_batch *batch);

/* Keeps object alive until the batch has finished. False when memory ran out. */
GV_MUST_CHECK bool gv_vk_batch_ref(struct gv_vk_batch *batch, struct gv_vk_object *object);

/* The same for a use that is recorded whatever happens: a batch that cannot keep the object is
 * thrown away instead of submitted. */
void gv_vk_batch_require(struct gv_vk_batch *batch, struct gv_vk_object *object);

/* Calls fn(dev, data) once the batch has finished, on whatever thread retires it and without locks
 * held. When memory runs out, it waits for the device and calls at once, so that nothing leaks; the
 * recording may use what fn has ended, so submit throws it away. */
void gv_vk_batch_defer(struct gv_vk_batch *batch, gv_vk_deferred_fn fn, void *data);

/* Retires finished batches: calls deferred functions, drops references, gives ring blocks back,
 * recycles. Any thread. Begin and submit call it, polls and waits do not. Does nothing while
 * another thread is in it. */
void gv_vk_device_retire(struct gv_vk_device *dev);

/* The same, but waits for the other thread: on return every batch that had finished before has
 * dropped what it held. */
void gv_vk_device_retire_all(struct gv_vk_device *dev);

/* Frees memory of dev that nothing uses any more: what finished batches hold, what caches keep.
 * waits: once all that was submitted has finished. Any thread. */
void gv_vk_device_make_room(struct gv_vk_device *dev, bool waits);

/* Where a validation layer listens: it learns of every batch that had finished before. For who goes
 * without a barrier because the device is done. Does nothing elsewhere. */
void gv_vk_device_tell_layer(struct gv_vk_device *dev);

/* Whether a batch with a smaller serial is still being recorded. Any thread. */
bool gv_vk_device_records_before(struct gv_vk_device *dev, uint64_t serial);

/* Retires and frees every batch of dev, which is idle or lost: for the end of the device. */
void gv_vk_batches_finish(struct gv_vk_device *dev);

#endif
