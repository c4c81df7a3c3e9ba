/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Begins, submits, retires and recycles batches. */
#include "vk/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "util/array.h"
#include "vk/cache.h"
#include "vk/name.h"
#include "vk/pace.h"

/* A timeline value that always counts as finished, see gv_vk_device.submitted. */
enum {
    VALUE_DONE = 1
};

static void destroy_batch(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    gv_vk_batch_destroy_pools(batch);
    dev->vk.vkDestroyFence(dev->handle, batch->fence, NULL);
    dev->vk.vkDestroyQueryPool(dev->handle, batch->times.pool, NULL);
    dev->vk.vkDestroyCommandPool(dev->handle, batch->pool, NULL);
    free(batch->secondaries);
    free(batch->objects);
    free(batch->deferred);
    free(batch);
}

/* Whether each batch has a fence in addition to the timeline semaphore. True if a tool (name.h) is
 * active: see take_fence(). */
static bool has_fences(const struct gv_vk_device *dev)
{
    return dev->timeline && gv_vk_has_tool(dev);
}

static VkResult create_batch(struct gv_vk_device *dev, struct gv_vk_batch **out_batch)
{
    struct gv_vk_batch *batch = calloc(1, sizeof(*batch));
    if (!batch)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    batch->dev = dev;
    atomic_init(&batch->serial, 0);
    atomic_init(&batch->value, VALUE_DONE);

    VkCommandPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = dev->queue_family,
    };
    VkResult result = GV_VK_CREATE(dev, CommandPool, &pool_info, &batch->pool);
    if (result != VK_SUCCESS)
        goto free_batch;

    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = batch->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 2,
    };
    VkCommandBuffer buffers[2];
    result = dev->vk.vkAllocateCommandBuffers(dev->handle, &info, buffers);
    if (result != VK_SUCCESS)
        goto destroy_pool;
    batch->pre = buffers[0];
    batch->main = buffers[1];
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (has_fences(dev))
        result = GV_VK_CREATE(dev, Fence, &fence_info, &batch->fence);
    if (result != VK_SUCCESS)
        goto destroy_pool;
    pthread_mutex_lock(&dev->batch_lock);
    batch->next_of_all = dev->all_batches;
    dev->all_batches = batch;
    pthread_mutex_unlock(&dev->batch_lock);
    *out_batch = batch;
    return VK_SUCCESS;

destroy_pool:
    dev->vk.vkDestroyCommandPool(dev->handle, batch->pool, NULL);
free_batch:
    free(batch);
    return result;
}

static struct gv_vk_batch *take_free(struct gv_vk_device *dev)
{
    pthread_mutex_lock(&dev->batch_lock);
    struct gv_vk_batch *batch = dev->free_batches;
    if (batch)
        dev->free_batches = batch->next;
    pthread_mutex_unlock(&dev->batch_lock);
    return batch;
}

static void put_free(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    pthread_mutex_lock(&dev->batch_lock);
    batch->next = dev->free_batches;
    dev->free_batches = batch;
    pthread_mutex_unlock(&dev->batch_lock);
}

/* Calls the deferred functions and drops the references and upload memory of a batch. No lock may
 * be held: deferred functions call back into this module. */
static void release_holdings(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    for (uint32_t i = 0; i < batch->num_deferred; i++)
        batch->deferred[i].fn(dev, batch->deferred[i].data);
    batch->num_deferred = 0;
    for (uint32_t i = 0; i < batch->num_objects; i++)
        gv_vk_object_unref(dev, batch->objects[i]);
    batch->num_objects = 0;

    struct gv_vk_ring_block *block = batch->ring_blocks;
    batch->ring_blocks = NULL;
    while (block) {
        struct gv_vk_ring_block *next = block->next;
        gv_vk_ring_block_release(dev, block);
        block = next;
    }
    gv_vk_batch_reset_sets(batch);
}

static VkResult start_recording(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkResult result = dev->vk.vkResetCommandPool(dev->handle, batch->pool, 0);
    batch->num_secondaries = 0;
    if (result == VK_SUCCESS)
        result = dev->vk.vkBeginCommandBuffer(batch->pre, &info);
    if (result == VK_SUCCESS)
        result = dev->vk.vkBeginCommandBuffer(batch->main, &info);
    if (result == VK_SUCCESS)
        gv_vk_stopwatch_begin(dev, &batch->times, batch->pre, batch->main);
    return result;
}

