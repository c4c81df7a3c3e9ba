/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The timeline of a device: submissions and their values, which of them have finished, waits for
 * them, and failures. */
#ifndef GV_VK_TIMELINE_H
#define GV_VK_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_device;

struct gv_vk_submission {
    const VkCommandBuffer *buffers;
    uint32_t num_buffers;
    VkSemaphore wait, signal; /* binary ones; VK_NULL_HANDLE: none */
    VkFence fence;            /* VK_NULL_HANDLE: none; only where dev has a timeline semaphore */
};

/* Hands a submission to the queue, whose end is value. Failures are recorded. Caller holds
 * queue_lock, and makes value the newest. */
GV_MUST_CHECK VkResult gv_vk_queue_submit(struct gv_vk_device *dev,
                                          const struct gv_vk_submission *submission,
                                          uint64_t value);

/* Newest finished value; asks the device once. Any thread. */
uint64_t gv_vk_device_poll(struct gv_vk_device *dev);

/* True when submission value has finished, without a Vulkan call when already known. Any thread. */
bool gv_vk_device_is_done(struct gv_vk_device *dev, uint64_t value);

/* Waits until submission value has finished. VK_TIMEOUT when timeout_ns ran out (UINT64_MAX: no
 * limit); VK_ERROR_DEVICE_LOST at once on a lost device; nothing else but VK_SUCCESS: a device that
 * cannot be waited for counts as lost. Any thread. */
VkResult gv_vk_device_wait(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns);

/* Waits for the device, before its end: whatever became of what was submitted, it counts as
 * finished. No other thread uses the device. */
void gv_vk_device_finish(struct gv_vk_device *dev);

/* Records a failure: logs the call's name once per device. When result says so, waits for what was
 * submitted, ten seconds at most, and sets lost. */
void gv_vk_device_error(struct gv_vk_device *dev, const char *call, VkResult result);

#endif
