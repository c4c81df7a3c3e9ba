/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose sample locations differ from the device's. Vulkan always covers each sample of a
 * multisampled target separately, at the device's sample locations. GL draws without multisampling
 * have all samples at the pixel's centre, and the caller may set other sample locations. Such a
 * draw is drawn once for each sample. Each pass writes only its sample, and shifts the viewport so
 * that the wanted location falls on the device's sample. Inputs are interpolated at the shifted
 * location, too. Every sample gets all draws in their order, so blending and tests are right. Lines
 * without multisampling need no passes for samples, since Bresenham lines cover whole pixels. */
#include "driver/draw/axis.h"
#include "driver/path/path.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/pass.h"
#include "driver/state/sample_places.h"
#include "driver/state/state.h"
#include "util/sample_locations.h"

/* Whether the sample locations of the bound state differ from the device's. */
static bool moves_samples(const struct gv_state *state, const struct gv_pass *pass)
{
    if (pass->rasterizer->state.multisample)
        return gv_sample_places_are_set(state);
    return !(pass->kind.draws & GV_DRAWS_LINES) &&
           pass->rasterizer->polygon_mode != VK_POLYGON_MODE_LINE;
}

static bool is_wanted(const struct gv_state *state, const struct gv_pass *pass)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return !pass->rasterizer->state.rasterizer_discard && fs && !fs->info->has_side_effects &&
           gv_sample_places_are_possible(state->dev) && gv_sample_locations(state->fb.samples) &&
           moves_samples(state, pass);
}

static unsigned count(struct gv_axes *axes, const struct gv_pass *pass)
{
    const struct gv_state *state = axes->state;
    return is_wanted(state, pass) ? state->fb.samples : 1;
}

static void apply(struct gv_axes *axes, struct gv_pass *pass, unsigned sample)
{
    (void)axes;
    pass->kind.sample = (uint8_t)(1 + sample);
}

const struct gv_axis gv_sample_axis = {GV_PASSES_SAMPLES, count, apply, NULL};
