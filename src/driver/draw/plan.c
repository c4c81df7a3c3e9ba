/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/plan.h"

#include "driver/draw/line_ends.h"
#include "driver/draw/polygon.h"
#include "driver/draw/sample_passes.h"
#include "driver/draw/viewport_passes.h"
#include "driver/state/rasterizer.h"

/* Fills in what each pass draws; those that cannot be drawn are left out. */
static void resolve(const struct gv_context *ctx, unsigned mode, struct gv_plan *plan)
{
    unsigned num = 0;
    for (unsigned i = 0; i < plan->num; i++) {
        if (!gv_pass_resolve(ctx, mode, &plan->passes[i]))
            continue;
        if (num != i)
            plan->passes[num] = plan->passes[i];
        num++;
    }
    plan->num = num;
}

void gv_plan_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                  struct gv_shader *vertex, struct gv_plan *plan)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    const struct gv_pass whole = {.rasterizer = r};
    plan->num = 0;
    if (!r->parts || !gv_polygon_plan(ctx, info, plan))
        gv_plan_add(plan, &whole);
    if (r->state.line_last_pixel)
        gv_line_ends_plan(ctx, info, plan);
    for (unsigned i = 0; i < plan->num; i++) {
        plan->passes[i].vertex = vertex;
        plan->passes[i].kind.records = vertex != NULL;
    }
    resolve(ctx, info->mode, plan);
    if (ctx->splits & GV_SPLITS_VIEWPORTS)
        gv_viewport_passes_plan(ctx, plan);
    if (ctx->fb.samples > 1)
        gv_sample_passes_plan(ctx, plan);
    for (unsigned i = 1; i < plan->num; i++)
        plan->passes[i].kind.uncounted = true;
}
