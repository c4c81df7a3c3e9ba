/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries of the driver's own counters, which do not need the device. */
#ifndef GV_COUNTERS_H
#define GV_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_recorder;
struct gv_screen;

/* Whether a query type is a driver counter. */
bool gv_counter_exists(unsigned type);

/* Returns the current value of a counter. A query's result is the difference of two values, unless
 * the counter is a level. */
uint64_t gv_counter_read(struct gv_recorder *rec, unsigned type);

/* Whether the counter is a level, which rises and falls. A query's result is then the value at the
 * end of the query. */
bool gv_counter_is_level(unsigned type);

/* Sets the methods get_driver_query_info and get_driver_query_group_info. */
void gv_screen_init_counters(struct gv_screen *screen);

#endif
