/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Results of the body that may be used again (extracted components, bitcasts, loads of constants).
 * An entry is remembered for as long as its definition dominates. */
#ifndef GV_SPV_CACHE_H
#define GV_SPV_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What kind of result an entry is, and what its two numbers then mean. */
enum gv_spv_cached {
    GV_CACHED_EXTRACT = 1, /* value id, component */
    GV_CACHED_CAST,        /* value id, its type and the wanted one */
    GV_CACHED_SHUFFLE,     /* value id, components and their number */
    GV_CACHED_FIRST_FREE,  /* from here on the user of the builder numbers kinds */
};

enum {
    GV_SPV_MAX_SCOPES = 130
};

struct gv_spv_cache {
    struct gv_spv_cache_entry {
        uint32_t a, b;
        uint32_t kind;
        uint32_t id;
    } * entries; /* in order of entry; owned */
    size_t num;
    size_t capacity;
    uint32_t *table;                    /* entry + 1, 0 free; twice the capacity; owned */
    uint32_t scopes[GV_SPV_MAX_SCOPES]; /* number of entries where each began */
    unsigned num_scopes;
    bool failed; /* memory ran out: only slower code */
};

void gv_spv_cache_finish(struct gv_spv_cache *c);

/* The id, or 0. */
uint32_t gv_spv_cache_find(const struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b);

/* Enters a key that is not there. */
void gv_spv_cache_put(struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b, uint32_t id);

/* A scope is code that dominates nothing behind it: what is entered in it is forgotten with it. */
void gv_spv_cache_push(struct gv_spv_cache *c);
void gv_spv_cache_pop(struct gv_spv_cache *c);

#endif
