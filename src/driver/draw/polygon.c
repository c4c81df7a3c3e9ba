/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Faces that are not all filled. Vulkan has one polygon mode for both faces of a draw, and knows
 * triangles only: the lines and points of a quad would show its inner edge, and edge flags would
 * not count. So
 *
 * - where the faces' modes differ, the draw is made twice, each time with one face culled;
 * - where edges or corners of quads, polygons or flagged triangles are drawn, or lines or points
 *   that the device has not (quads.h), a geometry shader (outline.h) makes them, which is a
 *   kernel if need be; without geometry shaders, line strips and points of rewritten indices, where
 *   nothing asks for the face.
 *
 * Everything but rasterization sees the draw once: only its first pass is captured and counted by
 * queries of primitives, and when that one is an outline, a pass without rasterization that draws
 * what Vulkan would goes before it. Occlusion queries count all passes: no fragment is in two of
 * them. Primitives of the second pass come after all of the first, whatever their order in the
 * draw. GL does not say how often a vertex shader runs. */
#include "driver/draw/polygon.h"

#include <float.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/kernel_draw.h"
#include "driver/draw/outline.h"
#include "driver/draw/pass.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/draw/quads.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/shader/tessellation.h"
#include "driver/state/depth_bias.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"

/* ---- Which passes */

/* What makes the lines or points of outlines. */
enum maker {
    NO_OUTLINE, /* a native pass */
    BY_SHADER,
    BY_KERNELS,
    BY_INDICES,
};

struct face_pass {
    enum gv_raster_part part; /* of a native pass */
    unsigned mode;            /* PIPE_POLYGON_MODE_* */
    enum maker maker;
    bool front, back; /* which faces it draws */
};

static bool draws_polygons(const struct gv_state *state, unsigned mode)
{
    const struct gv_shader *gs = state->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = state->shaders[GALVAN_STAGE_TESS_EVAL];
    if (gs)
        return gs->info->gs_output_prim == PIPE_PRIM_TRIANGLE_STRIP;
    if (tes)
        return gv_tess_output_prim(tes) == PIPE_PRIM_TRIANGLES;
    return (mode >= PIPE_PRIM_TRIANGLES && mode <= PIPE_PRIM_POLYGON) ||
           mode == PIPE_PRIM_TRIANGLES_ADJACENCY || mode == PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY;
}

static bool has_edge_flags(const struct gv_state *state, unsigned mode)
{
    return !state->shaders[GALVAN_STAGE_GEOMETRY] && !state->shaders[GALVAN_STAGE_TESS_EVAL] &&
           state->shaders[GALVAN_STAGE_VERTEX]->info->writes_edgeflag &&
           (mode == PIPE_PRIM_TRIANGLES || mode == PIPE_PRIM_QUADS || mode == PIPE_PRIM_POLYGON);
}

/* Whether the fragments of a face's lines or points depend on which face it is. */
static bool facing_matters(const struct gv_state *state)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const struct galvan_tgsi_info *fs = state->shaders[GALVAN_STAGE_FRAGMENT]->info;
    uint64_t back_colors = UINT64_C(1) << GALVAN_SLOT_BCOLOR(0) | UINT64_C(1)
                                                                      << GALVAN_SLOT_BCOLOR(1);
    return fs->reads_face || state->dsa->state.stencil[1].enabled ||
           (state->rasterizer->state.light_twoside && fs->reads_color &&
            (last->outputs_mask & back_colors));
}

static bool has_native_mode(const struct gv_state *state, unsigned prim)
{
    return state->dev->caps.fillModeNonSolid && prim != PIPE_PRIM_QUADS &&
           prim != PIPE_PRIM_QUAD_STRIP && prim != PIPE_PRIM_POLYGON &&
           !has_edge_flags(state, prim);
}

/* Whether the device has what the outline shader needs as such. */
static bool has_outline_shader(const struct gv_state *state, unsigned prim, unsigned polygon_mode)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    bool sized = gv_last_vertex_shader(state)->info->writes_psize ||
                 state->rasterizer->state.point_size != 1.0f;
    return caps->geometryShader && !state->shaders[GALVAN_STAGE_GEOMETRY] &&
           !gv_kernel_draw_wanted(state, prim) &&
           (polygon_mode == PIPE_POLYGON_MODE_LINE || !sized ||
            caps->shaderTessellationAndGeometryPointSize);
}

