/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory and the number of objects that a client may use. */
#ifndef GV_VIRGL_BUDGET_H
#define GV_VIRGL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "virgl/wire.h"

enum {
    /* Host memory for a resource, in addition to its contents. */
    GV_VIRGL_RESOURCE_COST_B = 2200,
    /* Host memory for a sub-context that has drawn. Most of it is the first blocks of its rings. */
    GV_VIRGL_SUB_CONTEXT_COST_B = 1500000,
};

struct gv_virgl_renderer;

/* Returns the number of bytes of memory that the client may still use. */
uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r);

/* Charges size_B to the client. False, with nothing charged, if the client's limit or the grant
 * (api/grant.h) would be exceeded. If the grant would be exceeded, first waits for the next
 * division of memory, for at most half a second. */
bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B);

/* Returns the host memory that an object takes. A shader's text is not included, because it is
 * charged by its length. */
uint32_t gv_virgl_object_cost_B(enum gv_virgl_object_type type);

/* Counts one more object or resource. False, with nothing counted, if the client has reached its
 * limit. */
bool gv_virgl_count_object(struct gv_virgl_renderer *r);
void gv_virgl_uncount_object(struct gv_virgl_renderer *r);

#endif
