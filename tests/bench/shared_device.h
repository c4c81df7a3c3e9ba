/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* For the pace layer: a simulated device that several processes share. Its state is a file that all
 * of them map. The device executes submissions one after the other, in the order of their arrival.
 * A submission takes a fixed time for each instance of its draws; its timestamps differ by this
 * time. Not thread-safe. */
#ifndef GV_TESTS_SHARED_DEVICE_H
#define GV_TESTS_SHARED_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

/* The contents of the file; all zero at first. */
struct shared_device {
    _Atomic uint64_t free_ns; /* time at which all submissions so far will have finished */
    struct {
        _Atomic uint64_t pid; /* 0: the entry is free */
        _Atomic uint64_t used_ns;
    } users[128];
};

/* Maps the file. Returns NULL if it does not exist. */
struct shared_device *shared_device_open(const char *path);

/* Appends a submission that takes `for_ns`. Returns the time at which it ends. */
uint64_t shared_device_take(struct shared_device *device, uint64_t now_ns, uint64_t for_ns);

/* Adds `used_ns` to the time that this process has used the device. */
void shared_device_count(struct shared_device *device, uint64_t used_ns);

/* ---- What command buffers have recorded */

void recorded_begin(VkCommandBuffer cmd);
void recorded_draw(VkCommandBuffer cmd, uint32_t num_instances);
void recorded_timestamp(VkCommandBuffer cmd, VkQueryPool pool, uint32_t query, bool at_begin);

uint64_t recorded_instances(VkCommandBuffer cmd);

/* Sets the times of the timestamps that the command buffer has recorded. */
void recorded_set_times(VkCommandBuffer cmd, uint64_t begin_ns, uint64_t end_ns);

/* Stores the time of the query's timestamp in *out_ns. Returns false if the query has no timestamp,
 * or if no time has been set for the timestamp. */
bool recorded_time(VkQueryPool pool, uint32_t query, uint64_t *out_ns);

#endif