/* Whether plain lines or points are the same as the outlines. */
static bool is_rewritten_exactly(const struct gv_state *state, unsigned polygon_mode)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    bool offset = polygon_mode == PIPE_POLYGON_MODE_LINE ? r->offset_line : r->offset_point;
    return r->fill_front == r->fill_back && !r->cull_face && !offset && !facing_matters(state) &&
           !gv_pass_shader_flat_slots(state) &&
           !state->shaders[GALVAN_STAGE_VERTEX]->info->writes_edgeflag;
}

/* Where nothing better is to be had, lines and points are drawn of both faces, at their own depth.
 */
static bool is_rewritten_poorly(const struct gv_state *state)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    return !state->dev->caps.fillModeNonSolid && (r->fill_front == r->fill_back || r->cull_face);
}

/* Whether the primitives of the draw are what a shader makes. */
static bool is_shaded(const struct gv_state *state)
{
    return state->shaders[GALVAN_STAGE_GEOMETRY] || state->shaders[GALVAN_STAGE_TESS_EVAL];
}

static enum maker choose_maker(const struct gv_state *state, const struct pipe_draw_info *info,
                               unsigned polygon_mode)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const bool rewrites = !is_shaded(state);
    if (polygon_mode == PIPE_POLYGON_MODE_FILL || (rewrites && info->mode > PIPE_PRIM_POLYGON))
        return NO_OUTLINE;
    const bool chooses = last->writes_layer || last->writes_viewport_index;
    const bool kernels =
        gv_has_kernel_draws(state->dev) && !chooses && !last->window_space_position;
    const bool quads =
        kernels && gv_quads_on(state, polygon_mode == PIPE_POLYGON_MODE_LINE ? PIPE_PRIM_LINES
                                                                             : PIPE_PRIM_POINTS);
    if (!quads && has_native_mode(state, info->mode))
        return NO_OUTLINE;
    if (!quads && has_outline_shader(state, info->mode, polygon_mode) && !chooses)
        return BY_SHADER;
    if (!quads && rewrites && is_rewritten_exactly(state, polygon_mode))
        return BY_INDICES;
    if (kernels)
        return BY_KERNELS;
    return rewrites && is_rewritten_poorly(state) ? BY_INDICES : NO_OUTLINE;
}

/* The passes of a draw, filled faces first; 0: an ordinary draw. made: of what kernels made, which
 * no shader can follow. */
static unsigned choose_passes(const struct gv_state *state, const struct pipe_draw_info *info,
                              bool made, struct face_pass out_passes[2])
{
    if (!state->dsa || !state->shaders[GALVAN_STAGE_VERTEX] ||
        !state->shaders[GALVAN_STAGE_FRAGMENT] || !draws_polygons(state, info->mode))
        return 0;
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    bool front = !(r->cull_face & PIPE_FACE_FRONT), back = !(r->cull_face & PIPE_FACE_BACK);
    const enum maker front_maker = made ? NO_OUTLINE : choose_maker(state, info, r->fill_front);
    const enum maker back_maker = made ? NO_OUTLINE : choose_maker(state, info, r->fill_back);
    const struct face_pass f = {GV_RASTER_FRONT, r->fill_front, front_maker, true, false};
    const struct face_pass b = {GV_RASTER_BACK, r->fill_back, back_maker, false, true};
    if (front && back && r->fill_front != r->fill_back) {
        out_passes[0] = f.maker ? b : f;
        out_passes[1] = f.maker ? f : b;
        return 2;
    }
    out_passes[0] = front ? f : b;
    if (!out_passes[0].maker)
        return 0;
    out_passes[0].back = back;
    if (!front || !back || !facing_matters(state) || f.maker == BY_INDICES)
        return 1;
    out_passes[0] = f;
    out_passes[1] = b;
    return 2;
}

/* ---- Making them */

static void set_depth_constants(const struct gv_state *state, unsigned polygon_mode,
                                struct gv_outline_constants *c)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    bool enabled = polygon_mode == PIPE_POLYGON_MODE_LINE ? r->offset_line : r->offset_point;
    float lowered = state->fb.lowered_unit;
    float unit = lowered > 0.0f ? lowered : gv_depth_unit(state->fb.formats.depth);
    c->clip_per_depth = c->scale[2] != 0.0f ? 1.0f / c->scale[2] : 0.0f;
    if (!enabled)
        return;
    c->offset = 1.0f;
    c->slope = r->offset_scale;
    if (r->offset_units_unscaled)
        c->units = r->offset_units;
    else if (unit > 0.0f)
        c->units = r->offset_units * unit;
    else
        c->float_units = r->offset_units * FLT_EPSILON;
    c->offset_min = -FLT_MAX;
    c->offset_max = FLT_MAX;
    if (r->offset_clamp > 0.0f)
        c->offset_max = r->offset_clamp;
    else if (r->offset_clamp < 0.0f)
        c->offset_min = r->offset_clamp;
}

