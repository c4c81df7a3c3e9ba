/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/module/cache.h"

#include <stdlib.h>
#include <string.h>

void gv_spv_cache_finish(struct gv_spv_cache *c)
{
    free(c->entries);
    free(c->table);
    *c = (struct gv_spv_cache){0};
}

static size_t home(const struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b)
{
    uint32_t h = (a * 2654435761u) ^ (b * 2246822519u) ^ (kind * 3266489917u);
    h ^= h >> 15;
    return h & (c->capacity * 2 - 1);
}

static size_t next(const struct gv_spv_cache *c, size_t pos)
{
    return (pos + 1) & (c->capacity * 2 - 1);
}

uint32_t gv_spv_cache_find(const struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b)
{
    if (!c->capacity)
        return 0;
    for (size_t pos = home(c, kind, a, b); c->table[pos]; pos = next(c, pos)) {
        const struct gv_spv_cache_entry *e = &c->entries[c->table[pos] - 1];
        if (e->a == a && e->b == b && e->kind == kind)
            return e->id;
    }
    return 0;
}

static void insert(struct gv_spv_cache *c, size_t index)
{
    const struct gv_spv_cache_entry *e = &c->entries[index];
    size_t pos = home(c, e->kind, e->a, e->b);
    while (c->table[pos])
        pos = next(c, pos);
    c->table[pos] = (uint32_t)index + 1;
}

/* Entries are removed in the reverse order of their insertion, so freeing a slot breaks no probe
 * chain. Reinserting the entries in the order of insertion preserves this property. */
static bool grow(struct gv_spv_cache *c)
{
    size_t capacity = c->capacity ? c->capacity * 2 : 256;
    struct gv_spv_cache_entry *entries = realloc(c->entries, capacity * sizeof(*entries));
    if (!entries)
        return false;
    c->entries = entries;
    uint32_t *table = calloc(capacity * 2, sizeof(*table));
    if (!table)
        return false;
    free(c->table);
    c->table = table;
    c->capacity = capacity;
    for (size_t i = 0; i < c->num; i++)
        insert(c, i);
    return true;
}

void gv_spv_cache_put(struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b, uint32_t id)
{
    if (c->failed)
        return;
    if (c->num == c->capacity && !grow(c)) {
        c->failed = true;
        return;
    }
    c->entries[c->num] = (struct gv_spv_cache_entry){.a = a, .b = b, .kind = kind, .id = id};
    insert(c, c->num++);
}

void gv_spv_cache_push(struct gv_spv_cache *c)
{
    c->scopes[c->num_scopes++] = (uint32_t)c->num;
}

void gv_spv_cache_pop(struct gv_spv_cache *c)
{
    size_t begin = c->scopes[--c->num_scopes];
    while (c->num > begin) {
        const struct gv_spv_cache_entry *e = &c->entries[--c->num];
        size_t pos = home(c, e->kind, e->a, e->b);
        while (c->table[pos] != c->num + 1)
            pos = next(c, pos);
        c->table[pos] = 0;
    }
}
