/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames that Galvan's driver inside of Mesa copies, in this process and without a server. The
 * environment variable GALVAN_FRAMES_AHEAD=NUMBER:, without a socket, says that the program draws
 * in its own process. */
#ifndef GV_PRELOAD_DRIVER_FRAMES_H
#define GV_PRELOAD_DRIVER_FRAMES_H

#include <stdbool.h>

/* Whether the program draws in its own process. */
bool gv_driver_frames_are_wanted(void);

/* Whether a driver of this process has a screen that presents frames by this library. */
bool gv_driver_frames_are_there(void);

/* Waits until all frames of the driver that were presented are on their windows. */
void gv_driver_frames_drain(void);

#endif
