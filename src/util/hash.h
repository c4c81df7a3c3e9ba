/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A hash table from 64-bit keys to pointers. An adversary may choose the keys, so the hash has a
 * random seed. Only one thread at a time may use a table. */
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
    uint64_t changes; /* incremented when an entry is removed or replaced */
};

enum {
    GV_NUM_HASH_FOUND = 64
};

/* A small cache of lookups in one table, for callers that look up the same few keys repeatedly. The
 * low bits of a key are its index in the cache. Initialize to zero. */
struct gv_hash_found {
    struct {
        uint64_t key, changes;
        void *value;
    } entries[GV_NUM_HASH_FOUND];
};

/* Initializes an empty table, without an allocation. */
void gv_hash_init(struct gv_hash *hash);

/* Frees the table, but not the values. */
void gv_hash_finish(struct gv_hash *hash);

/* Returns the value of `key`; NULL if the table lacks the key. */
void *gv_hash_find(const struct gv_hash *hash, uint64_t key);

/* As gv_hash_find(), but looks into the cache of lookups first. */
static inline void *gv_hash_find_again(const struct gv_hash *hash, struct gv_hash_found *found,
                                       uint64_t key)
{
    const unsigned i = (unsigned)key % GV_NUM_HASH_FOUND;
    if (found->entries[i].key != key || found->entries[i].changes != hash->changes ||
        !found->entries[i].value) {
        found->entries[i].key = key;
        found->entries[i].changes = hash->changes;
        found->entries[i].value = gv_hash_find(hash, key);
    }
    return found->entries[i].value;
}

/* Adds `key`, or replaces the value of `key`. `value` must not be NULL. Returns false, with the
 * table unchanged, if memory runs out; replacing never fails. */
bool gv_hash_set(struct gv_hash *hash, uint64_t key, void *value);

/* Removes `key` and returns its value; NULL if the table lacks the key. */
void *gv_hash_remove(struct gv_hash *hash, uint64_t key);

/* Returns the next entry at or after *pos, which starts at 0; NULL at the end. The table must not
 * change between calls. */
const struct gv_hash_entry *gv_hash_next(const struct gv_hash *hash, uint32_t *pos);

/* Hashes bytes. The result is the same on all machines with the same byte order. */
uint64_t gv_hash_bytes(const void *data, size_t size_B, uint64_t seed);

#endif
