/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries that the driver counts by itself, without the device. */
#ifndef GV_COUNTERS_H
#define GV_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_recorder;
struct gv_screen;

/* Whether a query type is one of them. */
bool gv_counter_exists(unsigned type);

/* The counter's present value. A query's result is the difference of two values, unless the
 * counter is a level. */
uint64_t gv_counter_read(struct gv_recorder *rec, unsigned type);

/* Whether the counter is a level, which rises and falls: a query's result is then its value at
 * the end. */
bool gv_counter_is_level(unsigned type);

/* Fills in get_driver_query_info and get_driver_query_group_info. */
void gv_screen_init_counters(struct gv_screen *screen);

#endif
