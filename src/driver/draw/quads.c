/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/quads.h"

#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/shader/tessellation.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/state.h"

bool gv_quads_counted(const struct gv_state *state)
{
    return gv_stream_output_by_device(state) || gv_queries_see_discarded(state);
}

/* Whether the device has the bound stages. */
static bool has_stages(const struct gv_state *state)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    if (state->shaders[GALVAN_STAGE_TESS_EVAL] && !caps->tessellationShader)
        return false;
    return !state->shaders[GALVAN_STAGE_GEOMETRY] ||
           (caps->geometryShader && !gv_wants_streams(state) && !gv_exceeds_geometry(state));
}

static bool state_asks(const struct gv_state *state, unsigned prim)
{
    const struct gv_rasterizer *r = state->rasterizer;
    if (prim == PIPE_PRIM_POINTS)
        return r->point_quads;
    return prim == PIPE_PRIM_LINES && r->line[gv_multisampling(state, r)].quads &&
           !r->state.line_last_pixel;
}

bool gv_quads_on(const struct gv_state *state, unsigned prim)
{
    const struct gv_rasterizer *r = state->rasterizer;
    return r->quads && state->shaders[GALVAN_STAGE_FRAGMENT] && state_asks(state, prim) &&
           !r->state.rasterizer_discard && (has_stages(state) || !gv_quads_counted(state));
}

static bool is_of_lines(unsigned mode)
{
    return mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_LINE_STRIP || mode == PIPE_PRIM_LINE_LOOP ||
           mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY;
}

/* The list of what draws of mode become, as far as quads may stand for it. */
static unsigned becomes(const struct gv_state *state, unsigned mode)
{
    const struct gv_shader *vs = state->shaders[GALVAN_STAGE_VERTEX];
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = state->shaders[GALVAN_STAGE_TESS_EVAL];
    if (gs)
        return gs->info->gs_output_prim == PIPE_PRIM_LINE_STRIP ? PIPE_PRIM_LINES
                                                                : gs->info->gs_output_prim;
    if (tes)
        return gv_tess_output_prim(tes);
    if (!vs || vs->info->window_space_position)
        return PIPE_PRIM_TRIANGLES;
    return is_of_lines(mode) ? PIPE_PRIM_LINES : mode;
}

bool gv_quads_wanted(const struct gv_state *state, unsigned mode)
{
    return gv_quads_on(state, becomes(state, mode));
}
