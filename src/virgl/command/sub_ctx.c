/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that make, choose and end sub-contexts. Number 0 of a context is there from the start
 * and cannot be ended. */
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

/* The index of sub-context id, or num_sub_contexts. */
static unsigned find_sub_context(const struct gv_virgl_context *ctx, uint32_t id)
{
    unsigned i = 0;
    while (i < ctx->num_sub_contexts && ctx->sub_contexts[i]->id != id)
        i++;
    return i;
}

/* For the commands that follow. */
static void set_current(struct gv_virgl_cmd *cmd, struct gv_virgl_sub_context *sub)
{
    cmd->ctx->current = cmd->sub = sub;
    cmd->pipe = sub->pipe;
    gv_virgl_make_current(cmd->r, sub);
}

enum galvan_result gv_virgl_decode_create_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);

    if (find_sub_context(ctx, id) < ctx->num_sub_contexts)
        return gv_virgl_fail(cmd, "sub-context %u exists", id);
    if (ctx->num_sub_contexts >= cmd->r->limits.max_sub_contexts)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "more than %u sub-contexts",
                                  cmd->r->limits.max_sub_contexts);
    struct gv_virgl_sub_context *sub = gv_virgl_sub_context_create(cmd->r, id);
    if (!sub)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "out of memory");
    ctx->sub_contexts[ctx->num_sub_contexts++] = sub;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    unsigned i = find_sub_context(ctx, id);

    if (i >= ctx->num_sub_contexts)
        return gv_virgl_fail(cmd, "unknown sub-context %u", id);
    set_current(cmd, ctx->sub_contexts[i]);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_destroy_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    unsigned i = find_sub_context(ctx, id);

    if (i >= ctx->num_sub_contexts || i == 0)
        return gv_virgl_fail(cmd, i ? "unknown sub-context %u" : "sub-context %u cannot be ended",
                             id);
    struct gv_virgl_sub_context *sub = ctx->sub_contexts[i];
    if (ctx->current == sub)
        set_current(cmd, ctx->sub_contexts[0]);
    ctx->sub_contexts[i] = ctx->sub_contexts[--ctx->num_sub_contexts];
    gv_virgl_sub_context_destroy(sub);
    return GALVAN_OK;
}
