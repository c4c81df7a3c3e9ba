/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small results that may be used again (extracted components, bitcasts, loads of constants),
 * remembered for as long as their definition dominates. */
#ifndef GV_SPV_CACHE_H
#define GV_SPV_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spirv/tgsi/diag.h"

enum gv_spv_cached {
    GV_CACHED_EXTRACT = 1, /* value id, component */
    GV_CACHED_CAST,        /* value id, its type and the wanted one */
    GV_CACHED_CONST,       /* buffer, register */
    GV_CACHED_POINTER,     /* variable, component */
    GV_CACHED_BUILTIN,     /* any value made once: kind, number */
    GV_CACHED_RSQ,         /* id of 1/sqrt(x), 0: x */
    GV_CACHED_SHUFFLE,     /* value id, components and their number */
    GV_CACHED_WORD,        /* word number, what is added; or byte address, 4 */
    GV_CACHED_INPUT,       /* GEOM: register, id of the vertex */
    GV_CACHED_PAIR,        /* two word ids: their vector */
    GV_CACHED_WIDE,        /* a vector of two words, type: the 64-bit value */
};

struct gv_spv_cache {
    struct gv_spv_cache_entry {
        uint32_t a, b;
        uint32_t kind;
        uint32_t id;
    } * entries; /* in order of entry; owned */
    size_t num;
    size_t capacity;
    uint32_t *table;                          /* entry + 1, 0 free; twice the capacity; owned */
    uint32_t scopes[GV_TGSI_MAX_NESTING + 2]; /* the program, control flow, a switch over units */
    unsigned num_scopes;
    bool failed; /* memory ran out: only slower code */
};

void gv_spv_cache_finish(struct gv_spv_cache *c);

/* The id, or 0. */
uint32_t gv_spv_cache_find(const struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b);

/* Enters a key that is not there. */
void gv_spv_cache_put(struct gv_spv_cache *c, uint32_t kind, uint32_t a, uint32_t b, uint32_t id);

void gv_spv_cache_push(struct gv_spv_cache *c);
void gv_spv_cache_pop(struct gv_spv_cache *c);

#endif
