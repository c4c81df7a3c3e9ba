/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device's clock: in nanoseconds, and from the host without waiting for the device. */
#ifndef GV_TIMESTAMP_H
#define GV_TIMESTAMP_H

#include <stdint.h>

struct gv_screen;
struct gv_vk_device;

/* A difference of timestamps, or one of them, in nanoseconds. */
uint64_t gv_timestamp_to_ns(const struct gv_vk_device *dev, uint64_t ticks);

/* Fills in get_timestamp. Without calibratedTimestamps it compares the clocks of device and host
 * once, by a submission that it waits for. */
void gv_screen_init_timestamps(struct gv_screen *screen);

#endif
