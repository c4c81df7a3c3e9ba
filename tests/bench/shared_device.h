/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* For the pace layer: a virtual device that several processes share, as a file that all of them
 * map. It executes one submission after the other, in the order of their arrival, for as long as
 * its draws have instances, and its timestamps fit that. Not thread-safe. */
#ifndef GV_TESTS_SHARED_DEVICE_H
#define GV_TESTS_SHARED_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

/* What the file holds; all zero at first. */
struct shared_device {
    _Atomic uint64_t free_ns; /* when it will have done all */
    struct {
        _Atomic uint64_t pid; /* 0: nobody's */
        _Atomic uint64_t used_ns;
    } users[128];
};

/* NULL when there is no such file. */
struct shared_device *shared_device_open(const char *path);

/* When what comes now and takes this long has ended. */
uint64_t shared_device_take(struct shared_device *device, uint64_t now_ns, uint64_t for_ns);

/* Counts it for this process. */
void shared_device_count(struct shared_device *device, uint64_t used_ns);

/* ---- What command buffers have recorded */

void recorded_begin(VkCommandBuffer cmd);
void recorded_draw(VkCommandBuffer cmd, uint32_t num_instances);
void recorded_timestamp(VkCommandBuffer cmd, VkQueryPool pool, uint32_t query, bool at_begin);

uint64_t recorded_instances(VkCommandBuffer cmd);

/* The times of the timestamps in it, from now on. */
void recorded_set_times(VkCommandBuffer cmd, uint64_t begin_ns, uint64_t end_ns);

/* False: no such timestamp has a time. */
bool recorded_time(VkQueryPool pool, uint32_t query, uint64_t *out_ns);

#endif
