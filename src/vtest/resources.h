/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The resources of a connection by handle: the properties that the transport needs, and the memory
 * that each resource shares with the client. */
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
    struct gv_virgl_resource_args args; /* the properties of the resource, as the client has
                                           requested it */
    struct gv_shm shm;                  /* empty for multisample textures */
    bool is_placed;                     /* the memory is a piece of the client library's pool */
};

struct gv_vtest_resources {
    struct gv_hash handles; /* struct gv_vtest_resource by handle */
};

void gv_vtest_resources_init(struct gv_vtest_resources *table);

/* Unmaps the memory of all resources. */
void gv_vtest_resources_finish(struct gv_vtest_resources *table);

/* Returns the resource with this handle; NULL if there is no such resource. */
struct gv_vtest_resource *gv_vtest_resources_find(const struct gv_vtest_resources *table,
                                                  uint32_t handle);

/* Adds a copy of the resource to the table. The resource's handle must not be 0, and the table must
 * not contain this handle. On success the table owns the resource's memory. */
enum galvan_result gv_vtest_resources_add(struct gv_vtest_resources *table,
                                          const struct gv_vtest_resource *resource);

/* Removes a resource from the table and unmaps its memory. Unknown handles are ignored. */
void gv_vtest_resources_remove(struct gv_vtest_resources *table, uint32_t handle);

/* Unmaps the memory of a resource that is not in a table. Memory that belongs to a pool stays
 * mapped. */
void gv_vtest_resource_finish(struct gv_vtest_resource *resource);

#endif
