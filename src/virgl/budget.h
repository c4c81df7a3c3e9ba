/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client's shares of memory and of objects. */
#ifndef GV_VIRGL_BUDGET_H
#define GV_VIRGL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;

/* Bytes of the client's memory that nothing was taken from. */
uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r);

/* Takes from the client's memory; false and nothing taken past the limit. */
bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B);

/* Counts one more object or resource; false past the limit. */
bool gv_virgl_count_object(struct gv_virgl_renderer *r);
void gv_virgl_uncount_object(struct gv_virgl_renderer *r);

#endif
