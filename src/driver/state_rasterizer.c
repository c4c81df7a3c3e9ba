/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state: what goes to dynamic state, to the pipeline key and to shader variants. */
#include <stdlib.h>

#include "driver/context.h"
#include "driver/state.h"

static VkPolygonMode polygon_mode(const struct gv_context *ctx,
                                  const struct pipe_rasterizer_state *state)
{
    /* Vulkan has one mode for both faces: that of the face which is not culled. */
    unsigned fill = (state->cull_face & PIPE_FACE_FRONT) ? state->fill_back : state->fill_front;
    if (!ctx->dev->caps.fillModeNonSolid)
        return VK_POLYGON_MODE_FILL;
    switch (fill) {
    case PIPE_POLYGON_MODE_LINE:
        return VK_POLYGON_MODE_LINE;
    case PIPE_POLYGON_MODE_POINT:
        return VK_POLYGON_MODE_POINT;
    default:
        return VK_POLYGON_MODE_FILL;
    }
}

static VkCullModeFlags cull_mode(unsigned cull_face)
{
    VkCullModeFlags mode = VK_CULL_MODE_NONE;
    if (cull_face & PIPE_FACE_FRONT)
        mode |= VK_CULL_MODE_FRONT_BIT;
    if (cull_face & PIPE_FACE_BACK)
        mode |= VK_CULL_MODE_BACK_BIT;
    return mode;
}

static float clamped_line_width(const struct gv_context *ctx, float width)
{
    if (!ctx->dev->caps.wideLines)
        return 1.0f;
    const float *range = ctx->dev->properties.limits.lineWidthRange;
    if (!(width >= range[0]))
        return range[0];
    return width > range[1] ? range[1] : width;
}

static uint32_t pipeline_bits(const struct gv_context *ctx,
                              const struct pipe_rasterizer_state *state, VkPolygonMode mode)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    uint32_t key = 0;
    if (!ctx->dynamic.polygon_mode)
        key |= (uint32_t)mode << GV_RASTER_POLYGON_MODE_SHIFT;
    /* Vulkan has one switch for both planes. */
    bool clip = state->depth_clip || (state->depth_clip_near && state->depth_clip_far);
    if ((!clip || state->depth_clamp) && caps->depthClamp)
        key |= GV_RASTER_DEPTH_CLAMP;
    if (clip)
        key |= GV_RASTER_DEPTH_CLIP;
    if (!state->flatshade_first && caps->provokingVertexLast)
        key |= GV_RASTER_PROVOKING_LAST;
    if (state->line_stipple_enable && caps->stippledBresenhamLines)
        key |= GV_RASTER_LINE_STIPPLE;
    if (state->line_smooth && caps->smoothLines)
        key |= GV_RASTER_LINE_SMOOTH;
    if (state->multisample)
        key |= GV_RASTER_LINE_RECTANGULAR;
    return key;
}

static void translate(const struct gv_context *ctx, const struct pipe_rasterizer_state *state,
                      struct gv_rasterizer *rast)
{
    rast->state = *state;
    rast->polygon_mode = polygon_mode(ctx, state);
    rast->key = pipeline_bits(ctx, state, rast->polygon_mode);
    rast->cull_mode = cull_mode(state->cull_face);
    rast->front_face = state->front_ccw ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE;
    rast->line_width = clamped_line_width(ctx, state->line_width);
    rast->offset[VK_POLYGON_MODE_FILL] = state->offset_tri;
    rast->offset[VK_POLYGON_MODE_LINE] = state->offset_line;
    rast->offset[VK_POLYGON_MODE_POINT] = state->offset_point;
}

