/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/sample_places.h"

#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "util/sample_locations.h"
#include "vk/device.h"

bool gv_sample_places_are_possible(const struct gv_vk_device *dev)
{
    return dev->caps.sampleRateShading && dev->properties.limits.standardSampleLocations;
}

bool gv_sample_places_are_set(const struct gv_state *state)
{
    uint32_t samples = state->fb.samples;
    const uint8_t(*standard)[2] = gv_sample_locations(samples);
    if (state->num_sample_locations < samples || !standard)
        return false;
    for (uint32_t i = 0; i < samples; i++) {
        uint8_t at = state->sample_locations[i];
        if ((at & 15) != standard[i][0] || at >> 4 != standard[i][1])
            return true;
    }
    return false;
}

/* Finds the location of the sample that the pass draws, in sixteenths of a pixel. */
static void wanted_place(const struct gv_state *state, const struct gv_pass *pass, int out_place[2])
{
    uint8_t at = state->sample_locations[pass->kind.sample - 1];
    bool multisample = pass->rasterizer->state.multisample;
    out_place[0] = multisample ? at & 15 : 8;
    out_place[1] = multisample ? at >> 4 : 8;
}

float gv_sample_place_row(const struct gv_state *state, const struct gv_pass *pass)
{
    int place[2] = {8, 8};
    if (pass->kind.sample)
        wanted_place(state, pass, place);
    return (float)place[1] / 16.0f;
}

void gv_sample_place_shift(const struct gv_state *state, const struct gv_pass *pass,
                           float out_shift[2])
{
    const uint8_t(*at)[2] = gv_sample_locations(state->fb.samples);
    int place[2];
    out_shift[0] = out_shift[1] = 0.0f;
    if (!pass->kind.sample || !at)
        return;
    wanted_place(state, pass, place);
    for (unsigned i = 0; i < 2; i++)
        out_shift[i] = (float)(at[pass->kind.sample - 1][i] - place[i]) / 16.0f;
}
