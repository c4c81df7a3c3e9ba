/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/timeline.h"

#include <stdatomic.h>
#include <time.h>

#include "util/log.h"
#include "vk/device.h"

/* Raises dev->completed to `value`, if dev->completed is lower. Returns the newest value that is
 * known to have finished. */
static uint64_t note_completed(struct gv_vk_device *dev, uint64_t value)
{
    uint64_t known = atomic_load_explicit(&dev->completed, memory_order_acquire);
    while (known < value) {
        if (atomic_compare_exchange_weak_explicit(&dev->completed, &known, value,
                                                  memory_order_acq_rel, memory_order_acquire))
            return value;
    }
    return known;
}

/* Queries the newest finished value. With fences, *out_value may be 0: no further submission has
 * finished. */
static VkResult ask_completed(struct gv_vk_device *dev, uint64_t *out_value)
{
    return dev->timeline ? dev->vk.vkGetSemaphoreCounterValue(dev->handle, dev->timeline, out_value)
                         : gv_vk_fences_poll(dev, out_value);
}

static VkResult wait_for(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns)
{
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &dev->timeline,
        .pValues = &value,
    };
    return dev->timeline ? dev->vk.vkWaitSemaphores(dev->handle, &info, timeout_ns)
                         : gv_vk_fences_wait(dev, value, timeout_ns);
}

/* The number of attempts to make a call that fails because memory has run out, perhaps only for a
 * moment. */
enum {
    TRIES = 10
};
static const struct timespec pause_of_tries = {.tv_nsec = 10 * 1000 * 1000};

/* Waits for the submission with timeline value `value`. A failed wait is treated as a lost device,
 * because a caller that waits must be able to rely on the result. */
static VkResult wait_again(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns)
{
    VkResult result = wait_for(dev, value, timeout_ns);
    for (unsigned i = 1; i < TRIES && gv_vk_is_out_of_memory(result); i++) {
        nanosleep(&pause_of_tries, NULL);
        result = wait_for(dev, value, timeout_ns);
    }
    return gv_vk_is_out_of_memory(result) ? VK_ERROR_DEVICE_LOST : result;
}

/* If the query of the device fails for lack of memory, tries a wait instead. If the wait fails,
 * too, the device is treated as lost, so that callers do not poll for ever. */
uint64_t gv_vk_device_poll(struct gv_vk_device *dev)
{
    uint64_t value = 0;
    if (!atomic_load(&dev->lost)) {
        VkResult result = ask_completed(dev, &value);
        if (result == VK_SUCCESS)
            return note_completed(dev, value);
        gv_vk_device_error(dev, "a poll of the timeline", result);
        if (gv_vk_is_out_of_memory(result))
            gv_vk_device_wait(dev, atomic_load(&dev->submitted), 0);
    }
    return atomic_load(&dev->lost) ? atomic_load(&dev->submitted) : note_completed(dev, 0);
}

bool gv_vk_device_is_done(struct gv_vk_device *dev, uint64_t value)
{
    return value <= atomic_load_explicit(&dev->completed, memory_order_acquire) ||
           value <= gv_vk_device_poll(dev) || atomic_load(&dev->lost);
}

VkResult gv_vk_device_wait(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns)
{
    if (atomic_load(&dev->lost))
        return VK_ERROR_DEVICE_LOST;
    if (value <= atomic_load_explicit(&dev->completed, memory_order_acquire))
        return VK_SUCCESS;

    atomic_fetch_add_explicit(&dev->waits, 1, memory_order_relaxed);
    VkResult result = wait_again(dev, value, timeout_ns);
    if (result == VK_SUCCESS)
        note_completed(dev, value);
    else if (result != VK_TIMEOUT)
        gv_vk_device_error(dev, "a wait for the timeline", result);
    return result;
}

