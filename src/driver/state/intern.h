/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Ids of content. Equal bytes get equal small numbers, so that a pipeline key holds dwords instead
 * of structures. Ids are assigned when state is created, never at a draw. Ids live as long as their
 * context, because the keys of its pipelines contain them. The memory of a table counts against the
 * screen's limit. */
#ifndef GV_INTERN_H
#define GV_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "util/hash.h"

struct gv_screen;

/* A table of ids. An all-zero table is empty. */
struct gv_intern_table {
    struct gv_hash entries; /* entries by the hash of their content */
    uint32_t num;
};

void gv_intern_init(struct gv_intern_table *table);

/* Returns the id of size_B bytes of content at `data`. 0 if memory or the screen's limit runs
 * out. */
uint32_t gv_intern(struct gv_intern_table *table, struct gv_screen *screen, const void *data,
                   size_t size_B);

void gv_intern_finish(struct gv_intern_table *table, struct gv_screen *screen);

#endif
