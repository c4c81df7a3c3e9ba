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

#include <string.h>

#include "driver/bind/samples.h"
#include "driver/context.h"
#include "driver/draw/draw.h"
#include "driver/draw/polygon.h"
#include "driver/state.h"
#include "util/sample_locations.h"

/* ---- Where samples lie */

static bool has_locations(const struct gv_context *ctx)
{
    uint32_t samples = ctx->fb.samples;
    const uint8_t(*standard)[2] = gv_sample_locations(samples);
    if (ctx->num_sample_locations < samples || !standard)
        return false;
    for (uint32_t i = 0; i < samples; i++) {
        uint8_t at = ctx->sample_locations[i];
        if ((at & 15) != standard[i][0] || at >> 4 != standard[i][1])
            return true;
    }
    return false;
}

/* In sixteenths of a pixel. */
static void wanted_place(const struct gv_context *ctx, uint32_t sample, int out_place[2])
{
    uint8_t at = ctx->sample_locations[sample];
    bool multisample = ctx->rasterizer->state.multisample;
    out_place[0] = multisample ? at & 15 : 8;
    out_place[1] = multisample ? at >> 4 : 8;
}

float gv_sample_passes_row(const struct gv_context *ctx)
{
    int place[2] = {8, 8};
    if (ctx->pass.sample)
        wanted_place(ctx, ctx->pass.sample - 1, place);
    return (float)place[1] / 16.0f;
}

void gv_sample_passes_shift(const struct gv_context *ctx, float out_shift[2])
{
    const uint8_t(*at)[2] = gv_sample_locations(ctx->fb.samples);
    int place[2];
    out_shift[0] = out_shift[1] = 0.0f;
    if (!ctx->pass.sample || !at)
        return;
    wanted_place(ctx, ctx->pass.sample - 1, place);
    for (unsigned i = 0; i < 2; i++)
        out_shift[i] = (float)(at[ctx->pass.sample - 1][i] - place[i]) / 16.0f;
}

static void set_sample_locations(struct pipe_context *pctx, size_t size, const uint8_t *locations)
{
    struct gv_context *ctx = gv_context(pctx);
    uint32_t num = size < GV_MAX_SAMPLE_LOCATIONS ? (uint32_t)size : GV_MAX_SAMPLE_LOCATIONS;
    if (!locations)
        num = 0;
    if (num)
        memcpy(ctx->sample_locations, locations, num);
    ctx->num_sample_locations = num;
    if (ctx->fb.samples > 1)
        gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_LOCATIONS);
}

/* ---- Passes */

/* Whether the device can have samples elsewhere. */
static bool is_possible(const struct gv_vk_device *dev)
{
    return dev->caps.sampleRateShading && dev->properties.limits.standardSampleLocations;
}

/* Whether the state puts samples elsewhere than the device does. */
static bool moves_samples(const struct gv_context *ctx)
{
    const struct gv_rasterizer *rast = ctx->rasterizer;
    if (rast->state.multisample)
        return has_locations(ctx);
    return !ctx->drawing_lines && rast->polygon_mode != VK_POLYGON_MODE_LINE;
}

bool gv_sample_passes_wanted(const struct gv_context *ctx)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    return ctx->fb.samples > 1 && ctx->rasterizer && !ctx->rasterizer->state.rasterizer_discard &&
           fs && !fs->info->has_side_effects && is_possible(ctx->dev) &&
           gv_sample_locations(ctx->fb.samples) && moves_samples(ctx);
}

static void set_sample(struct gv_context *ctx, uint32_t sample)
{
    ctx->pass.sample = sample;
    gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE);
    gv_samples_update_key(ctx);
}

bool gv_sample_passes_draw(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    if (!gv_sample_passes_wanted(ctx))
        return false;
    bool uncounted = ctx->pass.uncounted;
    for (uint32_t i = 0; i < ctx->fb.samples; i++) {
        set_sample(ctx, i + 1);
        gv_draw_pass(ctx, info);
        gv_pass_set_uncounted(ctx, true);
    }
    gv_pass_set_uncounted(ctx, uncounted);
    set_sample(ctx, 0);
    return true;
}

void gv_context_init_sample_passes(struct gv_context *ctx)
{
    if (is_possible(ctx->dev))
        ctx->base.set_sample_locations = set_sample_locations;
}
