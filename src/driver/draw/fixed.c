/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/fixed.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/query/queries.h"
#include "driver/shader/pipeline.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/fixed.h"
#include "driver/state/intern.h"
#include "driver/state/rasterizer.h"
#include "driver/state/vertex_input.h"

static uint32_t stencil_ops(const VkStencilOpState *s)
{
    return (uint32_t)s->failOp | (uint32_t)s->passOp << 8 | (uint32_t)s->depthFailOp << 16 |
           (uint32_t)s->compareOp << 24;
}

static uint32_t enables(const struct gv_context *ctx, const struct gv_assembly *draw)
{
    const struct gv_rasterizer *r = ctx->derived.last_pass.rasterizer;
    const struct gv_dsa *d = ctx->state.dsa;
    uint32_t bits = 0;
    if (draw->restart)
        bits |= GV_FIXED_RESTART;
    if (r->state.rasterizer_discard && !ctx->state.keeps_discarded)
        bits |= GV_FIXED_DISCARD;
    if (r->offset[r->polygon_mode])
        bits |= GV_FIXED_DEPTH_BIAS;
    if (d->depth_test)
        bits |= GV_FIXED_DEPTH_TEST;
    if (d->depth_write)
        bits |= GV_FIXED_DEPTH_WRITE;
    if (d->state.depth.bounds_test && ctx->dev->caps.depthBounds)
        bits |= GV_FIXED_BOUNDS_TEST;
    if (d->stencil_test)
        bits |= GV_FIXED_STENCIL_TEST;
    return bits;
}

static struct gv_fixed describe(const struct gv_context *ctx, const struct gv_assembly *draw)
{
    const struct gv_pass *pass = &ctx->derived.last_pass;
    const struct gv_dsa *d = ctx->state.dsa;
    struct gv_fixed fixed = {
        .enables = enables(ctx, draw),
        .topology = draw->topology,
        .num_viewports = ctx->derived.num_viewports,
        .cull_mode = pass->rasterizer->cull_mode,
        .front_face = pass->rasterizer->front_face,
        .depth_op = d->depth_op,
        .stencil_ops = {stencil_ops(pass->kind.back_faces ? &d->back : &d->front),
                        stencil_ops(&d->back)},
    };
    if (!ctx->screen->dynamic.vertex_input)
        gv_vertex_strides(&ctx->state, &ctx->derived, fixed.strides_B);
    return fixed;
}

/* Interns the draw's fixed state and writes its id to the pipeline key. Returns false if the state
 * cannot be interned. */
static bool update_key(struct gv_context *ctx, const struct gv_assembly *draw)
{
    const struct gv_fixed fixed = describe(ctx, draw);
    if (ctx->derived.key.fixed && !memcmp(&ctx->derived.fixed, &fixed, sizeof(fixed)))
        return true;
    ctx->derived.fixed = fixed;
    ctx->derived.key.fixed = gv_intern(&ctx->cache.interned, ctx->screen, &fixed, sizeof(fixed));
    return ctx->derived.key.fixed != 0;
}

bool gv_fixed_bind(struct gv_context *ctx, const struct gv_assembly *draw)
{
    if (!update_key(ctx, draw))
        return false;
    VkPipeline pipeline =
        gv_pipeline_get(&ctx->cache, &ctx->state, &ctx->derived, ctx->graphics.program);
    if (!pipeline)
        return false;
    if (pipeline != ctx->rec.emitted.pipeline) {
        ctx->rec.emitted.pipeline = pipeline;
        ctx->dev->vk.vkCmdBindPipeline(gv_recorder_main(&ctx->rec), VK_PIPELINE_BIND_POINT_GRAPHICS,
                                       pipeline);
    }
    return true;
}