static struct gv_outline_constants outline_constants(const struct gv_state *state,
                                                     const struct face_pass *face)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct pipe_viewport_state *v = &state->viewports[0];
    struct gv_outline_constants c = {
        .scale = {v->scale[0], v->scale[1], v->scale[2]},
        .depth_bias = v->translate[2],
        .front_sign = v->scale[0] * v->scale[1] * (r->front_ccw ? -1.0f : 1.0f),
        .keep_front = face->front ? 1.0f : 0.0f,
        .keep_back = face->back ? 1.0f : 0.0f,
        .near = r->clip_halfz ? 0.0f : -1.0f,
    };
    set_depth_constants(state, face->mode, &c);
    return c;
}

/* NULL when it cannot be made. */
static struct gv_shader *outline_shader(struct gv_context *ctx, unsigned prim,
                                        const struct face_pass *face)
{
    struct gv_pass_shader_key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(&ctx->state, &key);
    bool points = face->mode == PIPE_POLYGON_MODE_POINT;
    key.kind = points ? GV_PASS_SHADER_CORNERS : GV_PASS_SHADER_EDGES;
    key.edge_flags = has_edge_flags(&ctx->state, prim);
    key.point_size = points && gv_last_vertex_shader(&ctx->state)->info->writes_psize;
    key.triangles = is_shaded(&ctx->state);
    key.flat_first = key.triangles && ctx->state.rasterizer->state.flatshade_first;
    return gv_pass_shader_get(ctx, &key);
}

/* Two-sided stencil and the fragment shader take lines and points for those of the face. */
static void add_outline(struct gv_context *ctx, unsigned prim, const struct face_pass *face,
                        struct gv_plan *plan)
{
    struct gv_pass pass = {
        .rasterizer = &ctx->state.rasterizer->parts[GV_RASTER_OUTLINE],
        .kind.back_faces = face->back && !face->front,
    };
    if (face->maker == BY_INDICES) {
        pass.kind.form =
            face->mode == PIPE_POLYGON_MODE_LINE ? GV_FORM_OUTLINE_STRIPS : GV_FORM_OUTLINE_POINTS;
        gv_plan_add(plan, &pass);
        return;
    }
    const struct gv_outline_constants constants = outline_constants(&ctx->state, face);
    pass.by_kernels = face->maker == BY_KERNELS;
    pass.kind.form = is_shaded(&ctx->state) ? GV_FORM_PRIMITIVES : GV_FORM_OUTLINE_SHADER;
    pass.geometry = outline_shader(ctx, prim, face);
    if (pass.geometry)
        gv_plan_add_shaded(plan, &pass, &constants, sizeof(constants));
}

static void add_part(const struct gv_state *state, unsigned prim, enum gv_raster_part part,
                     struct gv_plan *plan)
{
    const struct gv_pass pass = {
        .rasterizer = &state->rasterizer->parts[part],
        .by_kernels = gv_kernel_draw_wanted(state, prim),
    };
    gv_plan_add(plan, &pass);
}

bool gv_polygon_plan(struct gv_context *ctx, const struct pipe_draw_info *info, bool made,
                     struct gv_plan *plan)
{
    struct face_pass passes[2];
    unsigned num = choose_passes(&ctx->state, info, made, passes);
    if (!num)
        return false;
    if (passes[0].maker &&
        (gv_stream_output_is_bound(&ctx->state) || gv_queries_see_primitives(&ctx->state)))
        add_part(&ctx->state, info->mode, GV_RASTER_COUNT, plan);
    for (unsigned i = 0; i < num; i++) {
        if (passes[i].maker)
            add_outline(ctx, info->mode, &passes[i], plan);
        else
            add_part(&ctx->state, info->mode, passes[i].part, plan);
    }
    return true;
}

bool gv_polygon_by_kernels(const struct gv_state *state, const struct pipe_draw_info *info)
{
    struct face_pass passes[2];
    const unsigned num = choose_passes(state, info, false, passes);
    for (unsigned i = 0; i < num; i++) {
        if (passes[i].maker == BY_KERNELS)
            return true;
    }
    return false;
}