VkResult gv_vk_batch_begin(struct gv_vk_device *dev, struct gv_vk_batch **out_batch)
{
    if (atomic_load(&dev->lost))
        return VK_ERROR_DEVICE_LOST;
    gv_vk_device_retire(dev);

    struct gv_vk_batch *batch = take_free(dev);
    VkResult result = batch ? VK_SUCCESS : create_batch(dev, &batch);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(dev, "vkCreateCommandPool", result);
        return result;
    }
    result = start_recording(batch);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(dev, "vkBeginCommandBuffer", result);
        put_free(batch);
        return result;
    }

    /* `serial` is written before `value`, so that a thread that sees the value 0 of the new use
     * also sees the new serial. */
    atomic_store(&batch->serial, atomic_fetch_add(&dev->next_serial, 1));
    atomic_store(&batch->value, 0);
    batch->next = NULL;
    batch->held_B = 0;
    batch->pre_used = batch->main_used = false;
    batch->out_of_memory = batch->invalid = false;
    *out_batch = batch;
    return VK_SUCCESS;
}

/* Drops a batch that will never run, and marks the batch as finished. */
static void drop(struct gv_vk_batch *batch)
{
    atomic_store(&batch->value, VALUE_DONE);
    release_holdings(batch);
    put_free(batch);
}

void gv_vk_batch_abandon(struct gv_vk_batch *batch)
{
    drop(batch);
}

static VkResult end_recording(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    if (batch->invalid)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (batch->pre_used || batch->main_used)
        gv_vk_stopwatch_end(dev, &batch->times, batch->main_used ? batch->main : batch->pre);
    VkResult result = VK_SUCCESS;
    if (batch->pre_used)
        result = dev->vk.vkEndCommandBuffer(batch->pre);
    if (result == VK_SUCCESS && batch->main_used)
        result = dev->vk.vkEndCommandBuffer(batch->main);
    if (result == VK_SUCCESS)
        return VK_SUCCESS;
    /* Handles a failure like gv_vk_queue_submit() does, but without a second attempt. */
    gv_vk_device_error(dev, "vkEndCommandBuffer", result);
    gv_vk_device_error(dev, "commands that cannot be submitted", VK_ERROR_DEVICE_LOST);
    return VK_ERROR_DEVICE_LOST;
}

/* Submits the used command buffers, which signal `value` when they finish. The caller holds
 * queue_lock. */
static VkResult queue_submit(struct gv_vk_batch *batch, uint64_t value)
{
    struct gv_vk_device *dev = batch->dev;
    VkCommandBuffer buffers[2];
    uint32_t num = 0;
    if (batch->pre_used)
        buffers[num++] = batch->pre;
    if (batch->main_used)
        buffers[num++] = batch->main;
    const struct gv_vk_submission submission = {.buffers = buffers,
                                                .num_buffers = num,
                                                .fence = batch->fence_pending ? VK_NULL_HANDLE
                                                                              : batch->fence};
    VkResult result = gv_vk_queue_submit(dev, &submission, value);
    batch->fence_pending |= result == VK_SUCCESS && batch->fence;
    return result;
}

/* Waits for the batch's fence and resets it. The timeline semaphore already shows that the batch
 * has finished. The fence is for the validation layer: its synchronization validation (1.3.239)
 * forgets the accesses of a submission only after a wait for the submission's fence. Without this
 * wait, the layer would report hazards for reused memory. This function holds queue_lock while it
 * waits, because the layer does not notice the end of the wait if another thread submits
 * meanwhile. */
static void take_fence(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    if (!batch->fence_pending || atomic_load(&dev->lost))
        return;
    pthread_mutex_lock(&dev->queue_lock);
    VkResult result = VK_NOT_READY;
    /* Tries twice, because a momentary lack of memory would make the layer lose the fence. */
    for (unsigned i = 0; i < 2 && result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST; i++) {
        result = dev->vk.vkWaitForFences(dev->handle, 1, &batch->fence, VK_TRUE, UINT64_MAX);
        if (result == VK_SUCCESS)
            result = dev->vk.vkResetFences(dev->handle, 1, &batch->fence);
    }
    batch->fence_pending = result != VK_SUCCESS;
    pthread_mutex_unlock(&dev->queue_lock);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "the fence of a batch", result);
}

/* Appends a batch to the busy list. The caller holds queue_lock, so that the list is in the order
 * of values. */
static void put_busy(struct gv_vk_batch *batch, uint64_t value)
{
    struct gv_vk_device *dev = batch->dev;
    pthread_mutex_lock(&dev->batch_lock);
    batch->next = NULL;
    *dev->busy_tail = batch;
    dev->busy_tail = &batch->next;
    dev->num_busy++;
    dev->busy_B += batch->held_B;
    atomic_store(&batch->value, value);
    pthread_mutex_unlock(&dev->batch_lock);
}

/* If the CPU is too far ahead of the device, returns the timeline value to wait for, else 0. */
static uint64_t too_far_ahead(struct gv_vk_device *dev)
{
    uint64_t value = 0;
    pthread_mutex_lock(&dev->batch_lock);
    if (dev->busy_batches && (dev->num_busy > GV_VK_MAX_AHEAD || dev->busy_B > GV_VK_MAX_AHEAD_B))
        value = atomic_load(&dev->busy_batches->value);
    pthread_mutex_unlock(&dev->batch_lock);
    return value;
}

