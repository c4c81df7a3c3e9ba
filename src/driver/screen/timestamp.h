/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device's clock, which the CPU reads without waiting for the device. */
#ifndef GV_TIMESTAMP_H
#define GV_TIMESTAMP_H

struct gv_screen;

/* Sets the method get_timestamp. Without calibratedTimestamps, compares the clocks of device and
 * CPU once, by a submission for which the CPU waits. */
void gv_screen_init_timestamps(struct gv_screen *screen);

#endif
