/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names for content: equal bytes get the same small number, so that a pipeline key holds words
 * instead of structures. Used when state is created, never at a draw. Names live as long as their
 * context, since pipelines are found by them; their memory is charged to the screen's limit. */
#ifndef GV_INTERN_H
#define GV_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "util/hash.h"

struct gv_screen;

/* All zeros: empty. */
struct gv_intern_table {
    struct gv_hash entries; /* by the hash of the content */
    uint32_t num;
};

void gv_intern_init(struct gv_intern_table *table);

/* The name of a piece of content; 0 if memory or the screen's limit runs out. */
uint32_t gv_intern(struct gv_intern_table *table, struct gv_screen *screen, const void *data,
                   size_t size_B);

void gv_intern_finish(struct gv_intern_table *table, struct gv_screen *screen);

#endif
