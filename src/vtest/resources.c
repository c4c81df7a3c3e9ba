/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of a connection's resources and their shared memory. */
#include "vtest/resources.h"

#include <stdlib.h>

void gv_vtest_resources_init(struct gv_vtest_resources *table)
{
    gv_hash_init(&table->handles);
}

void gv_vtest_resource_finish(struct gv_vtest_resource *resource)
{
    if (!resource->is_placed)
        gv_shm_finish(&resource->shm);
}

static void destroy(struct gv_vtest_resource *resource)
{
    gv_vtest_resource_finish(resource);
    free(resource);
}

void gv_vtest_resources_finish(struct gv_vtest_resources *table)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&table->handles, &pos));)
        destroy(entry->value);
    gv_hash_finish(&table->handles);
}

struct gv_vtest_resource *gv_vtest_resources_find(const struct gv_vtest_resources *table,
                                                  uint32_t handle)
{
    return gv_hash_find(&table->handles, handle);
}

enum galvan_result gv_vtest_resources_add(struct gv_vtest_resources *table,
                                          const struct gv_vtest_resource *resource)
{
    struct gv_vtest_resource *copy = malloc(sizeof(*copy));

    if (!copy)
        return GALVAN_ERROR_NO_MEMORY;
    *copy = *resource;
    if (!gv_hash_set(&table->handles, copy->args.handle, copy)) {
        free(copy);
        return GALVAN_ERROR_NO_MEMORY;
    }
    return GALVAN_OK;
}

void gv_vtest_resources_remove(struct gv_vtest_resources *table, uint32_t handle)
{
    struct gv_vtest_resource *resource = gv_hash_remove(&table->handles, handle);

    if (resource)
        destroy(resource);
}
