/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A hash table from 64-bit keys to pointers. Keys may be chosen by an adversary: the hash is seeded
 * at random. One thread at a time. */
#ifndef GV_UTIL_HASH_H
#define GV_UTIL_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_hash_entry {
    uint64_t key;
    void *value; /* NULL: the slot is empty */
};

struct gv_hash {
    struct gv_hash_entry *entries;
    uint32_t capacity; /* a power of two, or 0 */
    uint32_t num;
    uint64_t seed;
};

/* Allocates nothing. */
void gv_hash_init(struct gv_hash *hash);

/* The values are the caller's and are left alone. */
void gv_hash_finish(struct gv_hash *hash);

/* NULL when key is not there. */
void *gv_hash_find(const struct gv_hash *hash, uint64_t key);

/* Adds key or replaces its value, which must not be NULL. False, with the table as it was, when
 * memory ran out; replacing never fails. */
bool gv_hash_set(struct gv_hash *hash, uint64_t key, void *value);

/* Takes key out and returns its value; NULL when it is not there. */
void *gv_hash_remove(struct gv_hash *hash, uint64_t key);

/* The next entry at or behind *pos, which starts at 0, or NULL at the end. The table must not
 * change in between. */
const struct gv_hash_entry *gv_hash_next(const struct gv_hash *hash, uint32_t *pos);

/* Hashes bytes; the same input gives the same result on every machine of equal byte order. */
uint64_t gv_hash_bytes(const void *data, size_t size_B, uint64_t seed);

#endif
