/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan covers the samples of a multisampled target one by one, always, and where the device has
 * them. So a draw with multisampling off, whose samples all lie at the pixel's centre, or with
 * sample locations of the caller's, is made once for each sample: that sample alone is written, and
 * the viewport is moved so that what lies at the wanted place lies at the sample. Inputs are
 * interpolated there, too. Every sample sees all draws in their order, so blending and tests come
 * out as they should. Lines without multisampling need none of this, Bresenham's cover whole
 * pixels. */
#include "driver/draw/sample_passes.h"

#include "driver/context.h"
#include "driver/draw/pass.h"
#include "driver/state/pass.h"
#include "driver/state/sample_places.h"
#include "util/sample_locations.h"

/* Whether the state puts samples elsewhere than the device does. */
static bool moves_samples(const struct gv_context *ctx, const struct gv_pass *pass)
{
    if (pass->rasterizer->state.multisample)
        return gv_sample_places_are_set(ctx);
    return !(pass->kind.draws & GV_DRAWS_LINES) &&
           pass->rasterizer->polygon_mode != VK_POLYGON_MODE_LINE;
}

static bool is_wanted(const struct gv_context *ctx, const struct gv_pass *pass)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    return !pass->rasterizer->state.rasterizer_discard && fs && !fs->info->has_side_effects &&
           gv_sample_places_are_possible(ctx->dev) && gv_sample_locations(ctx->fb.samples) &&
           moves_samples(ctx, pass);
}

void gv_sample_passes_plan(const struct gv_context *ctx, struct gv_plan *plan)
{
    const struct gv_plan all = *plan;
    const bool has_room = all.num * ctx->fb.samples <= GV_MAX_PASSES; /* see viewport_passes.c */
    plan->num = 0;
    for (unsigned i = 0; i < all.num; i++) {
        struct gv_pass pass = all.passes[i];
        unsigned num = has_room && is_wanted(ctx, &pass) ? ctx->fb.samples : 0;
        for (unsigned sample = num ? 1 : 0; sample <= num; sample++) {
            pass.kind.sample = (uint8_t)sample;
            gv_plan_add(plan, &pass);
        }
    }
}
