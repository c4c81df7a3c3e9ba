/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How much memory a screen has, and how much is left. */
#ifndef GV_MEMORY_INFO_H
#define GV_MEMORY_INFO_H

#include <stdint.h>

struct gv_screen;

/* Bytes of the device's own memory that resources of the screen may have. */
uint64_t gv_memory_device_B(const struct gv_screen *screen);

/* Fills in query_memory_info. */
void gv_screen_init_memory_info(struct gv_screen *screen);

#endif
