/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/emulate.h"

#include "driver/context.h"
#include "driver/draw/axis.h"
#include "driver/draw/pass.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/plan.h"
#include "driver/emulate/capture.h"
#include "driver/emulate/lowered_draw.h"
#include "driver/emulate/lowered_output.h"
#include "driver/emulate/unbounded_draws.h"
#include "driver/path/path.h"
#include "driver/state/rasterizer.h"

/* Draws the unexpanded lines or points natively, so that the device captures and counts them. */
static void count_native(struct gv_context *ctx, const struct gv_draw *draw)
{
    struct gv_pass pass = {.rasterizer = &ctx->state.rasterizer->quads[GV_RASTER_COUNT_NATIVE],
                           .kind.no_stores = !gv_path_stores_natively(&ctx->path)};
    if (gv_pass_resolve(&ctx->state, &ctx->path, draw->info->mode, &pass))
        gv_draw_pass(ctx, draw, &pass);
}

static void draw_whole(struct gv_context *ctx, const struct gv_draw *draw)
{
    struct gv_lowered_draw lowered;
    struct gv_generated generated;
    struct pipe_draw_info list = *draw->info;
    if (gv_path_counts_natively(&ctx->path))
        count_native(ctx, draw);
    if (!gv_lowered_draw_begin(ctx, draw, NULL, &lowered))
        return;
    gv_lowered_output_generated(lowered.output, &lowered.scratch, &generated);
    list.mode = generated.mode;
    const struct gv_draw drawn = {.info = &list, .generated = &generated};
    while (gv_lowered_draw_next(ctx, draw, &lowered)) {
        if (gv_lowered_output_must_draw(&ctx->path, ctx->state.rasterizer))
            gv_draw_passes(ctx, &drawn);
    }
}

/* Draws one pass of a draw that has outlines: the outlines or the filled polygons. Used only if the
 * device lacks a stage that the pass needs. */
static void draw_pass(struct gv_context *ctx, const struct gv_draw *draw,
                      const struct gv_pass *pass)
{
    struct gv_lowered_draw lowered;
    struct gv_generated generated;
    struct gv_pass drawn = *pass;
    if (!gv_lowered_draw_begin(ctx, draw, pass, &lowered))
        return;
    gv_lowered_output_generated(lowered.output, &lowered.scratch, &generated);
    if (!gv_plan_generated_pass(&ctx->state, &ctx->path, &generated, &drawn))
        return;
    const struct gv_draw of = {.info = draw->info, .generated = &generated};
    while (gv_lowered_draw_next(ctx, draw, &lowered)) {
        if (gv_lowered_output_must_draw(&ctx->path, drawn.rasterizer))
            gv_draw_pass(ctx, &of, &drawn);
    }
    if (pass->geometry)
        gv_pass_constants(ctx, &drawn);
}

const struct gv_emulation gv_emulation = {
    .capture = gv_capture_draw,
    .captures_indirect = gv_capture_takes,
    .draw = draw_whole,
    .draw_pass = draw_pass,
    .takes_indirect = gv_unbounded_draws_may,
    .bind = gv_lowered_output_bind,
};
