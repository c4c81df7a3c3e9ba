/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Binds state objects: blend, rasterizer, and depth, stencil and alpha. Marks the inputs that
 * change. */
#include "driver/bind/state_objects.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/state/blend.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/inputs.h"
#include "driver/state/rasterizer.h"
#include "driver/state/shader_blend.h"

/* ---- Blend state */

static void *create_blend_state(struct pipe_context *pctx, const struct pipe_blend_state *state)
{
    struct gv_context *ctx = gv_context(pctx);
    return gv_blend_create(ctx->screen, &ctx->cache.interned, state);
}

/* Whether two blend states need the same pipelines. */
static bool same_to_pipelines(const struct gv_screen *screen, const struct gv_blend *a,
                              const struct gv_blend *b)
{
    return a->logic_op == b->logic_op && a->multisample == b->multisample &&
           (screen->dynamic.blend || a->name == b->name);
}

static void bind_blend_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct gv_blend *blend = state;
    if (ctx->state.blend == blend)
        return;
    const struct gv_blend *old = ctx->state.blend;
    const uint32_t old_mask = ctx->state.shader_blend_mask;
    ctx->state.blend = blend;
    ctx->state.shader_blend_mask = gv_shader_blend_mask(&ctx->state.fb, blend);
    if (!blend)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_BLEND);
    if (!old || !same_to_pipelines(ctx->screen, old, blend))
        gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    /* The fragment shader depends on dual-source blending, alpha-to-one and emulated operations. */
    if (!old || old->dual_source != blend->dual_source ||
        old->shader_coverage != blend->shader_coverage ||
        old->state.alpha_to_coverage != blend->state.alpha_to_coverage ||
        old->logic_source != blend->logic_source || old->logic_invert != blend->logic_invert ||
        old->state.alpha_to_one != blend->state.alpha_to_one || old_mask ||
        ctx->state.shader_blend_mask)
        gv_input_changed(&ctx->graphics, GV_INPUT_BLEND_SHADING);
}

static void delete_blend_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.blend == state)
        bind_blend_state(pctx, NULL);
    free(state);
}

/* ---- Rasterizer state */

static void *create_rasterizer_state(struct pipe_context *pctx,
                                     const struct pipe_rasterizer_state *state)
{
    return gv_rasterizer_create(gv_context(pctx)->screen, state);
}

static void bind_rasterizer_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_pass *steady = &ctx->derived.steady.pass;
    const struct gv_rasterizer *old = ctx->state.rasterizer;
    if (old == state)
        return;
    ctx->state.rasterizer = state;
    gv_input_changed(&ctx->graphics, GV_INPUT_RASTERIZER);
    if (!gv_rasterizer_draws_alike(old, state))
        gv_input_changed(&ctx->graphics, GV_INPUT_PATH);
    else if (steady->rasterizer == old)
        steady->rasterizer = state;
}

static bool is_part(const struct gv_rasterizer *state, const struct gv_rasterizer *rast)
{
    return rast >= state && rast < state + state->num_states;
}

static void delete_rasterizer_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (!state)
        return;
    if (ctx->state.rasterizer == state)
        bind_rasterizer_state(pctx, NULL);
    if (is_part(state, ctx->derived.last_pass.rasterizer))
        ctx->derived.last_pass.rasterizer = NULL;
    free(state);
}

/* ---- Depth, stencil and alpha state */

static void *create_dsa_state(struct pipe_context *pctx,
                              const struct pipe_depth_stencil_alpha_state *state)
{
    (void)pctx;
    return gv_dsa_create(state);
}

static void bind_dsa_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct gv_dsa *dsa = state;
    const struct gv_dsa *old = ctx->state.dsa;
    if (old == dsa)
        return;
    ctx->state.dsa = dsa;
    if (!dsa)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_DEPTH_STENCIL);
    if (!old || old->alpha_func != dsa->alpha_func)
        gv_input_changed(&ctx->graphics, GV_INPUT_ALPHA_TEST);
    if (dsa->alpha_func != PIPE_FUNC_ALWAYS)
        gv_input_changed(&ctx->graphics, GV_INPUT_ALPHA_REF);
}

static void delete_dsa_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.dsa == state)
        ctx->state.dsa = NULL;
    free(state);
}

void gv_context_init_state_objects(struct gv_context *ctx)
{
    ctx->base.create_blend_state = create_blend_state;
    ctx->base.bind_blend_state = bind_blend_state;
    ctx->base.delete_blend_state = delete_blend_state;
    ctx->base.create_rasterizer_state = create_rasterizer_state;
    ctx->base.bind_rasterizer_state = bind_rasterizer_state;
    ctx->base.delete_rasterizer_state = delete_rasterizer_state;
    ctx->base.create_depth_stencil_alpha_state = create_dsa_state;
    ctx->base.bind_depth_stencil_alpha_state = bind_dsa_state;
    ctx->base.delete_depth_stencil_alpha_state = delete_dsa_state;
}
