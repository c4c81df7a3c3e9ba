/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names for content: equal bytes get the same small number, so that a pipeline key holds words
 * instead of structures. Used when state is created, never at a draw. */

#include "driver/state/intern.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "driver/context.h"

struct gv_interned_entry {
    uint64_t hash;
    void *data;
    size_t size_B;
};

static bool grow(struct gv_intern_table *table)
{
    uint32_t max = table->max ? table->max * 2 : 64;
    struct gv_interned_entry *entries = realloc(table->entries, max * sizeof(*entries));
    if (!entries)
        return false;
    table->entries = entries;
    table->max = max;
    return true;
}

uint32_t gv_intern(struct gv_context *ctx, const void *data, size_t size_B)
{
    struct gv_intern_table *table = &ctx->interned;
    uint64_t hash = XXH3_64bits(data, size_B);
    for (uint32_t i = 0; i < table->num; i++) {
        const struct gv_interned_entry *e = &table->entries[i];
        if (e->hash == hash && e->size_B == size_B && !memcmp(e->data, data, size_B))
            return i + 1;
    }
    if (table->num == table->max && !grow(table))
        return 0;
    void *copy = malloc(size_B);
    if (!copy)
        return 0;
    memcpy(copy, data, size_B);
    table->entries[table->num++] =
        (struct gv_interned_entry){.hash = hash, .data = copy, .size_B = size_B};
    return table->num;
}

void gv_intern_finish(struct gv_context *ctx)
{
    struct gv_intern_table *table = &ctx->interned;
    for (uint32_t i = 0; i < table->num; i++)
        free(table->entries[i].data);
    free(table->entries);
    *table = (struct gv_intern_table){0};
}
