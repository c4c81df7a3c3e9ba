/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Swap intervals: for how many of the screen's frames a picture stays at least. Programs set them
 * for each drawable of GLX, which is known by its number, and each surface of EGL, by its address.
 * The variable vblank_mode says what they may set, as for Mesa. */
#ifndef GV_PRELOAD_INTERVALS_H
#define GV_PRELOAD_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

/* 0 where nothing was set, unless vblank_mode asks for more. */
unsigned gv_interval_of(uintptr_t drawable);

/* False when vblank_mode does not allow it: 0 wants no interval but 0, 3 wants no 0. */
bool gv_interval_set(uintptr_t drawable, unsigned interval);

/* The drawable ends: another one may get its name. */
void gv_interval_forget(uintptr_t drawable);

#endif
