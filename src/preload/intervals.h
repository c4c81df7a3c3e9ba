/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Swap intervals. A swap interval is the least number of the screen's refreshes for which a frame
 * is shown. Programs set them for GLX drawables, identified by their XID, and for EGL surfaces,
 * identified by their address. The variable vblank_mode limits the values, as in Mesa. */
#ifndef GV_PRELOAD_INTERVALS_H
#define GV_PRELOAD_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the drawable's interval. Without a set interval the result is 0, unless vblank_mode
 * requires more. */
unsigned gv_interval_of(uintptr_t drawable);

/* Sets the drawable's interval. False if vblank_mode does not allow the interval: mode 0 allows
 * only 0, mode 3 does not allow 0. */
bool gv_interval_set(uintptr_t drawable, unsigned interval);

/* Forgets the drawable's interval. Call when the drawable is destroyed, since a new drawable may
 * get its XID or address. */
void gv_interval_forget(uintptr_t drawable);

#endif
