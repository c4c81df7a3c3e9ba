/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bound state that needs no further processing: colours, masks and planes, with their set_*
 * methods. */
#include "driver/bind/values.h"

#include <string.h>

#include "driver/context.h"
#include "driver/state/inputs.h"

static void set_blend_color(struct pipe_context *pctx, const struct pipe_blend_color *color)
{
    struct gv_context *ctx = gv_context(pctx);
    ctx->state.blend_color = *color;
    gv_input_changed(&ctx->graphics, GV_INPUT_BLEND_COLOR);
}

static void set_stencil_ref(struct pipe_context *pctx, const struct pipe_stencil_ref *ref)
{
    struct gv_context *ctx = gv_context(pctx);
    ctx->state.stencil_ref = *ref;
    gv_input_changed(&ctx->graphics, GV_INPUT_STENCIL_REF);
}

static void set_clip_state(struct pipe_context *pctx, const struct pipe_clip_state *clip)
{
    struct gv_context *ctx = gv_context(pctx);
    uint32_t mask = 0;
    for (unsigned i = 0; i < PIPE_MAX_CLIP_PLANES; i++) {
        const float *p = clip->ucp[i];
        if (p[0] != 0.0f || p[1] != 0.0f || p[2] != 0.0f || p[3] != 0.0f)
            mask |= 1u << i;
    }
    if (mask != ctx->state.clip_planes_mask)
        gv_input_changed(&ctx->graphics, GV_INPUT_CLIP_PLANES);
    ctx->state.clip_planes_mask = mask;
    memcpy(ctx->constants.block.clip_planes, clip->ucp, sizeof(ctx->constants.block.clip_planes));
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}

static void set_polygon_stipple(struct pipe_context *pctx, const struct pipe_poly_stipple *stipple)
{
    struct gv_context *ctx = gv_context(pctx);
    memcpy(ctx->constants.block.stipple, stipple->stipple, sizeof(ctx->constants.block.stipple));
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}

static void set_tess_state(struct pipe_context *pctx, const float outer[4], const float inner[2])
{
    struct gv_context *ctx = gv_context(pctx);
    memcpy(ctx->constants.block.tess_outer, outer, 4 * sizeof(float));
    memcpy(ctx->constants.block.tess_inner, inner, 2 * sizeof(float));
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}

void gv_context_init_values(struct gv_context *ctx)
{
    ctx->base.set_blend_color = set_blend_color;
    ctx->base.set_stencil_ref = set_stencil_ref;
    ctx->base.set_clip_state = set_clip_state;
    ctx->base.set_polygon_stipple = set_polygon_stipple;
    ctx->base.set_tess_state = set_tess_state;

    memset(ctx->constants.block.stipple, 0xff, sizeof(ctx->constants.block.stipple));
    for (unsigned i = 0; i < 4; i++)
        ctx->constants.block.tess_outer[i] = ctx->constants.block.tess_inner[i] = 1.0f;
    ctx->constants.block_changed = true;
}
