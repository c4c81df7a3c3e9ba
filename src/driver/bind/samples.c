/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samples: their count, mask and locations, and the minimum sample shading. */
#include "driver/bind/samples.h"

#include <string.h>

#include "driver/context.h"
#include "driver/state/blend.h"
#include "driver/state/inputs.h"
#include "driver/state/sample_places.h"
#include "util/sample_locations.h"

static uint32_t bound_samples(const struct gv_state *state)
{
    return state->fb.samples ? state->fb.samples : 1;
}

/* Repeats the lowest num bits of `mask`. num is a power of two. */
static uint32_t repeat_bits(uint32_t mask, uint32_t num)
{
    for (; num < 32; num *= 2)
        mask = (mask & ((1u << num) - 1)) | mask << num;
    return mask;
}

/* Returns the sample mask of a pass. GL applies no mask to a single-sampled target, but Vulkan
 * would apply bit 0. If the pass draws one sample, the mask has only the bit of this sample. */
static uint32_t effective_mask(const struct gv_state *state, const struct gv_pass *pass)
{
    uint32_t samples = bound_samples(state);
    uint32_t mask = samples < 32 ? (1u << samples) - 1 : ~0u;
    if (samples > 1)
        mask &= repeat_bits(state->sample_mask, state->fb.shown_samples);
    if (pass->kind.sample)
        mask &= 1u << (pass->kind.sample - 1);
    return mask;
}

void gv_samples_update_key(const struct gv_state *state, const struct gv_pass *pass,
                           struct gv_derived *derived, struct gv_bind_point *graphics)
{
    uint32_t samples = bound_samples(state), min_samples = 1;
    if (state->dev->caps.sampleRateShading && state->min_samples > 1 && samples > 1) {
        uint32_t shown = state->fb.shown_samples;
        min_samples = (state->min_samples < shown ? state->min_samples : shown) * (samples / shown);
    }
    uint32_t multisample = (derived->key.multisample & (3u << 8)) | samples | min_samples << 16;
    uint32_t mask = state->screen->dynamic.sample_mask ? 0 : effective_mask(state, pass);
    if (derived->key.multisample == multisample && derived->key.sample_mask == mask)
        return;
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    if ((fs && fs->info->writes_sample_mask) || (derived->key.multisample & 0xff) != samples ||
        (state->blend && state->blend->shader_coverage))
        gv_input_changed(graphics, GV_INPUT_SAMPLE_SHADING);
    derived->observed++; /* earlier choices of variants may be invalid, since they depend on the
                            sample count */
    derived->key.multisample = multisample;
    derived->key.sample_mask = mask;
    gv_input_changed(graphics, GV_INPUT_PIPELINE_KEY);
}

static void set_sample_mask(struct pipe_context *pctx, unsigned sample_mask)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.sample_mask == sample_mask)
        return;
    ctx->state.sample_mask = sample_mask;
    gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_MASK);
}

static void set_min_samples(struct pipe_context *pctx, unsigned min_samples)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.min_samples == min_samples)
        return;
    ctx->state.min_samples = min_samples;
    gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_MASK);
}

void gv_emit_sample_mask(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const VkSampleMask mask = effective_mask(&ctx->state, pass);
    ctx->dev->vk.vkCmdSetSampleMaskEXT(cmd, (VkSampleCountFlagBits)bound_samples(&ctx->state),
                                       &mask);
}

/* Returns the position of a sample. A device without standard sample locations does not report its
 * locations; the position is then the pixel's centre. */
static void get_sample_position(struct pipe_context *pctx, unsigned sample_count,
                                unsigned sample_index, float *out_value)
{
    const struct gv_context *ctx = gv_context(pctx);
    const uint8_t(*at)[2] = NULL;
    if (ctx->dev->properties.limits.standardSampleLocations && sample_index < sample_count)
        at = gv_sample_locations(sample_count);
    for (unsigned i = 0; i < 2; i++)
        out_value[i] = at ? (float)at[sample_index][i] / 16.0f : 0.5f;
}

static void set_sample_locations(struct pipe_context *pctx, size_t size, const uint8_t *locations)
{
    struct gv_context *ctx = gv_context(pctx);
    uint32_t num = size < GV_MAX_SAMPLE_LOCATIONS ? (uint32_t)size : GV_MAX_SAMPLE_LOCATIONS;
    if (!locations)
        num = 0;
    if (num)
        memcpy(ctx->state.sample_locations, locations, num);
    ctx->state.num_sample_locations = num;
    if (ctx->state.fb.samples > 1)
        gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_LOCATIONS);
}

void gv_context_init_samples(struct gv_context *ctx)
{
    if (gv_sample_places_are_possible(ctx->dev))
        ctx->base.set_sample_locations = set_sample_locations;
    ctx->base.set_sample_mask = set_sample_mask;
    ctx->base.set_min_samples = set_min_samples;
    ctx->base.get_sample_position = get_sample_position;
    ctx->state.sample_mask = ~0u;
    ctx->state.min_samples = 1;
}
