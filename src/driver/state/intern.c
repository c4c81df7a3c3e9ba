/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/intern.h"

#include <stdlib.h>
#include <string.h>

#include "driver/screen/memory_info.h"

struct entry {
    struct entry *next; /* next entry with an equal hash */
    uint32_t name;
    size_t size_B;
    unsigned char data[];
};

void gv_intern_init(struct gv_intern_table *table)
{
    gv_hash_init(&table->entries);
    table->num = 0;
}

static struct entry *make_entry(struct gv_screen *screen, const void *data, size_t size_B)
{
    if (!gv_memory_reserve(screen, sizeof(struct entry) + size_B))
        return NULL;
    struct entry *e = malloc(sizeof(*e) + size_B);
    if (!e) {
        gv_memory_release(screen, sizeof(*e) + size_B);
        return NULL;
    }
    e->size_B = size_B;
    memcpy(e->data, data, size_B);
    return e;
}

static void destroy_entry(struct gv_screen *screen, struct entry *e)
{
    gv_memory_release(screen, sizeof(*e) + e->size_B);
    free(e);
}

uint32_t gv_intern(struct gv_intern_table *table, struct gv_screen *screen, const void *data,
                   size_t size_B)
{
    uint64_t hash = gv_hash_bytes(data, size_B, table->entries.seed);
    struct entry *first = gv_hash_find(&table->entries, hash);
    for (const struct entry *e = first; e; e = e->next) {
        if (e->size_B == size_B && !memcmp(e->data, data, size_B))
            return e->name;
    }
    struct entry *e = make_entry(screen, data, size_B);
    if (!e)
        return 0;
    e->next = first;
    e->name = table->num + 1;
    if (!gv_hash_set(&table->entries, hash, e)) {
        destroy_entry(screen, e);
        return 0;
    }
    return ++table->num;
}

void gv_intern_finish(struct gv_intern_table *table, struct gv_screen *screen)
{
    const struct gv_hash_entry *slot;
    for (uint32_t pos = 0; (slot = gv_hash_next(&table->entries, &pos));) {
        for (struct entry *e = slot->value, *next; e; e = next) {
            next = e->next;
            destroy_entry(screen, e);
        }
    }
    gv_hash_finish(&table->entries);
    table->num = 0;
}
