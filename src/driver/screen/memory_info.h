/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How much memory a screen has, and how much is left of its limit. */
#ifndef GV_MEMORY_INFO_H
#define GV_MEMORY_INFO_H

#include <stdbool.h>
#include <stdint.h>

struct gv_screen;

/* Charges what is about to be allocated; false when that is beyond the limit that the screen has.
 * Nothing is allocated before it is charged, so the limit holds with many threads, too. */
bool gv_memory_reserve(struct gv_screen *screen, uint64_t size_B);
void gv_memory_release(struct gv_screen *screen, uint64_t size_B);

/* Bytes of the device's own memory that resources of the screen may have. */
uint64_t gv_memory_device_B(const struct gv_screen *screen);

/* Fills in query_memory_info. */
void gv_screen_init_memory_info(struct gv_screen *screen);

#endif
