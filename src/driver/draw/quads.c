/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/quads.h"

#include "driver/context.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/shader/tessellation.h"

bool gv_quads_counted(const struct gv_context *ctx)
{
    return gv_stream_output_by_device(ctx) || gv_queries_see_discarded(ctx);
}

/* Whether the device has the bound stages. */
static bool has_stages(const struct gv_context *ctx)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    if (ctx->shaders[GALVAN_STAGE_TESS_EVAL] && !caps->tessellationShader)
        return false;
    return !ctx->shaders[GALVAN_STAGE_GEOMETRY] ||
           (caps->geometryShader && !gv_wants_streams(ctx) && !gv_exceeds_geometry(ctx));
}

static bool state_asks(const struct gv_context *ctx, unsigned prim)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    if (prim == PIPE_PRIM_POINTS)
        return r->point_quads;
    return prim == PIPE_PRIM_LINES && r->line[gv_multisampling(ctx, r)].quads &&
           !r->state.line_last_pixel;
}

bool gv_quads_on(const struct gv_context *ctx, unsigned prim)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    return r->quads && ctx->shaders[GALVAN_STAGE_FRAGMENT] && state_asks(ctx, prim) &&
           !r->state.rasterizer_discard && (has_stages(ctx) || !gv_quads_counted(ctx));
}

static bool is_of_lines(unsigned mode)
{
    return mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_LINE_STRIP || mode == PIPE_PRIM_LINE_LOOP ||
           mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY;
}

/* The list of what draws of mode become, as far as quads may stand for it. */
static unsigned becomes(const struct gv_context *ctx, unsigned mode)
{
    const struct gv_shader *vs = ctx->shaders[GALVAN_STAGE_VERTEX];
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = ctx->shaders[GALVAN_STAGE_TESS_EVAL];
    if (gs)
        return gs->info->gs_output_prim == PIPE_PRIM_LINE_STRIP ? PIPE_PRIM_LINES
                                                                : gs->info->gs_output_prim;
    if (tes)
        return gv_tess_output_prim(tes);
    if (!vs || vs->info->window_space_position)
        return PIPE_PRIM_TRIANGLES;
    return is_of_lines(mode) ? PIPE_PRIM_LINES : mode;
}

bool gv_quads_wanted(const struct gv_context *ctx, unsigned mode)
{
    return gv_quads_on(ctx, becomes(ctx, mode));
}
