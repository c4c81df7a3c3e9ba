/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A hash table from 64-bit keys to pointers, with open addressing and linear probing. Deletion
 * moves later entries back, so that no tombstones are needed. */
#include "util/hash.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

/* xxHash is inlined, because a call of its library would take longer than the hash of a key. */
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    MIN_CAPACITY = 16,
    MAX_CAPACITY = 1 << 30
};

/* Returns a random seed. If the kernel provides no random bytes, the seed comes from the time and
 * the address space layout. */
static uint64_t make_seed(const void *address)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) == (ssize_t)sizeof(seed))
        return seed;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)address;
}

uint64_t gv_hash_bytes(const void *data, size_t size_B, uint64_t seed)
{
    return XXH3_64bits_withSeed(data, size_B, seed);
}

void gv_hash_init(struct gv_hash *hash)
{
    *hash = (struct gv_hash){.seed = make_seed(hash)};
}

void gv_hash_finish(struct gv_hash *hash)
{
    free(hash->entries);
    *hash = (struct gv_hash){.seed = hash->seed, .changes = hash->changes + 1};
}

static uint32_t home_of(const struct gv_hash *hash, uint64_t key)
{
    return (uint32_t)gv_hash_bytes(&key, sizeof(key), hash->seed) & (hash->capacity - 1);
}

/* Returns the slot that contains `key`, or the empty slot for `key`. The table must have an empty
 * slot. */
static uint32_t slot_of(const struct gv_hash *hash, uint64_t key)
{
    uint32_t slot = home_of(hash, key);
    while (hash->entries[slot].value && hash->entries[slot].key != key)
        slot = (slot + 1) & (hash->capacity - 1);
    return slot;
}

void *gv_hash_find(const struct gv_hash *hash, uint64_t key)
{
    return hash->capacity ? hash->entries[slot_of(hash, key)].value : NULL;
}

static bool grow(struct gv_hash *hash)
{
    if (hash->capacity >= MAX_CAPACITY)
        return false;
    struct gv_hash bigger = *hash;
    bigger.capacity = hash->capacity ? hash->capacity * 2 : MIN_CAPACITY;
    bigger.entries = calloc(bigger.capacity, sizeof(*bigger.entries));
    if (!bigger.entries)
        return false;
    for (uint32_t i = 0; i < hash->capacity; i++) {
        if (hash->entries[i].value)
            bigger.entries[slot_of(&bigger, hash->entries[i].key)] = hash->entries[i];
    }
    free(hash->entries);
    *hash = bigger;
    return true;
}

bool gv_hash_set(struct gv_hash *hash, uint64_t key, void *value)
{
    if (hash->capacity) {
        uint32_t slot = slot_of(hash, key);
        if (hash->entries[slot].value) {
            hash->entries[slot].value = value;
            hash->changes++;
            return true;
        }
    }
    /* The table is at most three quarters full. */
    if (hash->num >= hash->capacity - hash->capacity / 4 && !grow(hash))
        return false;
    hash->entries[slot_of(hash, key)] = (struct gv_hash_entry){.key = key, .value = value};
    hash->num++;
    return true;
}

void *gv_hash_remove(struct gv_hash *hash, uint64_t key)
{
    if (!hash->capacity)
        return NULL;
    uint32_t mask = hash->capacity - 1;
    uint32_t hole = slot_of(hash, key);
    void *value = hash->entries[hole].value;
    if (!value)
        return NULL;

    /* Moves back each later entry that the hole would otherwise separate from its home slot. */
    for (uint32_t slot = (hole + 1) & mask; hash->entries[slot].value; slot = (slot + 1) & mask) {
        uint32_t from_home = (slot - home_of(hash, hash->entries[slot].key)) & mask;
        if (from_home >= ((slot - hole) & mask)) {
            hash->entries[hole] = hash->entries[slot];
            hole = slot;
        }
    }
    hash->entries[hole] = (struct gv_hash_entry){0};
    hash->num--;
    hash->changes++;
    return value;
}

const struct gv_hash_entry *gv_hash_next(const struct gv_hash *hash, uint32_t *pos)
{
    while (*pos < hash->capacity) {
        const struct gv_hash_entry *entry = &hash->entries[(*pos)++];
        if (entry->value)
            return entry;
    }
    return NULL;
}
