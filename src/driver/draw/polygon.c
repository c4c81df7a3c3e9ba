/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws faces as lines or points. Vulkan has one polygon mode for both faces of a draw. It applies
 * the mode to triangles, so a quad would show the edge between its triangles, and edge flags would
 * have no effect. Therefore:
 *
 * - If the modes of the faces differ, the draw is drawn twice, each time with one face culled.
 * - A geometry shader (shader_text.h) generates the edges or vertices of quads, polygons or
 *   triangles with edge flags, and lines or points that the device lacks (expanded_quads.h). It
 *   runs as a lowered stage if necessary. Without geometry shaders, rewritten indices form line
 *   strips and points, if no shader reads the face.
 *
 * Stream output and primitive queries must see the draw once, so they apply only to its first pass.
 * If an outline would be the first pass, a pass without rasterization precedes it, in which Vulkan
 * gets the primitives themselves. Occlusion queries count all passes, since no fragment is in two
 * of them. All primitives of the first pass are drawn before those of the second, whatever their
 * order in the draw. The vertex shader runs once for each pass, which GL allows. */
#include "driver/draw/polygon.h"

#include <float.h>
#include <string.h>

#include "driver/draw/pass.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/path/faces.h"
#include "driver/path/path.h"
#include "driver/query/queries.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/depth_bias.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "pipe/p_state.h"

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
                                                     const struct gv_face_pass *face)
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

/* Returns the outline shader for a face. Returns NULL if the shader cannot be created. */
static struct gv_shader *outline_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                        unsigned prim, const struct gv_face_pass *face)
{
    struct gv_pass_shader_key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(state, &key);
    bool points = face->mode == PIPE_POLYGON_MODE_POINT;
    key.points = points;
    key.edge_flags = gv_has_edge_flags(state, prim);
    key.point_size = points && gv_last_vertex_shader(state)->info->writes_psize;
    key.triangles = gv_shades_primitives(state);
    key.flat_first = key.triangles && state->rasterizer->state.flatshade_first;
    return gv_pass_shader_get(cache, GV_TEXT_OUTLINE, &key);
}

/* Adds the pass that draws a face as lines or points. Two-sided stencil and the fragment shader
 * treat these lines and points as parts of the face. */
static void add_outline(struct gv_shader_cache *cache, const struct gv_state *state, unsigned prim,
                        const struct gv_face_pass *face, struct gv_plan *plan)
{
    struct gv_pass pass = {
        .rasterizer = &state->rasterizer->parts[GV_RASTER_OUTLINE],
        .kind.back_faces = face->back && !face->front,
    };
    if (face->maker == GV_OUTLINE_BY_INDICES) {
        pass.kind.form =
            face->mode == PIPE_POLYGON_MODE_LINE ? GV_FORM_OUTLINE_STRIPS : GV_FORM_OUTLINE_POINTS;
        gv_plan_add(plan, &pass);
        return;
    }
    const struct gv_outline_constants constants = outline_constants(state, face);
    pass.lowered = face->maker == GV_OUTLINE_BY_LOWERED_SHADER;
    pass.kind.form = gv_shades_primitives(state) ? GV_FORM_PRIMITIVES : GV_FORM_OUTLINE_SHADER;
    pass.geometry = outline_shader(cache, state, prim, face);
    if (pass.geometry)
        gv_plan_add_shaded(plan, &pass, &constants, sizeof(constants));
}

static void add_part(const struct gv_state *state, const struct gv_path *path,
                     enum gv_raster_part part, struct gv_plan *plan)
{
    const struct gv_pass pass = {
        .rasterizer = &state->rasterizer->parts[part],
        .lowered = path->computed & ~GV_REASON_BIT(OUTLINES),
    };
    gv_plan_add(plan, &pass);
}

bool gv_polygon_plan(struct gv_shader_cache *cache, const struct gv_state *state,
                     const struct gv_path *path, const struct pipe_draw_info *info,
                     struct gv_plan *plan)
{
    const struct gv_face_pass *faces = path->faces;
    if (!path->num_faces)
        return false;
    if (faces[0].maker &&
        (path->capturer != GV_CAPTURED_BY_NOBODY || gv_queries_see_primitives(state)))
        add_part(state, path, GV_RASTER_COUNT, plan);
    for (unsigned i = 0; i < path->num_faces; i++) {
        if (faces[i].maker)
            add_outline(cache, state, info->mode, &faces[i], plan);
        else
            add_part(state, path, faces[i].part, plan);
    }
    return true;
}