/* Waits for submitted work before a device loss is reported, because users free resources after the
 * report and the work may still run. On a lost device the wait returns at once; on a device that
 * hangs, after LIMIT_NS. */
static void await_submitted(struct gv_vk_device *dev)
{
    const uint64_t LIMIT_NS = UINT64_C(10000000000);
    wait_for(dev, atomic_load(&dev->submitted), LIMIT_NS);
}

void gv_vk_device_finish(struct gv_vk_device *dev)
{
    VkResult result = dev->vk.vkDeviceWaitIdle(dev->handle);
    if (result != VK_SUCCESS && !atomic_load(&dev->lost)) {
        gv_vk_device_error(dev, "vkDeviceWaitIdle", result);
        gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    }
    note_completed(dev, atomic_load(&dev->submitted));
}

void gv_vk_device_error(struct gv_vk_device *dev, const char *call, VkResult result)
{
    bool lost = result == VK_ERROR_DEVICE_LOST && !atomic_load(&dev->lost);
    if (lost)
        await_submitted(dev);
    if (lost && !atomic_exchange(&dev->lost, true)) {
        atomic_store(&dev->failed, true);
        gv_err(&dev->log, "vk", "the device \"%s\" was lost (%s); make a new screen",
               dev->properties.deviceName, call);
    } else if (!atomic_exchange(&dev->failed, true)) {
        gv_err(&dev->log, "vk", "%s failed (VkResult %d); later failures are logged as debug", call,
               (int)result);
    } else {
        gv_debug(&dev->log, "vk", "%s failed (VkResult %d)", call, (int)result);
    }
}

/* Submits to the queue. Later submissions depend on this submission, for example on its image
 * layouts, so a failed submission is treated as a lost device. */
static VkResult submit_again(struct gv_vk_device *dev, const VkSubmitInfo *info, VkFence fence)
{
    VkResult result = dev->vk.vkQueueSubmit(dev->queue, 1, info, fence);
    for (unsigned i = 1; i < TRIES && gv_vk_is_out_of_memory(result); i++) {
        nanosleep(&pause_of_tries, NULL);
        result = dev->vk.vkQueueSubmit(dev->queue, 1, info, fence);
    }
    return gv_vk_is_out_of_memory(result) ? VK_ERROR_DEVICE_LOST : result;
}

VkResult gv_vk_queue_submit(struct gv_vk_device *dev, const struct gv_vk_submission *submission,
                            uint64_t value)
{
    static const VkPipelineStageFlags wait_stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    /* submission->signal is a binary semaphore, which has no value; Vulkan ignores its entry in
     * values. */
    const VkSemaphore signals[] = {dev->timeline, submission->signal};
    const uint64_t values[] = {value, 0};
    const bool waits = submission->wait != VK_NULL_HANDLE;
    const unsigned first = dev->timeline ? 0 : 1, end = submission->signal ? 2 : 1;
    const VkTimelineSemaphoreSubmitInfo timeline = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = waits,
        .pWaitSemaphoreValues = &values[1],
        .signalSemaphoreValueCount = end - first,
        .pSignalSemaphoreValues = values + first,
    };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = dev->timeline ? &timeline : NULL,
        .waitSemaphoreCount = waits,
        .pWaitSemaphores = waits ? &submission->wait : NULL,
        .pWaitDstStageMask = &wait_stages,
        .commandBufferCount = submission->num_buffers,
        .pCommandBuffers = submission->buffers,
        .signalSemaphoreCount = end - first,
        .pSignalSemaphores = signals + first,
    };
    struct gv_vk_fence *fence = NULL;
    VkResult result = dev->timeline ? VK_SUCCESS : gv_vk_fences_take(dev, &fence);
    if (result == VK_SUCCESS)
        result = submit_again(dev, &info, fence ? fence->handle : submission->fence);
    if (fence)
        gv_vk_fences_put(dev, fence, value, result == VK_SUCCESS);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkQueueSubmit", result);
    return result;
}
