/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client's shares of memory and of objects. */
#ifndef GV_VIRGL_BUDGET_H
#define GV_VIRGL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "virgl/wire.h"

enum {
    /* Of the host's memory for a resource, beside its contents. */
    GV_VIRGL_RESOURCE_COST_B = 2200,
    /* ... for a sub-context that has drawn: its rings' first blocks are most of it. */
    GV_VIRGL_SUB_CONTEXT_COST_B = 1500000,
};

struct gv_virgl_renderer;

/* Bytes of the client's memory that nothing was taken from. */
uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r);

/* Takes from the client's memory; false and nothing taken past the limit, or past what is granted
 * from outside, for which it waits until that is divided anew, half a second at most. */
bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B);

/* Bytes of the host's memory that an object takes; without a shader's text, which is charged by its
 * length. */
uint32_t gv_virgl_object_cost_B(enum gv_virgl_object_type type);

/* Counts one more object or resource; false past the limit. */
bool gv_virgl_count_object(struct gv_virgl_renderer *r);
void gv_virgl_uncount_object(struct gv_virgl_renderer *r);

#endif