static void limit_ahead(struct gv_vk_device *dev)
{
    uint64_t value, last = 0;
    gv_vk_device_retire(dev);
    /* If `value` is the same as in the previous iteration, the batch with this value has finished
     * but is still counted, because another thread is retiring it. The loop ends, and the other
     * thread finishes the batch. */
    while ((value = too_far_ahead(dev)) != 0 && value != last) {
        if (gv_vk_device_wait(dev, value, UINT64_MAX) != VK_SUCCESS)
            return;
        gv_vk_device_retire(dev);
        last = value;
    }
}

/* Returns the time that the device has worked so far, plus an estimate for the pending batches:
 * their number times the mean time of earlier batches. */
static uint64_t expected_ns(struct gv_vk_device *dev)
{
    pthread_mutex_lock(&dev->batch_lock);
    const uint64_t num_busy = dev->num_busy;
    pthread_mutex_unlock(&dev->batch_lock);
    return atomic_load(&dev->stopwatch.busy_ns) + num_busy * atomic_load(&dev->stopwatch.mean_ns);
}

/* Waits until the device-time gate allows a submission. Returns at once if the device's time is not
 * divided. */
static void wait_for_turn(struct gv_vk_device *dev)
{
    static const struct timespec pause_ns = {.tv_nsec = 1000 * 1000};

    if (!gv_vk_pace_divides(dev))
        return;
    gv_vk_device_retire(dev);
    while (!dev->pace.may_submit(dev->pace.priv, expected_ns(dev))) {
        nanosleep(&pause_ns, NULL);
        gv_vk_device_retire(dev);
    }
}

VkResult gv_vk_batch_submit(struct gv_vk_batch *batch, uint64_t *out_value)
{
    struct gv_vk_device *dev = batch->dev;
    VkResult result = atomic_load(&dev->lost) ? VK_ERROR_DEVICE_LOST : end_recording(batch);
    if (result != VK_SUCCESS) {
        drop(batch);
        return result;
    }

    wait_for_turn(dev);
    pthread_mutex_lock(&dev->queue_lock);
    uint64_t value = atomic_load(&dev->submitted);
    if (batch->pre_used || batch->main_used) {
        result = queue_submit(batch, value + 1);
        if (result == VK_SUCCESS)
            atomic_store(&dev->submitted, ++value);
    }
    if (result == VK_SUCCESS)
        put_busy(batch, value);
    pthread_mutex_unlock(&dev->queue_lock);

    if (result != VK_SUCCESS) {
        drop(batch);
        return result;
    }
    if (out_value)
        *out_value = value;
    limit_ahead(dev);
    return VK_SUCCESS;
}

/* Unlinks the finished batches from the busy list, oldest first. */
static struct gv_vk_batch *take_finished(struct gv_vk_device *dev)
{
    pthread_mutex_lock(&dev->batch_lock);
    struct gv_vk_batch *first = dev->busy_batches, *last = NULL;
    for (struct gv_vk_batch *batch = first;
         batch && gv_vk_device_is_done(dev, atomic_load(&batch->value)); batch = batch->next) {
        last = batch;
        dev->num_busy--;
        dev->busy_B -= batch->held_B;
    }
    if (last) {
        dev->busy_batches = last->next;
        if (!last->next)
            dev->busy_tail = &dev->busy_batches;
        last->next = NULL;
    }
    pthread_mutex_unlock(&dev->batch_lock);
    return last ? first : NULL;
}

/* Retires finished batches. The caller holds retire_lock, which no deferred function takes. */
static void retire(struct gv_vk_device *dev)
{
    struct gv_vk_batch *batch = take_finished(dev);
    while (batch) {
        struct gv_vk_batch *next = batch->next;
        take_fence(batch);
        if (batch->pre_used || batch->main_used)
            gv_vk_stopwatch_read(dev, &batch->times, batch->pre_used);
        release_holdings(batch);
        put_free(batch);
        batch = next;
    }
}

void gv_vk_device_retire(struct gv_vk_device *dev)
{
    if (pthread_mutex_trylock(&dev->retire_lock) != 0)
        return;
    retire(dev);
    pthread_mutex_unlock(&dev->retire_lock);
}

void gv_vk_device_retire_all(struct gv_vk_device *dev)
{
    pthread_mutex_lock(&dev->retire_lock);
    retire(dev);
    pthread_mutex_unlock(&dev->retire_lock);
}

void gv_vk_device_make_room(struct gv_vk_device *dev, bool waits)
{
    if (waits)
        gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    gv_vk_device_retire(dev);
    gv_vk_caches_drop(dev);
}

