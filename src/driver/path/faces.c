/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The passes of polygons. Vulkan has one polygon mode for both faces, and applies it only to
 * triangles. draw/polygon.c implements other modes. */
#include "driver/path/faces.h"

#include "driver/state/bound_shaders.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"

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

bool gv_has_edge_flags(const struct gv_state *state, unsigned mode)
{
    return !state->shaders[GALVAN_STAGE_GEOMETRY] && !state->shaders[GALVAN_STAGE_TESS_EVAL] &&
           state->shaders[GALVAN_STAGE_VERTEX]->info->writes_edgeflag &&
           (mode == PIPE_PRIM_TRIANGLES || mode == PIPE_PRIM_QUADS || mode == PIPE_PRIM_POLYGON);
}

/* Whether the fragments of a polygon's lines or points depend on the face. */
static bool facing_matters(const struct gv_state *state)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const struct galvan_tgsi_info *fs = state->shaders[GALVAN_STAGE_FRAGMENT]->info;
    return fs->reads_face || state->dsa->state.stencil[1].enabled ||
           (state->rasterizer->state.light_twoside && fs->reads_color &&
            (last->outputs_mask & gv_back_color_slots()));
}

static bool has_native_mode(const struct gv_state *state, unsigned prim)
{
    return state->dev->caps.fillModeNonSolid && prim != PIPE_PRIM_QUADS &&
           prim != PIPE_PRIM_QUAD_STRIP && prim != PIPE_PRIM_POLYGON &&
           !gv_has_edge_flags(state, prim);
}

/* Whether the device has the features that the outline shader needs. */
static bool has_outline_shader(const struct gv_path *path, const struct gv_state *state,
                               unsigned polygon_mode)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    bool sized = gv_last_vertex_shader(state)->info->writes_psize ||
                 state->rasterizer->state.point_size != 1.0f;
    return caps->geometryShader && !state->shaders[GALVAN_STAGE_GEOMETRY] && !path->computed &&
           (polygon_mode == PIPE_POLYGON_MODE_LINE || !sized ||
            caps->shaderTessellationAndGeometryPointSize);
}

/* Whether plain lines or points give the same result as the outline shader. */
static bool is_rewritten_exactly(const struct gv_state *state, unsigned polygon_mode)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    bool offset = polygon_mode == PIPE_POLYGON_MODE_LINE ? r->offset_line : r->offset_point;
    return r->fill_front == r->fill_back && !r->cull_face && !offset && !facing_matters(state) &&
           !gv_flat_slots(state) && !state->shaders[GALVAN_STAGE_VERTEX]->info->writes_edgeflag;
}

/* Whether plain lines and points replace outlines as a last resort. The lines and points then have
 * the vertices' own depth, and both faces are drawn in this way. */
static bool is_rewritten_poorly(const struct gv_state *state)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    return !state->dev->caps.fillModeNonSolid && (r->fill_front == r->fill_back || r->cull_face);
}

static enum gv_outline_maker find_maker(const struct gv_path *path, const struct gv_state *state,
                                        unsigned polygon_mode)
{
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const bool rewrites = !gv_shades_primitives(state),
               lines = polygon_mode == PIPE_POLYGON_MODE_LINE;
    if (polygon_mode == PIPE_POLYGON_MODE_FILL || (rewrites && path->mode > PIPE_PRIM_POLYGON))
        return GV_OUTLINE_NONE;
    const bool chooses = last->writes_layer || last->writes_viewport_index;
    const bool lowers =
        gv_has_lowered_draws(state->dev) && !chooses && !last->window_space_position;
    const bool expands =
        lowers && gv_path_expands(path, lines ? PIPE_PRIM_LINES : PIPE_PRIM_POINTS);
    if (!expands && has_native_mode(state, path->mode))
        return GV_OUTLINE_NONE;
    if (!expands && has_outline_shader(path, state, polygon_mode) && !chooses)
        return GV_OUTLINE_BY_SHADER;
    if (!expands && rewrites && is_rewritten_exactly(state, polygon_mode))
        return GV_OUTLINE_BY_INDICES;
    if (lowers)
        return GV_OUTLINE_BY_LOWERED_SHADER;
    return rewrites && is_rewritten_poorly(state) ? GV_OUTLINE_BY_INDICES : GV_OUTLINE_NONE;
}

unsigned gv_path_faces(const struct gv_path *path, const struct gv_state *state, bool outlines,
                       struct gv_face_pass out_faces[2])
{
    if (!state->dsa || !state->shaders[GALVAN_STAGE_VERTEX] ||
        !state->shaders[GALVAN_STAGE_FRAGMENT] || !draws_polygons(state, path->mode))
        return 0;
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    bool front = !(r->cull_face & PIPE_FACE_FRONT), back = !(r->cull_face & PIPE_FACE_BACK);
    const struct gv_face_pass f = {
        .part = GV_RASTER_FRONT,
        .mode = r->fill_front,
        .maker = outlines ? find_maker(path, state, r->fill_front) : GV_OUTLINE_NONE,
        .front = true,
    };
    const struct gv_face_pass b = {
        .part = GV_RASTER_BACK,
        .mode = r->fill_back,
        .maker = outlines ? find_maker(path, state, r->fill_back) : GV_OUTLINE_NONE,
        .back = true,
    };
    if (front && back && r->fill_front != r->fill_back) {
        out_faces[0] = f.maker ? b : f;
        out_faces[1] = f.maker ? f : b;
        return 2;
    }
    out_faces[0] = front ? f : b;
    if (!out_faces[0].maker)
        return 0;
    out_faces[0].back = back;
    if (!front || !back || !facing_matters(state) || f.maker == GV_OUTLINE_BY_INDICES)
        return 1;
    out_faces[0] = f;
    out_faces[1] = b;
    return 2;
}
