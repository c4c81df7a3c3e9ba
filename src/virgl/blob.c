/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blobs. A context announces a resource with PIPE_RESOURCE_CREATE; then the transport, which brings
 * the memory, has it made. Bound state keeps the driver's buffer longer than the client its handle,
 * so the memory is the renderer's and is unmapped when the driver has let go of it. */
#include "virgl/blob.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "util/u_inlines.h"
#include "virgl/command/command.h"
#include "virgl/context.h"
#include "virgl/renderer.h"

bool gv_virgl_has_blobs(const struct gv_virgl_renderer *r)
{
    struct pipe_screen *screen = r->screen;
    return r->blobs_wanted && screen->resource_from_user_memory &&
           screen->get_param(screen, PIPE_CAP_RESOURCE_FROM_USER_MEMORY) > 0 &&
           screen->get_param(screen, PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT) > 0;
}

/* ---- Announcements ------------------------------------------------------------------------- */

static struct gv_virgl_resource_args read_args(struct gv_virgl_reader *in)
{
    struct gv_virgl_resource_args a = {.target = gv_virgl_u32(in)};
    a.format = gv_virgl_u32(in);
    a.bind = gv_virgl_u32(in);
    a.width = gv_virgl_u32(in);
    a.height = gv_virgl_u32(in);
    a.depth = gv_virgl_u32(in);
    a.array_size = gv_virgl_u32(in);
    a.last_level = gv_virgl_u32(in);
    a.nr_samples = gv_virgl_u32(in);
    a.flags = gv_virgl_u32(in);
    return a;
}

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

enum galvan_result gv_virgl_decode_pipe_resource_create(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    struct gv_virgl_resource_args args = read_args(&cmd->in);
    uint32_t blob_id = gv_virgl_u32(&cmd->in);

    if (!gv_virgl_has_blobs(cmd->r))
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported, nor announced");
    if (args.target != PIPE_BUFFER)
        return gv_virgl_fail(cmd, "blob %u: target %u is no buffer", blob_id, args.target);
    if (gv_hash_find(&ctx->announced, blob_id))
        return gv_virgl_fail(cmd, "blob %u is announced already", blob_id);
    if (!gv_virgl_count_object(cmd->r))
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "more than %u objects",
                                  cmd->r->limits.max_objects);
    /* Here Mesa says the format in numbers of its own; a buffer needs none. */
    args.format = PIPE_FORMAT_R8_UNORM;
    struct gv_virgl_resource_args *copy = malloc(sizeof(*copy));
    if (copy)
        *copy = args;
    if (copy && gv_hash_set(&ctx->announced, blob_id, copy))
        return GALVAN_OK;
    drop_announced(ctx, copy);
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "blob %u: out of memory", blob_id);
}

/* ---- Life ---------------------------------------------------------------------------------- */

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
    gv_virgl_blobs_reap(r, false);
    args.handle = handle;
    const struct iovec iov = {.iov_base = memory, .iov_len = size_B};
    return gv_virgl_resource_create_on(r, &args, &iov);
}

static void end_retired(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    const struct iovec memory = res->iov.entries[0];
    gv_virgl_fence_release(r, &res->fence);
    pipe_resource_reference(&res->pipe, NULL);
    munmap(memory.iov_base, memory.iov_len);
    gv_virgl_resource_free(r, res);
}

void gv_virgl_blob_retire(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    pipe_resource_reference(&res->imported, NULL);
    gv_virgl_fence_release(r, &res->fence);
    res->fence = gv_virgl_fence_now(r); /* so that its end does not have to wait */
    res->next_retired = r->retired;
    r->retired = res;
}

static bool is_let_go(struct gv_virgl_renderer *r, const struct gv_virgl_resource *res)
{
    return res->pipe->reference.count == 1 &&
           (!res->fence || gv_virgl_fence_done(r, res->fence, 0));
}

void gv_virgl_blobs_reap(struct gv_virgl_renderer *r, bool all)
{
    struct gv_virgl_resource **link = &r->retired;
    while (*link) {
        struct gv_virgl_resource *res = *link;
        if (all || is_let_go(r, res)) {
            *link = res->next_retired;
            end_retired(r, res);
        } else {
            link = &res->next_retired;
        }
    }
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
