/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A batch: two command buffers recorded together and submitted once. `pre` holds commands that were
 * reordered before the frame (uploads, copies, resets, first layout transitions), `main` holds all
 * other commands in order. A batch belongs to one thread from begin to submit, then to the device,
 * which recycles it. Batches are freed only with the device, so pointers to them stay valid. */
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

/* A reference-counted object, which batches keep alive while the device may use it. */
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

/* Drops a reference to `object`, which may be NULL. Dropping the last reference destroys the object
 * at once: batches hold their own references. */
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
    struct gv_vk_batch *next; /* next batch in the device's free or busy list */
    struct gv_vk_batch *next_of_all;

    /* Identifies this use of the batch: unique, and new each time that the batch is begun. */
    _Atomic uint64_t serial;
    _Atomic uint64_t value; /* timeline value once submitted; 0 while recording */

    VkCommandPool pool;
    /* A fence that is signalled together with `value`, and reset when the batch is retired.
     * VK_NULL_HANDLE without a timeline semaphore or without an active tool (name.h). */
    VkFence fence;
    bool fence_pending;
    struct gv_vk_stopwatch_times times;
    VkCommandBuffer pre, main;    /* both are in the recording state between begin and submit */
    VkCommandBuffer *secondaries; /* the secondary command buffers created so far; the first
                                     num_secondaries are in use */
    uint32_t num_secondaries, num_made_secondaries, max_secondaries;
    bool pre_used, main_used; /* set by code that records into `pre` or `main`; an unused command
                                 buffer is not submitted */

    struct gv_vk_object **objects; /* references held until finished */
    uint32_t num_objects, max_objects;
    struct gv_vk_deferred *deferred; /* functions to call, in order, once the batch has finished */
    uint32_t num_deferred, max_deferred;
    struct gv_vk_ring_block *ring_blocks; /* blocks of upload memory that the batch uses; returned
                                             to their rings when the batch is retired */

    uint64_t held_B; /* size of the upload memory that the batch keeps alive: the ring blocks, and
                        the sizes passed to gv_vk_batch_hold() */

    VkDescriptorPool *descriptor_pools;
    uint32_t num_descriptor_pools, max_descriptor_pools, cur_descriptor_pool;
    uint32_t num_sets; /* number of descriptor sets allocated from the current pool */

    bool out_of_memory; /* true if an array could not grow. The batch then takes no more draws, and
                           is submitted with the draws recorded so far. */
    bool invalid;       /* true if the batch's commands must not run; gv_vk_batch_submit() then
                           discards them */
};

/* A use of a resource by a batch, stored in the resource. {NULL, 0}: never used. */
struct gv_vk_use {
    struct gv_vk_batch *batch;
    uint64_t serial;
};

/* Limits of submitted, unfinished work. A thread that exceeds these limits waits. */
enum {
    GV_VK_MAX_AHEAD = 64,           /* batches */
    GV_VK_MAX_AHEAD_B = 128 << 20,  /* upload memory of those batches */
    GV_VK_LARGE_BATCH_B = 32 << 20, /* a batch that holds more upload memory should be submitted */
};

enum gv_vk_use_state {
    GV_VK_USE_IDLE = 0,  /* finished or never used */
    GV_VK_USE_RECORDING, /* the batch is not submitted yet */
    GV_VK_USE_BUSY,      /* submitted, not finished */
};

/* Returns the state of a use. Never waits; polls the timeline at most once. Any thread. */
enum gv_vk_use_state gv_vk_use_state(struct gv_vk_use use);

/* Waits for a submitted use. Returns VK_SUCCESS at once if the use is idle, VK_NOT_READY if its
 * batch is still being recorded. */
VkResult gv_vk_use_wait(struct gv_vk_use use, uint64_t timeout_ns);

/* Returns a batch with both command buffers begun: a recycled finished batch, or else a new
 * batch. */
GV_MUST_CHECK VkResult gv_vk_batch_begin(struct gv_vk_device *dev, struct gv_vk_batch **out_batch);

/* Ends and submits the used command buffers and hands the batch to the device. *out_value (may be
 * NULL) is the batch's timeline value. An empty batch submits nothing and gets the newest submitted
 * value, so that waiting for the batch waits for all earlier work. Also retires finished batches,
 * and waits while more work is pending than GV_VK_MAX_AHEAD and GV_VK_MAX_AHEAD_B allow. On failure
 * the batch counts as finished, and its commands will not run. */
GV_MUST_CHECK VkResult gv_vk_batch_submit(struct gv_vk_batch *batch, uint64_t *out_value);

/* Resets a query that this batch will begin, or a timestamp that it will write. The device must
 * have finished all earlier uses of the query. */
void gv_vk_batch_reset_query(struct gv_vk_batch *batch, VkQueryPool pool, uint32_t query);

/* Returns a secondary command buffer, not begun, that is valid as long as the batch. */
GV_MUST_CHECK VkResult gv_vk_batch_secondary(struct gv_vk_batch *batch,
                                             VkCommandBuffer *out_secondary);

/* Adds size_B to held_B. Call for upload memory that the batch keeps alive by a reference. */
static inline void gv_vk_batch_hold(struct gv_vk_batch *batch, uint64_t size_B)
{
    batch->held_B += size_B;
}

/* Discards the recorded commands; drops the batch's references and calls its deferred functions. */
void gv_vk_batch_abandon(struct gv_vk_batch *batch);

/* Keeps `object` alive until the batch has finished. Returns false if memory ran out. */
GV_MUST_CHECK bool gv_vk_batch_ref(struct gv_vk_batch *batch, struct gv_vk_object *object);

/* Like gv_vk_batch_ref(), for a caller that records the use of the object even if the batch cannot
 * keep the object alive. In that case gv_vk_batch_submit() discards the batch's commands. */
void gv_vk_batch_require(struct gv_vk_batch *batch, struct gv_vk_object *object);

/* Calls fn(dev, data) once the batch has finished, on the thread that retires it, with no locks
 * held. If memory runs out, waits for the device and calls fn at once, so that no object leaks. The
 * batch's commands may use objects that fn has destroyed, so gv_vk_batch_submit() discards these
 * commands. */
void gv_vk_batch_defer(struct gv_vk_batch *batch, gv_vk_deferred_fn fn, void *data);

/* Retires finished batches: calls their deferred functions, drops their references, returns their
 * ring blocks, and recycles them. gv_vk_batch_begin() and gv_vk_batch_submit() call this function;
 * polls and waits do not. Does nothing while another thread retires batches. Any thread. */
void gv_vk_device_retire(struct gv_vk_device *dev);

/* As gv_vk_device_retire(), but if another thread retires batches, waits for that thread. On
 * return, every batch that had finished before the call has been retired. */
void gv_vk_device_retire_all(struct gv_vk_device *dev);

/* Frees unused memory of dev: the memory that finished batches hold, and the contents of caches.
 * `waits`: first waits until all submissions have finished. Any thread. */
void gv_vk_device_make_room(struct gv_vk_device *dev, bool waits);

/* If a validation layer may be active, waits for the fences of all finished batches; these waits
 * tell the layer that the batches have finished. Otherwise does nothing. Call before omitting a
 * barrier because the device is idle. */
void gv_vk_device_tell_layer(struct gv_vk_device *dev);

/* Whether a batch with a smaller serial is still being recorded. Any thread. */
bool gv_vk_device_records_before(struct gv_vk_device *dev, uint64_t serial);

/* Retires and frees all batches of dev, which must be idle or lost, before dev is destroyed. */
void gv_vk_batches_finish(struct gv_vk_device *dev);

#endif
