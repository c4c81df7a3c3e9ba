/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blobs: a context announces a buffer, and the transport then creates it on memory that the
 * transport provides. */
#include "virgl/blob.h"

#include <stdlib.h>

#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "virgl/api/blob.h"
#include "virgl/budget.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/resource_create.h"
#include "virgl/work.h"

bool gv_virgl_has_blobs(const struct gv_virgl_renderer *r)
{
    struct pipe_screen *screen = r->screen;
    return r->blobs_wanted && screen->resource_from_user_memory &&
           screen->get_param(screen, PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT) > 0;
}

/* Frees the parameters of an announced blob, which then no longer counts as one of the client's
 * objects. */
static void drop_announced(struct gv_virgl_context *ctx, struct gv_virgl_resource_args *args)
{
    free(args);
    gv_virgl_uncount_object(ctx->r);
}

void gv_virgl_blobs_forget(struct gv_virgl_context *ctx)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&ctx->announced, &pos));)
        drop_announced(ctx, entry->value);
    gv_hash_finish(&ctx->announced);
}

enum galvan_result gv_virgl_blob_announce(struct gv_virgl_context *ctx, uint64_t blob_id,
                                          const struct gv_virgl_resource_args *args)
{
    if (!gv_virgl_count_object(ctx->r))
        return GALVAN_ERROR_LIMIT;
    struct gv_virgl_resource_args *copy = malloc(sizeof(*copy));
    if (copy)
        *copy = *args;
    if (copy && gv_hash_set(&ctx->announced, blob_id, copy))
        return GALVAN_OK;
    drop_announced(ctx, copy);
    return GALVAN_ERROR_NO_MEMORY;
}

enum galvan_result gv_virgl_blob_create(struct gv_virgl_context *ctx, uint64_t blob_id,
                                        uint32_t handle, void *memory, size_t size_B)
{
    static const char what[] = "RESOURCE_CREATE_BLOB";
    struct gv_virgl_renderer *r = ctx->r;
    struct gv_virgl_resource_args *announced = gv_hash_remove(&ctx->announced, blob_id);

    if (!announced)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "resource %u: unknown blob %llu",
                               handle, (unsigned long long)blob_id);
    struct gv_virgl_resource_args args = *announced;
    drop_announced(ctx, announced);
    if (args.width > size_B)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what,
                               "resource %u: %u bytes in a blob of %zu", handle, args.width,
                               size_B);
    gv_virgl_resources_reap(r, false);
    args.handle = handle;
    const struct iovec iov = {.iov_base = memory, .iov_len = size_B};
    return gv_virgl_resource_create_on(r, &args, &iov);
}

bool gv_virgl_blob_busy(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait)
{
    const unsigned usage = PIPE_TRANSFER_READ_WRITE | (wait ? 0 : PIPE_TRANSFER_DONTBLOCK);
    const struct pipe_box first = {.width = 1, .height = 1, .depth = 1};
    struct pipe_context *pipe = gv_virgl_current_pipe(r);
    struct pipe_transfer *transfer = NULL;

    if (!pipe || r->lost)
        return false;
    if (!pipe->transfer_map(pipe, res->pipe, 0, usage, &first, &transfer))
        return !wait;
    pipe->transfer_unmap(pipe, transfer);
    return false;
}
