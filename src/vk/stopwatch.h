/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How long the device works: timestamps around each batch, where somebody has asked for it. */
#ifndef GV_VK_STOPWATCH_H
#define GV_VK_STOPWATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_vk_device;

/* A device's. */
struct gv_vk_stopwatch {
    bool runs;         /* else only while somebody divides the device's time */
    uint64_t last_end; /* of the newest batch that has been looked at, in ns; under retire_lock */
    _Atomic uint64_t busy_ns;
    _Atomic uint64_t mean_ns; /* of a batch, of late */
};

/* The timestamps of one batch; its owner destroys pool. */
struct gv_vk_stopwatch_times {
    VkQueryPool pool; /* VK_NULL_HANDLE until the stopwatch has run */
    bool taken;       /* this time */
};

/* Measures from here on, if the device has timestamps. */
void gv_vk_stopwatch_start(struct gv_vk_device *dev);

/* For each batch, when both of its command buffers have begun. Takes no time where the stopwatch
 * does not run. */
void gv_vk_stopwatch_begin(struct gv_vk_device *dev, struct gv_vk_stopwatch_times *times,
                           VkCommandBuffer pre, VkCommandBuffer main);

/* Before last ends, the last command buffer of the batch that will be submitted. */
void gv_vk_stopwatch_end(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                         VkCommandBuffer last);

/* Once the batch has finished; has_pre: it submitted its first command buffer. */
void gv_vk_stopwatch_read(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                          bool has_pre);

/* A difference of timestamps, or one of them, in nanoseconds. */
uint64_t gv_vk_timestamp_to_ns(const struct gv_vk_device *dev, uint64_t ticks);

#endif
