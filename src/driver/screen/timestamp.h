/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device's clock as the host reads it, without waiting for the device. */
#ifndef GV_TIMESTAMP_H
#define GV_TIMESTAMP_H

struct gv_screen;

/* Fills in get_timestamp. Without calibratedTimestamps it compares the clocks of device and host
 * once, by a submission that it waits for. */
void gv_screen_init_timestamps(struct gv_screen *screen);

#endif