void gv_vk_device_tell_layer(struct gv_vk_device *dev)
{
    if (has_fences(dev))
        gv_vk_device_retire_all(dev);
}

bool gv_vk_device_records_before(struct gv_vk_device *dev, uint64_t serial)
{
    bool found = false;
    pthread_mutex_lock(&dev->batch_lock);
    for (const struct gv_vk_batch *b = dev->all_batches; b && !found; b = b->next_of_all)
        found = atomic_load(&b->serial) < serial && atomic_load(&b->value) == 0;
    pthread_mutex_unlock(&dev->batch_lock);
    return found;
}

void gv_vk_batches_finish(struct gv_vk_device *dev)
{
    /* The device is idle, so one poll finds everything finished. */
    gv_vk_device_retire_all(dev);
    assert(!dev->busy_batches);
    for (struct gv_vk_batch *batch = take_free(dev); batch; batch = take_free(dev))
        destroy_batch(batch);
}

void gv_vk_batch_reset_query(struct gv_vk_batch *batch, VkQueryPool pool, uint32_t query)
{
    const struct gv_vk_device *dev = batch->dev;
    if (dev->caps.hostQueryReset) {
        dev->vk.vkResetQueryPool(dev->handle, pool, query, 1);
        return;
    }
    dev->vk.vkCmdResetQueryPool(batch->pre, pool, query, 1);
    batch->pre_used = true;
}

static VkResult make_secondary(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    if (!gv_array_grow(&batch->secondaries, &batch->max_secondaries, batch->num_made_secondaries))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = batch->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
        .commandBufferCount = 1,
    };
    VkResult result = dev->vk.vkAllocateCommandBuffers(
        dev->handle, &info, &batch->secondaries[batch->num_made_secondaries]);
    if (result == VK_SUCCESS)
        batch->num_made_secondaries++;
    return result;
}

VkResult gv_vk_batch_secondary(struct gv_vk_batch *batch, VkCommandBuffer *out_secondary)
{
    VkResult result = VK_SUCCESS;
    if (batch->num_secondaries == batch->num_made_secondaries)
        result = make_secondary(batch);
    if (result == VK_SUCCESS)
        *out_secondary = batch->secondaries[batch->num_secondaries++];
    return result;
}

bool gv_vk_batch_ref(struct gv_vk_batch *batch, struct gv_vk_object *object)
{
    if (!gv_array_grow(&batch->objects, &batch->max_objects, batch->num_objects)) {
        batch->out_of_memory = true;
        return false;
    }
    gv_vk_object_ref(object);
    batch->objects[batch->num_objects++] = object;
    return true;
}

void gv_vk_batch_require(struct gv_vk_batch *batch, struct gv_vk_object *object)
{
    if (!gv_vk_batch_ref(batch, object))
        batch->invalid = true;
}

void gv_vk_batch_defer(struct gv_vk_batch *batch, gv_vk_deferred_fn fn, void *data)
{
    struct gv_vk_device *dev = batch->dev;
    if (gv_array_grow(&batch->deferred, &batch->max_deferred, batch->num_deferred)) {
        batch->deferred[batch->num_deferred++] = (struct gv_vk_deferred){.fn = fn, .data = data};
        return;
    }
    batch->out_of_memory = batch->invalid = true;
    gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    fn(dev, data);
}

/* Returns the state of a use. If the use is busy, *out_value is its timeline value. */
static enum gv_vk_use_state look_up(struct gv_vk_use use, uint64_t *out_value)
{
    if (!use.batch || atomic_load(&use.batch->serial) != use.serial)
        return GV_VK_USE_IDLE;
    uint64_t value = atomic_load(&use.batch->value);
    /* If the batch was begun again after the serial was first checked, `value` belongs to another
     * use of the batch. */
    if (atomic_load(&use.batch->serial) != use.serial)
        return GV_VK_USE_IDLE;
    if (value == 0)
        return GV_VK_USE_RECORDING;
    if (gv_vk_device_is_done(use.batch->dev, value))
        return GV_VK_USE_IDLE;
    *out_value = value;
    return GV_VK_USE_BUSY;
}

enum gv_vk_use_state gv_vk_use_state(struct gv_vk_use use)
{
    uint64_t value;
    return look_up(use, &value);
}

VkResult gv_vk_use_wait(struct gv_vk_use use, uint64_t timeout_ns)
{
    uint64_t value;
    switch (look_up(use, &value)) {
    case GV_VK_USE_RECORDING:
        return VK_NOT_READY;
    case GV_VK_USE_BUSY:
        return gv_vk_device_wait(use.batch->dev, value, timeout_ns);
    default:
        return VK_SUCCESS;
    }
}
