/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/line_ends.h"

#include "driver/context.h"
#include "driver/state.h"

/* The last pixel of a loop is its first. */
static bool has_ends(const struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct pipe_rasterizer_state *r = &ctx->rasterizer->state;
    return r->line_last_pixel && ctx->rasterizer->line[0].width <= 1.0f && !r->line_smooth &&
           !r->line_stipple_enable && !r->rasterizer_discard && !gv_multisampling(ctx) &&
           (info->mode == PIPE_PRIM_LINES || info->mode == PIPE_PRIM_LINE_STRIP) &&
           gv_last_vertex_shader(ctx) == ctx->shaders[GALVAN_STAGE_VERTEX];
}

static void set_pass(struct gv_context *ctx, bool line_ends)
{
    ctx->pass.form = line_ends ? GV_FORM_LINE_ENDS : GV_FORM_PRIMITIVES;
    ctx->dirty |= GV_DIRTY_PUSH;
    gv_pass_set_uncounted(ctx, line_ends);
}

void gv_line_ends_draw(struct gv_context *ctx, const struct pipe_draw_info *info, gv_draw_fn draw)
{
    if (!ctx->rasterizer || !ctx->shaders[GALVAN_STAGE_VERTEX] || !has_ends(ctx, info))
        return;
    set_pass(ctx, true);
    draw(ctx, info);
    set_pass(ctx, false);
}
