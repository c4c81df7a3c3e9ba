/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* PIPE_RESOURCE_CREATE, which announces a blob. */
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "util/hash.h"
#include "virgl/api/resource.h"
#include "virgl/blob.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/context.h"
#include "virgl/renderer.h"

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
    /* Mesa sends a number of its own format enumeration, but a buffer needs no format. */
    args.format = PIPE_FORMAT_R8_UNORM;
    enum galvan_result result = gv_virgl_blob_announce(ctx, blob_id, &args);
    if (result == GALVAN_ERROR_LIMIT)
        return gv_virgl_fail_with(cmd, result, "more than %u objects", cmd->r->limits.max_objects);
    if (result != GALVAN_OK)
        return gv_virgl_fail_with(cmd, result, "blob %u: out of memory", blob_id);
    return GALVAN_OK;
}
