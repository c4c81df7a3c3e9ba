/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reusable results of the body, such as extracted components, bitcasts and loads of constants. An
 * entry remains in the cache as long as its definition dominates the code. */
#ifndef GV_SPV_CACHE_H
#define GV_SPV_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of an entry, and the meaning of its two key values. */
enum gv_spv_cached {
    GV_CACHED_EXTRACT = 1, /* value id, component */
    GV_CACHED_CAST,        /* value id, the value's type and the target type */
    GV_CACHED_SHUFFLE,     /* value id, components and number of components */
    GV_CACHED_FIRST_FREE,  /* first kind that the user of the builder may define */
};

enum {
    GV_SPV_MAX_SCOPES = 130
};

struct gv_spv_cache {
    struct gv_spv_cache_entry {
        uint32_t a, b;
        uint32_t kind;
        uint32_t id;
    } * entries; /* in order of insertion; owned */
    size_t num;
    size_t capacity;
    uint32_t *table; /* hash table with twice as many slots as `capacity`; a slot has the index of
                        an entry + 1, or 0 if it is free; owned */
    uint32_t scopes[GV_SPV_MAX_SCOPES]; /* number of entries when each scope began */
    unsigned num_scopes;
    bool failed; /* memory ran out, so less is cached and the code becomes slower */
};

void gv_spv_cache_finish(struct gv_spv_cache *c);

/* Returns the id of an entry, or 0. */
uint32_t gv_spv_cache_find(const struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b);

/* Inserts an entry whose key is not in the cache. */
void gv_spv_cache_put(struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b, uint32_t id);

/* Open and close a scope: code whose definitions do not dominate the code after it. Closing a scope
 * removes the entries that were inserted in it. */
void gv_spv_cache_push(struct gv_spv_cache *c);
void gv_spv_cache_pop(struct gv_spv_cache *c);

#endif
