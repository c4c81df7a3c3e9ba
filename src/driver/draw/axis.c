/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/axis.h"

#include "driver/context.h"
#include "driver/draw/emulation.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/plan.h"
#include "driver/path/path.h"

/* ---- The planned passes */

static unsigned count_planned(struct gv_axes *axes, const struct gv_pass *pass)
{
    (void)pass;
    return axes->plan.num;
}

static void apply_planned(struct gv_axes *axes, struct gv_pass *pass, unsigned i)
{
    const struct gv_pass_kind outer = pass->kind;
    *pass = axes->plan.passes[i];
    pass->kind.layer = outer.layer;
    pass->kind.uncounted |= outer.uncounted;
    pass->kind.no_stores |= outer.no_stores;
}

static const struct gv_axis planned = {.count = count_planned, .apply = apply_planned};

/* ---- The walk */

/* The axes in the order of nested loops: the first axis is the outermost loop. The first two axes
 * change the framebuffer. */
static const struct gv_axis *const table[] = {&gv_split_axis, &gv_layer_axis, &planned,
                                              &gv_viewport_axis, &gv_sample_axis};

enum {
    NUM_AXES = sizeof(table) / sizeof(table[0]),
};

/* Draws `pass` for all combinations of values of table[first] and the axes after it. All resulting
 * passes except the first have kind.uncounted and kind.no_stores set. The recursion depth is at
 * most NUM_AXES. */
static void walk(struct gv_axes *axes, unsigned first, const struct gv_pass *pass)
{
    const uint8_t passes = axes->ctx->path.passes;
    while (first < NUM_AXES && table[first]->passes && !(passes & table[first]->passes))
        first++;
    if (first == NUM_AXES) {
        gv_draw_pass(axes->ctx, axes->draw, pass);
        return;
    }
    const struct gv_axis *axis = table[first];
    const unsigned num = axis->count(axes, pass);
    for (unsigned i = 0; i < num; i++) {
        struct gv_pass value = *pass;
        if (num > 1 || axis == &planned)
            axis->apply(axes, &value, i);
        value.kind.uncounted |= i > 0;
        value.kind.no_stores |= i > 0;
        walk(axes, first + 1, &value);
    }
    if (num && axis->end)
        axis->end(axes);
}

static void draw_planned(struct gv_context *ctx, const struct gv_draw *draw)
{
    struct gv_axes axes;
    axes.ctx = ctx;
    axes.state = &ctx->state;
    axes.draw = draw;
    gv_plan_draw(&ctx->cache, &ctx->state, &ctx->path, draw, &axes.plan);
    if (!axes.plan.num)
        return;
    struct gv_pass first = axes.plan.passes[0];
    first.kind.uncounted = draw->generated && draw->generated->seen;
    walk(&axes, 0, &first);
}

void gv_draw_passes(struct gv_context *ctx, const struct gv_draw *draw)
{
    if (ctx->path.passes || draw->generated) {
        draw_planned(ctx, draw);
        return;
    }
    struct gv_pass pass = {.rasterizer = ctx->state.rasterizer};
    if (gv_pass_resolve(&ctx->state, &ctx->path, draw->info->mode, &pass))
        gv_draw_pass(ctx, draw, &pass);
}
