/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that create, select and destroy sub-contexts. Sub-context 0 of a context exists from the
 * start and cannot be destroyed. */
#include "virgl/budget.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

/* Makes sub the current sub-context of the commands that follow. */
static void set_current(struct gv_virgl_cmd *cmd, struct gv_virgl_sub_context *sub)
{
    cmd->ctx->current = cmd->sub = sub;
    cmd->pipe = cmd->ctx->skips ? NULL : sub->pipe;
    gv_virgl_make_current(cmd->r, sub);
}

static enum galvan_result add_sub_context(struct gv_virgl_cmd *cmd, uint32_t id)
{
    if (!gv_virgl_charge(cmd->r, GV_VIRGL_SUB_CONTEXT_COST_B))
        return GALVAN_ERROR_LIMIT;
    struct gv_virgl_sub_context *sub = gv_virgl_sub_context_create(cmd->r);
    if (!sub) {
        gv_virgl_uncharge(cmd->r, GV_VIRGL_SUB_CONTEXT_COST_B);
        return GALVAN_ERROR_NO_MEMORY;
    }
    sub->charged_B = GV_VIRGL_SUB_CONTEXT_COST_B;
    if (gv_hash_set(&cmd->ctx->sub_contexts, id, sub))
        return GALVAN_OK;
    gv_virgl_sub_context_destroy(sub);
    return GALVAN_ERROR_NO_MEMORY;
}

enum galvan_result gv_virgl_decode_create_sub_ctx(struct gv_virgl_cmd *cmd)
{
    uint32_t id = gv_virgl_u32(&cmd->in);

    if (gv_hash_find(&cmd->ctx->sub_contexts, id))
        return gv_virgl_fail(cmd, "sub-context %u exists", id);
    enum galvan_result result = add_sub_context(cmd, id);
    if (result == GALVAN_ERROR_LIMIT)
        gv_virgl_fail_with(cmd, result, "sub-context %u: memory limit of the client", id);
    else if (result != GALVAN_OK)
        gv_virgl_fail_with(cmd, result, "sub-context %u: out of memory", id);
    return result;
}

enum galvan_result gv_virgl_decode_set_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    struct gv_virgl_sub_context *sub = gv_hash_find(&ctx->sub_contexts, id);

    ctx->skips = !sub;
    set_current(cmd, sub ? sub : ctx->current);
    if (!sub)
        return gv_virgl_fail(cmd,
                             "unknown sub-context %u; commands are skipped until a known one "
                             "is set",
                             id);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_destroy_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    struct gv_virgl_sub_context *sub = gv_hash_find(&ctx->sub_contexts, id);

    if (!sub || id == 0)
        return gv_virgl_fail(cmd, id ? "unknown sub-context %u" : "sub-context %u cannot be ended",
                             id);
    if (ctx->current == sub)
        set_current(cmd, gv_hash_find(&ctx->sub_contexts, 0));
    gv_hash_remove(&ctx->sub_contexts, id);
    gv_virgl_sub_context_destroy(sub);
    return GALVAN_OK;
}
