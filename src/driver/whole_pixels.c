/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan covers the samples of a multisampled target one by one, always. So a draw with
 * multisampling off is made once for each sample: that sample alone is written, and the viewport is
 * moved so that what lies at the pixel's centre lies at the sample. Inputs are interpolated at the
 * sample, too. Every sample sees all draws in their order, so blending and tests come out as they
 * would with whole pixels. Lines need none of this, Bresenham's cover whole pixels. */
#include "driver/whole_pixels.h"

#include "driver/context.h"
#include "driver/samples.h"
#include "driver/state.h"
#include "driver/stream_output.h"
#include "util/sample_locations.h"

bool gv_whole_pixels_wanted(const struct gv_context *ctx)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    return ctx->fb.samples > 1 && ctx->rasterizer && !ctx->rasterizer->state.multisample &&
           !ctx->rasterizer->state.rasterizer_discard && !ctx->drawing_lines && fs &&
           !fs->info->has_side_effects && ctx->rasterizer->polygon_mode != VK_POLYGON_MODE_LINE &&
           ctx->dev->caps.sampleRateShading &&
           ctx->dev->properties.limits.standardSampleLocations &&
           gv_sample_locations(ctx->fb.samples);
}

void gv_whole_pixels_shift(const struct gv_context *ctx, float out_shift[2])
{
    const uint8_t(*at)[2] = gv_sample_locations(ctx->fb.samples);
    out_shift[0] = out_shift[1] = 0.0f;
    if (!ctx->pass.sample || !at)
        return;
    for (unsigned i = 0; i < 2; i++)
        out_shift[i] = ((float)at[ctx->pass.sample - 1][i] - 8.0f) / 16.0f;
}

static void set_sample(struct gv_context *ctx, uint32_t sample)
{
    ctx->pass.sample = sample;
    ctx->dirty |= GV_DIRTY_VIEWPORT;
    gv_samples_update_key(ctx);
}

bool gv_whole_pixels_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                          gv_draw_fn draw)
{
    if (!gv_whole_pixels_wanted(ctx))
        return false;
    bool uncounted = ctx->pass.uncounted;
    for (uint32_t i = 0; i < ctx->fb.samples; i++) {
        set_sample(ctx, i + 1);
        draw(ctx, info);
        gv_pass_set_uncounted(ctx, true);
    }
    gv_pass_set_uncounted(ctx, uncounted);
    set_sample(ctx, 0);
    return true;
}
