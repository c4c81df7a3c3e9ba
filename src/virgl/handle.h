/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A map from the 32-bit handles that a client chooses to pointers. The hash is seeded per table,
 * so that a client cannot choose handles that collide. Handle 0 means "none" and is never stored.
 */
#ifndef GV_VIRGL_HANDLE_H
#define GV_VIRGL_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_virgl_handle_slot {
    uint32_t handle; /* 0: free */
    void *value;
};

struct gv_virgl_handles {
    struct gv_virgl_handle_slot *slots; /* NULL while empty */
    uint32_t num_slots;                 /* 0 or a power of two */
    uint32_t num_used;
    uint64_t seed;
};

/* An empty table; holds no memory yet. */
void gv_virgl_handles_init(struct gv_virgl_handles *table, uint64_t seed);

/* Frees the table's own memory, not the values. */
void gv_virgl_handles_finish(struct gv_virgl_handles *table);

/* The value of handle, or NULL. */
void *gv_virgl_handles_get(const struct gv_virgl_handles *table, uint32_t handle);

/* Stores value (not NULL) under a handle that is not 0 and not in use. False: out of memory, the
 * table is unchanged. */
bool gv_virgl_handles_put(struct gv_virgl_handles *table, uint32_t handle, void *value);

/* Takes the value out and returns it, or NULL. */
void *gv_virgl_handles_take(struct gv_virgl_handles *table, uint32_t handle);

/* The value in slot idx or NULL, for visiting all values while none is added or taken. */
static inline void *gv_virgl_handles_at(const struct gv_virgl_handles *table, uint32_t idx)
{
    return table->slots[idx].handle ? table->slots[idx].value : NULL;
}

#endif
