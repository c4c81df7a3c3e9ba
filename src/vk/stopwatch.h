/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How long the device works: timestamps around each batch, where somebody has asked for it. */
#ifndef GV_VK_STOPWATCH_H
#define GV_VK_STOPWATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct gv_vk_batch;
struct gv_vk_device;

/* A device's. */
struct gv_vk_stopwatch {
    bool runs;         /* else only while somebody divides the device's time */
    uint64_t last_end; /* of the newest batch that has been looked at, in ns; under retire_lock */
    _Atomic uint64_t busy_ns;
    _Atomic uint64_t mean_ns; /* of a batch, of late */
};

/* Measures from here on, if the device has timestamps. */
void gv_vk_stopwatch_start(struct gv_vk_device *dev);

/* For each batch: when its command buffers have begun, before those that it used end, and when it
 * has finished. They do nothing where the stopwatch does not run. */
void gv_vk_stopwatch_begin_batch(struct gv_vk_batch *batch);
void gv_vk_stopwatch_end_batch(struct gv_vk_batch *batch);
void gv_vk_stopwatch_read_batch(struct gv_vk_batch *batch);

/* A difference of timestamps, or one of them, in nanoseconds. */
uint64_t gv_vk_timestamp_to_ns(const struct gv_vk_device *dev, uint64_t ticks);

#endif
