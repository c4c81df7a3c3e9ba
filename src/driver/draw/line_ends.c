/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws the last pixels of lines. The last pixel of a thin line is drawn as a point. A wide line
 * ends in a row of pixels across the line. Only the device knows where these pixels are, so a
 * geometry shader draws the row as a line that is one pixel long. If the line is stippled, the
 * geometry shader counts the line's pixels to find the bit of the stipple pattern. It can count
 * only the pixels of a separate line, because in a strip the device continues the pattern from line
 * to line. */
#include "driver/draw/line_ends.h"

#include <math.h>
#include <string.h>

#include "driver/draw/pass.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/pass.h"
#include "driver/state/state.h"
#include "pipe/p_state.h"

/* Whether the last pixels of the draw's lines must be added. The last pixel of a line loop is its
 * first pixel, which is drawn in any case. */
static bool has_ends(const struct gv_state *state, const struct pipe_draw_info *info)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    return !r->line_smooth && !r->rasterizer_discard &&
           !gv_multisampling(state, state->rasterizer) &&
           (info->mode == PIPE_PRIM_LINES || info->mode == PIPE_PRIM_LINE_STRIP) &&
           !gv_shades_primitives(state);
}

static bool can_be_points(const struct gv_state *state)
{
    return state->rasterizer->line[0].width <= 1.0f &&
           !state->rasterizer->state.line_stipple_enable;
}

/* Whether the last pixel depends on the line's first vertex. */
static bool is_flat_from_first(const struct gv_state *state)
{
    return state->rasterizer->state.flatshade_first && state->shaders[GALVAN_STAGE_FRAGMENT] &&
           gv_flat_slots(state);
}

static bool can_generate(const struct gv_state *state, const struct pipe_draw_info *info)
{
    const struct galvan_tgsi_info *vs = state->shaders[GALVAN_STAGE_VERTEX]->info;
    const struct pipe_viewport_state *v = &state->viewports[0];
    bool counted = info->mode == PIPE_PRIM_LINES || !state->rasterizer->state.line_stipple_enable;
    return state->dev->caps.geometryShader && state->shaders[GALVAN_STAGE_FRAGMENT] && counted &&
           state->rasterizer->line[0].mode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT &&
           !vs->writes_layer && !vs->writes_viewport_index && !vs->window_space_position &&
           v->scale[0] != 0.0f && v->scale[1] != 0.0f;
}

static struct gv_line_end_constants line_end_constants(const struct gv_state *state)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct pipe_viewport_state *v = &state->viewports[0];
    int bits = (int)state->dev->properties.limits.subPixelPrecisionBits;
    struct gv_line_end_constants c = {
        .scale = {v->scale[0], v->scale[1]},
        .translate = {v->translate[0], v->translate[1]},
        .subpixels = ldexpf(1.0f, bits),
        .subpixel = ldexpf(1.0f, -bits),
        .stipple = r->line_stipple_enable ? r->line_stipple_pattern : 0xffff,
        .pixels_per_bit = r->line_stipple_factor + 1u,
    };
    for (unsigned i = 0; i < 2; i++)
        c.translate[i] += r->half_pixel_center ? 0.0f : 0.5f;
    if (r->bottom_edge_rule)
        c.translate[1] += c.subpixel;
    return c;
}

/* Returns the shader that draws the last pixels of lines. Returns NULL if the shader cannot be
 * created. */
static struct gv_shader *line_end_shader(struct gv_shader_cache *cache,
                                         const struct gv_state *state)
{
    struct gv_pass_shader_key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(state, &key);
    key.flat_first = state->rasterizer->state.flatshade_first;
    return gv_pass_shader_get(cache, GV_TEXT_LINE_END, &key);
}

void gv_line_ends_plan(struct gv_shader_cache *cache, const struct gv_state *state,
                       const struct pipe_draw_info *info, struct gv_plan *plan)
{
    const struct gv_rasterizer *r = state->rasterizer;
    struct gv_pass pass = {.rasterizer = r};
    if (!state->shaders[GALVAN_STAGE_VERTEX] || !has_ends(state, info))
        return;
    bool points = can_be_points(state);
    if (!can_generate(state, info) || (points && !is_flat_from_first(state))) {
        pass.kind.form = GV_FORM_LINE_ENDS;
        if (points)
            gv_plan_add(plan, &pass);
        return;
    }
    const struct gv_line_end_constants constants = line_end_constants(state);
    pass.kind.form = GV_FORM_LAST_LINES;
    pass.rasterizer = r->unstippled ? r->unstippled : r;
    pass.geometry = line_end_shader(cache, state);
    if (pass.geometry)
        gv_plan_add_shaded(plan, &pass, &constants, sizeof(constants));
}
