/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The resources of one connection by handle: what the transport itself must know of each, and the
 * memory that each shares with the client. */
#ifndef GV_VTEST_RESOURCES_H
#define GV_VTEST_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "util/hash.h"
#include "util/shm.h"
#include "virgl/api/resource.h"

struct gv_vtest_resource {
    struct gv_virgl_resource_args args; /* as it was asked for */
    struct gv_shm shm;                  /* empty for multisample textures */
    bool is_placed;                     /* in the client half's pool, which has the memory */
};

struct gv_vtest_resources {
    struct gv_hash handles; /* of struct gv_vtest_resource * */
};

void gv_vtest_resources_init(struct gv_vtest_resources *table);

/* Unmaps the memory of all. */
void gv_vtest_resources_finish(struct gv_vtest_resources *table);

/* NULL when there is none. */
struct gv_vtest_resource *gv_vtest_resources_find(const struct gv_vtest_resources *table,
                                                  uint32_t handle);

/* Adds a copy of a resource whose handle is neither 0 nor in the table, and takes its memory. On
 * failure the memory stays the caller's. */
enum galvan_result gv_vtest_resources_add(struct gv_vtest_resources *table,
                                          const struct gv_vtest_resource *resource);

/* Unmaps the memory of one; unknown handles are ignored. */
void gv_vtest_resources_remove(struct gv_vtest_resources *table, uint32_t handle);

/* Unmaps the memory of a resource that is in no table, unless it is a pool's. */
void gv_vtest_resource_finish(struct gv_vtest_resource *resource);

#endif
