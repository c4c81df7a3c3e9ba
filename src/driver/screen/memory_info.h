/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of a screen, and how much of the screen's memory limit remains. */
#ifndef GV_MEMORY_INFO_H
#define GV_MEMORY_INFO_H

#include <stdbool.h>
#include <stdint.h>

struct gv_screen;

/* gv_memory_reserve() counts memory against the screen's limit before the memory is allocated.
 * False if the memory would exceed the limit. Because memory is counted first, the limit also holds
 * if several threads allocate. */
bool gv_memory_reserve(struct gv_screen *screen, uint64_t size_B);
void gv_memory_release(struct gv_screen *screen, uint64_t size_B);

/* Returns the bytes of device-local memory that resources of the screen may use. */
uint64_t gv_memory_device_B(const struct gv_screen *screen);

/* Sets the method query_memory_info. */
void gv_screen_init_memory_info(struct gv_screen *screen);

#endif
