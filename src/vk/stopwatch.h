/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Measures the device's working time, by timestamps around each batch, if a measurement is
 * requested. */
#ifndef GV_VK_STOPWATCH_H
#define GV_VK_STOPWATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_vk_device;

/* The stopwatch of a device. */
struct gv_vk_stopwatch {
    bool runs;         /* true: all batches are measured; false: batches are only measured while the
                          device's time is divided among processes */
    uint64_t last_end; /* end of the newest batch that has been read, in ns; guarded by
                          retire_lock */
    _Atomic uint64_t busy_ns;
    _Atomic uint64_t mean_ns; /* running mean of the time of a batch */
};

/* The timestamps of one batch. The batch destroys `pool`. */
struct gv_vk_stopwatch_times {
    VkQueryPool pool; /* VK_NULL_HANDLE until the stopwatch has run */
    bool taken;       /* the current use of the batch is measured */
};

/* Measures all batches from now on, if the device has timestamps. */
void gv_vk_stopwatch_start(struct gv_vk_device *dev);

/* Records the batch's first timestamps. Does nothing unless the batch is to be measured. Called for
 * each batch when both of its command buffers have begun. */
void gv_vk_stopwatch_begin(struct gv_vk_device *dev, struct gv_vk_stopwatch_times *times,
                           VkCommandBuffer pre, VkCommandBuffer main);

/* Records the batch's last timestamp. Called before the end of `last`, the last command buffer of
 * the batch that will be submitted. */
void gv_vk_stopwatch_end(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                         VkCommandBuffer last);

/* Reads the batch's timestamps, and adds the batch's time to the device's working time. Called once
 * the batch has finished. `has_pre`: the batch's command buffer `pre` was submitted. */
void gv_vk_stopwatch_read(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                          bool has_pre);

/* Converts a timestamp, or a difference of two timestamps, to nanoseconds. */
uint64_t gv_vk_timestamp_to_ns(const struct gv_vk_device *dev, uint64_t ticks);

#endif
