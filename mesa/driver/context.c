/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates and destroys contexts. */
#include "util/u_inlines.h"
#include "util/u_memory.h"
#include "util/u_upload_mgr.h"

#include "gm.h"

static unsigned galvan_flags(unsigned flags)
{
    unsigned to = flags & (PIPE_CONTEXT_COMPUTE_ONLY | PIPE_CONTEXT_DEBUG |
                           PIPE_CONTEXT_ROBUST_BUFFER_ACCESS);

    to |= flags & PIPE_CONTEXT_LOW_PRIORITY ? GPIPE_CONTEXT_LOW_PRIORITY : 0;
    to |= flags & PIPE_CONTEXT_HIGH_PRIORITY ? GPIPE_CONTEXT_HIGH_PRIORITY : 0;
    return to;
}

static void destroy(struct pipe_context *pipe)
{
    struct gm_context *ctx = gm_context(pipe);
    struct gpipe_screen *galvan = gm_screen(pipe->screen)->galvan;

    if (ctx->at_exit) {
        simple_mtx_lock(&ctx->at_exit->lock);
        ctx->at_exit->ctx = NULL;
        simple_mtx_unlock(&ctx->at_exit->lock);
        gm_exit_release(ctx->at_exit);
    }
    if (ctx->base.stream_uploader)
        u_upload_destroy(ctx->base.stream_uploader);
    gm_unbind(ctx);
    gm_end_dead(ctx);
    ctx->galvan->destroy(ctx->galvan);
    pipe_resource_reference(&ctx->frame, NULL);
    galvan->fence_reference(galvan, &ctx->frame_fence, NULL);
    FREE(ctx);
}

struct pipe_context *gm_context_create(struct pipe_screen *pscreen, void *priv, unsigned flags)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gm_context *ctx = CALLOC_STRUCT(gm_context);

    if (ctx)
        ctx->galvan = galvan->context_create(galvan, NULL, galvan_flags(flags));
    if (!ctx || !ctx->galvan) {
        FREE(ctx);
        return NULL;
    }
    ctx->base.screen = pscreen;
    ctx->base.priv = priv;
    ctx->base.destroy = destroy;
    gm_init_context_shaders(ctx);
    gm_init_context_objects(ctx);
    gm_init_context_views(ctx);
    gm_init_context_bindings(ctx);
    gm_init_context_bound(ctx);
    gm_init_context_draws(ctx);
    gm_init_context_copies(ctx);
    gm_init_context_transfers(ctx);
    gm_init_context_queries(ctx);
    gm_init_context_fences(ctx);
    gm_init_context_interop(ctx);
    gm_init_context_vertex_states(ctx);
    ctx->at_exit = gm_exit_create(ctx);
    ctx->base.stream_uploader = u_upload_create_default(&ctx->base);
    ctx->base.const_uploader = ctx->base.stream_uploader;
    if (!ctx->base.stream_uploader || !ctx->at_exit) {
        destroy(&ctx->base);
        return NULL;
    }
    return gm_start_thread(ctx);
}
