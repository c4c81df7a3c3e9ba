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
    uint64_t changes; /* counts what ended or replaced an entry */
};

enum {
    GV_NUM_HASH_FOUND = 64
};

/* What was found in one table, by the low bits of the keys: for who looks the same few keys up
 * again and again. All zeros: nothing yet. */
struct gv_hash_found {
    struct {
        uint64_t key, changes;
        void *value;
    } entries[GV_NUM_HASH_FOUND];
};

/* Allocates nothing. */
void gv_hash_init(struct gv_hash *hash);

/* The values are the caller's and are left alone. */
void gv_hash_finish(struct gv_hash *hash);

/* NULL when key is not there. */
void *gv_hash_find(const struct gv_hash *hash, uint64_t key);

/* The same, and what is found is there sooner next time. */
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