static void translate_parts(const struct gv_context *ctx, const struct pipe_rasterizer_state *state,
                            struct gv_rasterizer parts[GV_NUM_RASTER_PARTS])
{
    for (enum gv_raster_part i = 0; i < GV_NUM_RASTER_PARTS; i++) {
        struct pipe_rasterizer_state part = *state;
        if (i == GV_RASTER_FRONT)
            part.cull_face |= PIPE_FACE_BACK;
        if (i == GV_RASTER_BACK)
            part.cull_face |= PIPE_FACE_FRONT;
        if (i == GV_RASTER_COUNT)
            part.rasterizer_discard = 1;
        if (i == GV_RASTER_OUTLINE) {
            part.fill_front = part.fill_back = PIPE_POLYGON_MODE_FILL;
            part.cull_face = PIPE_FACE_NONE;
            part.offset_point = part.offset_line = part.offset_tri = 0;
        }
        translate(ctx, &part, &parts[i]);
    }
}

static bool is_unfilled(const struct pipe_rasterizer_state *state)
{
    return !state->rasterizer_discard &&
           ((!(state->cull_face & PIPE_FACE_FRONT) &&
             state->fill_front != PIPE_POLYGON_MODE_FILL) ||
            (!(state->cull_face & PIPE_FACE_BACK) && state->fill_back != PIPE_POLYGON_MODE_FILL));
}

static void *create_rasterizer_state(struct pipe_context *pctx,
                                     const struct pipe_rasterizer_state *state)
{
    struct gv_context *ctx = gv_context(pctx);
    size_t num = is_unfilled(state) ? 1 + GV_NUM_RASTER_PARTS : 1;
    struct gv_rasterizer *rast = calloc(num, sizeof(*rast));
    if (!rast)
        return NULL;
    translate(ctx, state, rast);
    if (num > 1) {
        rast->parts = rast + 1;
        translate_parts(ctx, state, rast->parts);
    }
    return rast;
}

/* State that variants of some shader observe; the keys sort out whether the bound ones do. */
static bool same_for_shaders(const struct pipe_rasterizer_state *a,
                             const struct pipe_rasterizer_state *b)
{
    return a->flatshade == b->flatshade && a->light_twoside == b->light_twoside &&
           a->clamp_vertex_color == b->clamp_vertex_color &&
           a->clamp_fragment_color == b->clamp_fragment_color &&
           a->sprite_coord_enable == b->sprite_coord_enable &&
           a->clip_plane_enable == b->clip_plane_enable &&
           a->poly_stipple_enable == b->poly_stipple_enable &&
           a->force_persample_interp == b->force_persample_interp;
}

void gv_rasterizer_use(struct gv_context *ctx, const struct gv_rasterizer *rast)
{
    const struct gv_rasterizer *old = ctx->rasterizer;
    if (old == rast)
        return;
    ctx->rasterizer = rast;
    if (!rast)
        return;
    ctx->dirty |= GV_DIRTY_RASTERIZER | GV_DIRTY_PUSH;
    if (!old || !same_for_shaders(&old->state, &rast->state))
        ctx->dirty |= GV_DIRTY_PROGRAM;
    if (!old || old->state.scissor != rast->state.scissor)
        ctx->dirty |= GV_DIRTY_SCISSOR;
    if (!old || old->state.clip_halfz != rast->state.clip_halfz)
        ctx->dirty |= GV_DIRTY_VIEWPORT;
    if (ctx->key.rasterizer != rast->key) {
        ctx->key.rasterizer = rast->key;
        ctx->dirty |= GV_DIRTY_PIPELINE;
    }
}

static void bind_rasterizer_state(struct pipe_context *pctx, void *state)
{
    gv_rasterizer_use(gv_context(pctx), state);
}

static void delete_rasterizer_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->rasterizer == state)
        ctx->rasterizer = NULL;
    free(state);
}

void gv_context_init_rasterizer(struct gv_context *ctx)
{
    ctx->base.create_rasterizer_state = create_rasterizer_state;
    ctx->base.bind_rasterizer_state = bind_rasterizer_state;
    ctx->base.delete_rasterizer_state = delete_rasterizer_state;
}
