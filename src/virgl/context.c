/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of contexts, and the resources that each context may use. */
#include "virgl/context.h"

#include <stdlib.h>

#include "virgl/api/context.h"
#include "virgl/blob.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource_table.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

enum galvan_result gv_virgl_context_create(struct gv_virgl_renderer *r, const char *name,
                                           struct gv_virgl_context **out)
{
    static const char what[] = "CTX_CREATE";
    if (r->num_contexts >= r->limits.max_contexts)
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, what, "more than %u contexts",
                               r->limits.max_contexts);
    struct gv_virgl_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        goto out_of_memory;
    ctx->r = r;
    gv_virgl_clean_name(ctx->name, name && name[0] ? name : r->client_name);
    gv_hash_init(&ctx->resources);
    gv_hash_init(&ctx->announced);
    gv_hash_init(&ctx->sub_contexts);
    ctx->current = gv_virgl_sub_context_create(r);
    if (!ctx->current)
        goto free_context;
    if (!gv_hash_set(&ctx->sub_contexts, 0, ctx->current))
        goto destroy_sub_context;
    ctx->next = r->contexts;
    r->contexts = ctx;
    r->num_contexts++;
    *out = ctx;
    return GALVAN_OK;

destroy_sub_context:
    gv_virgl_sub_context_destroy(ctx->current);
free_context:
    free(ctx);
out_of_memory:
    return gv_virgl_refuse(r, GALVAN_ERROR_NO_MEMORY, what, "out of memory");
}

static void unlink_context(struct gv_virgl_context *ctx)
{
    struct gv_virgl_context **link = &ctx->r->contexts;
    while (*link != ctx)
        link = &(*link)->next;
    *link = ctx->next;
    ctx->r->num_contexts--;
}

void gv_virgl_context_destroy(struct gv_virgl_context *ctx)
{
    if (!ctx)
        return;
    gv_virgl_make_current(ctx->r, ctx->r->own);
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&ctx->sub_contexts, &pos));)
        gv_virgl_sub_context_destroy(entry->value);
    gv_hash_finish(&ctx->sub_contexts);
    unlink_context(ctx);
    gv_hash_finish(&ctx->resources);
    gv_virgl_blobs_forget(ctx);
    free(ctx);
}

enum galvan_result gv_virgl_context_attach(struct gv_virgl_context *ctx, uint32_t handle)
{
    static const char what[] = "CTX_ATTACH_RESOURCE";
    struct gv_virgl_renderer *r = ctx->r;
    struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);

    if (!res)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "unknown resource %u%s", handle,
                               gv_virgl_unknown_hint(r));
    if (!gv_hash_set(&ctx->resources, handle, res))
        return gv_virgl_refuse(r, GALVAN_ERROR_NO_MEMORY, what, "out of memory");
    return GALVAN_OK;
}

void gv_virgl_context_detach(struct gv_virgl_context *ctx, uint32_t handle)
{
    gv_hash_remove(&ctx->resources, handle);
}
