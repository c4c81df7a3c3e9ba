/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Operations of clients on resources, by handle. */
#include "virgl/resource_table.h"

#include "util/hash.h"
#include "virgl/api/resource.h"
#include "virgl/budget.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"

struct gv_virgl_resource *gv_virgl_resource_get(const struct gv_virgl_renderer *r, uint32_t handle)
{
    return gv_hash_find(&r->resources, handle);
}

void gv_virgl_resources_finish(struct gv_virgl_renderer *r)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&r->resources, &pos));)
        gv_virgl_resource_release(r, entry->value);
    gv_hash_finish(&r->resources);
    gv_virgl_resources_reap(r, true);
}

enum galvan_result gv_virgl_resource_attach_iov(struct gv_virgl_renderer *r, uint32_t handle,
                                                const struct iovec *iov, unsigned num_iov)
{
    static const char what[] = "RESOURCE_ATTACH_BACKING";
    struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);
    struct gv_virgl_iov backing;

    if (!res)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "unknown resource %u%s", handle,
                               gv_virgl_unknown_hint(r));
    if (res->iov.entries)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "resource %u has a backing", handle);
    if (!gv_virgl_iov_init(&backing, iov, num_iov))
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "resource %u: bad backing", handle);
    if (!gv_virgl_charge(r, backing.size_B)) {
        gv_virgl_iov_finish(&backing);
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, what, "memory limit of the client");
    }
    res->charged_B += backing.size_B;
    res->iov = backing;
    gv_virgl_resource_set_hook(r, res);
    return GALVAN_OK;
}

void gv_virgl_resource_detach_iov(struct gv_virgl_renderer *r, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);
    if (res)
        gv_virgl_resource_drop_backing(r, res);
}

void gv_virgl_resource_unref(struct gv_virgl_renderer *r, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_hash_remove(&r->resources, handle);
    if (!res)
        return;
    for (struct gv_virgl_context *ctx = r->contexts; ctx; ctx = ctx->next)
        gv_hash_remove(&ctx->resources, handle);
    /* Queries may keep the resource alive, but must not access the client's memory any more. */
    gv_virgl_resource_drop_backing(r, res);
    gv_virgl_resource_release(r, res);
}
