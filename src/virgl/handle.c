/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The handle table: open addressing with linear probing and backward-shift deletion. */
#include "virgl/handle.h"

#include <stdlib.h>

enum {
    MIN_SLOTS = 16
};

/* Wrapping around is what a hash does. */
#if defined(__clang__)
__attribute__((no_sanitize("unsigned-integer-overflow")))
#endif
static uint32_t
hash_handle(const struct gv_virgl_handles *table, uint32_t handle)
{
    uint64_t h = (handle ^ table->seed) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= table->seed | 1;
    return (uint32_t)(h >> 32);
}

static uint32_t home_slot(const struct gv_virgl_handles *table, uint32_t handle)
{
    return hash_handle(table, handle) & (table->num_slots - 1);
}

/* The slot that holds handle, or the free one where it would go. */
static uint32_t find_slot(const struct gv_virgl_handles *table, uint32_t handle)
{
    uint32_t i = home_slot(table, handle);
    while (table->slots[i].handle && table->slots[i].handle != handle)
        i = (i + 1) & (table->num_slots - 1);
    return i;
}

void gv_virgl_handles_init(struct gv_virgl_handles *table, uint64_t seed)
{
    *table = (struct gv_virgl_handles){.seed = seed};
}

void gv_virgl_handles_finish(struct gv_virgl_handles *table)
{
    free(table->slots);
    gv_virgl_handles_init(table, table->seed);
}

void *gv_virgl_handles_get(const struct gv_virgl_handles *table, uint32_t handle)
{
    if (!handle || !table->num_slots)
        return NULL;
    const struct gv_virgl_handle_slot *slot = &table->slots[find_slot(table, handle)];
    return slot->handle ? slot->value : NULL;
}

static bool grow(struct gv_virgl_handles *table)
{
    struct gv_virgl_handles bigger = *table;
    bigger.num_slots = table->num_slots ? table->num_slots * 2 : MIN_SLOTS;
    bigger.slots = calloc(bigger.num_slots, sizeof(*bigger.slots));
    if (!bigger.slots)
        return false;
    for (uint32_t i = 0; i < table->num_slots; i++) {
        if (table->slots[i].handle)
            bigger.slots[find_slot(&bigger, table->slots[i].handle)] = table->slots[i];
    }
    free(table->slots);
    *table = bigger;
    return true;
}

bool gv_virgl_handles_put(struct gv_virgl_handles *table, uint32_t handle, void *value)
{
    /* At most three quarters full; the object limit keeps num_slots far below 2^31. */
    if (table->num_used >= table->num_slots / 4 * 3 && !grow(table))
        return false;
    table->slots[find_slot(table, handle)] =
        (struct gv_virgl_handle_slot){.handle = handle, .value = value};
    table->num_used++;
    return true;
}

/* Empties slot i and moves later members of its run back, so that probing needs no tombstones. */
static void *take_slot(struct gv_virgl_handles *table, uint32_t i)
{
    const uint32_t mask = table->num_slots - 1;
    void *value = table->slots[i].value;
    for (uint32_t j = (i + 1) & mask; table->slots[j].handle; j = (j + 1) & mask) {
        uint32_t distance_home =
            (j + table->num_slots - home_slot(table, table->slots[j].handle)) & mask;
        uint32_t distance_hole = (j + table->num_slots - i) & mask;
        if (distance_home >= distance_hole) {
            table->slots[i] = table->slots[j];
            i = j;
        }
    }
    table->slots[i] = (struct gv_virgl_handle_slot){0};
    table->num_used--;
    return value;
}

void *gv_virgl_handles_take(struct gv_virgl_handles *table, uint32_t handle)
{
    if (!handle || !table->num_slots)
        return NULL;
    uint32_t i = find_slot(table, handle);
    return table->slots[i].handle ? take_slot(table, i) : NULL;
}
