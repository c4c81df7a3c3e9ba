/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/query/capture_state.h"

#include "driver/state/bound_shaders.h"
#include "driver/state/pass.h"
#include "driver/state/state.h"
#include "vk/device.h"

bool gv_stream_output_is_bound(const struct gv_state *state)
{
    const struct gv_shader *last = gv_last_vertex_shader(state);
    return state->num_so_targets && last && last->stream_output.num_captures;
}

bool gv_stream_output_by_device(const struct gv_state *state)
{
    return state->dev->caps.transformFeedback && gv_stream_output_is_bound(state) &&
           !gv_wants_streams(state);
}

uint32_t gv_stream_output_device_streams(const struct gv_state *state)
{
    if (!gv_stream_output_by_device(state))
        return 0;
    const struct galvan_spirv_stream_output *so = &gv_last_vertex_shader(state)->stream_output;
    uint32_t streams = 0;
    for (uint32_t i = 0; i < so->num_captures; i++)
        streams |= 1u << so->captures[i].stream;
    return streams;
}

bool gv_stream_output_wanted(const struct gv_state *state, const struct gv_pass *pass)
{
    return !pass->kind.uncounted && gv_stream_output_by_device(state);
}
