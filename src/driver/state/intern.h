/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names for content. */
#ifndef GV_INTERN_H
#define GV_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct gv_context;
struct gv_interned_entry;

/* See gv_intern(). */
struct gv_intern_table {
    struct gv_interned_entry *entries;
    uint32_t num, max;
};

/* A short name for a piece of content: equal bytes get equal names within a context. 0: memory ran
 * out. */
uint32_t gv_intern(struct gv_context *ctx, const void *data, size_t size_B);
void gv_intern_finish(struct gv_context *ctx);

#endif
