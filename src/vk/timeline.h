/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The timeline of a device: submissions and their values, the progress of submissions, waits for
 * submissions, and failures. */
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
    VkSemaphore wait, signal; /* binary semaphores; VK_NULL_HANDLE: none */
    VkFence fence;            /* VK_NULL_HANDLE: no fence; dev must then have a timeline
                                 semaphore */
};

/* Submits to the queue; the timeline reaches `value` when the submission finishes. Failures are
 * recorded by gv_vk_device_error(). The caller holds queue_lock, and stores `value` in
 * dev->submitted afterwards. */
GV_MUST_CHECK VkResult gv_vk_queue_submit(struct gv_vk_device *dev,
                                          const struct gv_vk_submission *submission,
                                          uint64_t value);

/* Returns the newest finished value; queries the device once. Any thread. */
uint64_t gv_vk_device_poll(struct gv_vk_device *dev);

/* Whether the submission with timeline value `value` has finished. Makes no Vulkan call if the
 * submission is already known to have finished. Any thread. */
bool gv_vk_device_is_done(struct gv_vk_device *dev, uint64_t value);

/* Waits until the submission with timeline value `value` has finished. Returns VK_SUCCESS,
 * VK_TIMEOUT if timeout_ns (UINT64_MAX: no limit) ran out, or VK_ERROR_DEVICE_LOST. If the device
 * is lost, returns at once. A device that cannot be waited for counts as lost. Any thread. */
VkResult gv_vk_device_wait(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns);

/* Waits for the device before it is destroyed. All submissions then count as finished, even after a
 * failure. No other thread may use the device. */
void gv_vk_device_finish(struct gv_vk_device *dev);

/* Records a failure: logs the call's name, once per device. If `result` is VK_ERROR_DEVICE_LOST,
 * also waits for submitted work, at most ten seconds, and sets dev->lost. */
void gv_vk_device_error(struct gv_vk_device *dev, const char *call, VkResult result);

#endif
