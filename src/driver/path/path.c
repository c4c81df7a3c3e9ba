/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/path/path.h"

#include "driver/path/faces.h"
#include "driver/query/capture_state.h"
#include "driver/query/queries.h"
#include "driver/query/statistics_data.h"
#include "driver/screen/caps.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/rasterizer.h"
#include "driver/state/sample_places.h"
#include "driver/state/state.h"
#include "util/array.h"
#include "util/sample_locations.h"
#include "util/text.h"

/* ---- State that reasons depend on ---------------------------------------------------------- */

static const struct gv_shader *geometry(const struct gv_state *state)
{
    return state->shaders[GALVAN_STAGE_GEOMETRY];
}

static const struct gv_shader *evaluation(const struct gv_state *state)
{
    return state->shaders[GALVAN_STAGE_TESS_EVAL];
}

/* Whether the vertex shader has side effects and lowered stages capture the draw. Lowered stages
 * then compute, capture and count the whole draw, so that the shader runs once for each vertex, and
 * the draw uses the captured vertices. Returns false if outlines of polygons or last pixels of
 * lines are drawn, because outlines and last pixels use the draw's own indices. */
static bool stores_captured(const struct gv_state *state, const struct gv_path *path)
{
    const struct gv_rasterizer *r = state->rasterizer;
    const struct galvan_tgsi_info *vs = state->shaders[GALVAN_STAGE_VERTEX]->info;
    return path->capturer == GV_CAPTURED_BY_SHADERS && vs->has_side_effects && !geometry(state) &&
           !evaluation(state) && !vs->window_space_position && !r->parts &&
           !r->state.line_last_pixel;
}

static bool captures(const struct gv_state *state, const struct gv_path *path)
{
    return path->capturer == GV_CAPTURED_BY_SHADERS && !stores_captured(state, path);
}

static bool counts(const struct gv_state *state, const struct gv_path *path)
{
    return state->counts_lowered && !stores_captured(state, path);
}

/* Whether lowered stages must count pipeline statistics. Returns false if the geometry shader has
 * several vertex streams that the device supports: the device then captures and counts. */
static bool counts_statistics(const struct gv_state *state, const struct gv_path *path)
{
    const struct gv_shader *gs = geometry(state);
    (void)path;
    return (state->statistics & GV_STATISTICS_OF_DRAWS) &&
           !(gs && gs->info->streams_mask > 1 && !gv_wants_streams(state));
}

static bool is_of_lines(unsigned mode)
{
    return mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_LINE_STRIP || mode == PIPE_PRIM_LINE_LOOP ||
           mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY;
}

/* Returns the primitive that the last vertex stage outputs in draws of a mode. For lines of any
 * kind this is PIPE_PRIM_LINES, for points PIPE_PRIM_POINTS. Primitives with other values are never
 * expanded. */
static unsigned becomes(const struct gv_state *state, unsigned mode)
{
    const struct gv_shader *vs = state->shaders[GALVAN_STAGE_VERTEX];
    const struct gv_shader *gs = geometry(state), *tes = evaluation(state);
    if (gs)
        return gs->info->gs_output_prim == PIPE_PRIM_LINE_STRIP ? PIPE_PRIM_LINES
                                                                : gs->info->gs_output_prim;
    if (tes)
        return gv_tess_output_prim(tes);
    if (vs->info->window_space_position)
        return PIPE_PRIM_TRIANGLES;
    return is_of_lines(mode) ? PIPE_PRIM_LINES : mode;
}

static bool expands_lines(const struct gv_state *state, const struct gv_path *path)
{
    return gv_path_expands(path, PIPE_PRIM_LINES) && becomes(state, path->mode) == PIPE_PRIM_LINES;
}

static bool expands_points(const struct gv_state *state, const struct gv_path *path)
{
    return gv_path_expands(path, PIPE_PRIM_POINTS) &&
           becomes(state, path->mode) == PIPE_PRIM_POINTS;
}

static bool reads_size(const struct gv_shader *shader)
{
    return shader && (shader->info->head_inputs_mask >> GALVAN_ENTRY_POINT_SIZE & 1);
}

/* Whether a stage after the vertex shader reads point sizes, or outputs points of a size other than
 * one pixel. */
static bool passes_sizes(const struct gv_state *state, const struct gv_path *path)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct gv_shader *gs = geometry(state), *tes = evaluation(state);
    const struct gv_shader *last = gs ? gs : tes;
    (void)path;
    if (!last)
        return false;
    if (reads_size(gs) || reads_size(tes) ||
        (tes && reads_size(state->shaders[GALVAN_STAGE_TESS_CTRL])))
        return true;
    const bool points =
        gs ? gs->info->gs_output_prim == PIPE_PRIM_POINTS : tes->info->tes_point_mode;
    const bool sized = r->point_size_per_vertex && last->info->writes_psize;
    return points && !r->rasterizer_discard && (sized || r->point_size != 1.0f);
}

static bool has_evaluation(const struct gv_state *state, const struct gv_path *path)
{
    (void)path;
    return evaluation(state) != NULL;
}

static bool always(const struct gv_state *state, const struct gv_path *path)
{
    (void)state;
    (void)path;
    return true;
}

static bool has_streams(const struct gv_state *state, const struct gv_path *path)
{
    (void)path;
    return gv_wants_streams(state);
}

static bool has_large_geometry(const struct gv_state *state, const struct gv_path *path)
{
    (void)path;
    return gv_exceeds_geometry(state);
}

static bool shows_flat_vertex(const struct gv_state *state, const struct gv_path *path)
{
    (void)path;
    return gv_provokes_others(state, state->rasterizer);
}

/* Whether the fragment shader reads a primitive id that a generated geometry shader must provide
 * (emulate/numbering.h). Returns false if outlines of polygons or last pixels of lines are drawn,
 * because outlines and last pixels use the draw's own indices. */
static bool reads_primitive_id(const struct gv_state *state, const struct gv_path *path)
{
    const struct gv_rasterizer *r = state->rasterizer;
    (void)path;
    return gv_wants_numbers(state) &&
           (evaluation(state) ||
            (!geometry(state) &&
             !state->shaders[GALVAN_STAGE_VERTEX]->info->window_space_position && !r->parts &&
             !r->state.line_last_pixel));
}

static bool spills_varyings(const struct gv_state *state, const struct gv_path *path)
{
    (void)path;
    return gv_spills(state) && !state->rasterizer->state.rasterizer_discard;
}

static bool lowers_outlines(const struct gv_state *state, const struct gv_path *path)
{
    struct gv_face_pass faces[2];
    const unsigned num = state->rasterizer->parts ? gv_path_faces(path, state, true, faces) : 0;
    for (unsigned i = 0; i < num; i++) {
        if (faces[i].maker == GV_OUTLINE_BY_LOWERED_SHADER)
            return true;
    }
    return false;
}

/* ---- What devices lack ---------------------------------------------------------------------- */

static bool lacks_tessellation(const struct gv_vk_device *dev)
{
    return !dev->caps.tessellationShader;
}

static bool lacks_geometry(const struct gv_vk_device *dev)
{
    return !dev->caps.geometryShader;
}

/* ---- The table ------------------------------------------------------------------------------ */

#define COMPUTED_AFTER_ALL                                                                         \
    {                                                                                              \
        GV_PATH_COMPUTED, GV_PATH_COMPUTED, GV_PATH_COMPUTED                                       \
    }
#define COMPUTED_AFTER_OTHERS                                                                      \
    {                                                                                              \
        GV_PATH_NATIVE, GV_PATH_COMPUTED, GV_PATH_COMPUTED                                         \
    }
#define COMPUTED_AFTER_GEOMETRY                                                                    \
    {                                                                                              \
        GV_PATH_NATIVE, GV_PATH_NATIVE, GV_PATH_COMPUTED                                           \
    }

/* A reason why draws are not native. Reasons are evaluated in the order of the table, because some
 * reasons depend on earlier ones. */
static const struct row {
    const char *text;
    bool (*device)(const struct gv_vk_device *dev);                          /* whether the reason
                                                                                can occur on the
                                                                                device */
    bool (*state)(const struct gv_state *state, const struct gv_path *path); /* whether the reason
                                                                                applies to the
                                                                                state */
    uint8_t means[GV_NUM_LAST_STAGES]; /* the enum gv_path_kind that the reason requires, for each
                                          kind of last vertex stage */
} rows[GV_NUM_REASONS] = {
    [GV_REASON_CAPTURE] =
        {"stream output without transform feedback",
         gv_has_lowered_stages,
         captures,
         {[GV_LAST_VERTEX] = GV_PATH_CAPTURED, [GV_LAST_GEOMETRY] = GV_PATH_COMPUTED}},
    [GV_REASON_COUNT] =
        {"generated primitives that shaders count",
         gv_has_lowered_stages,
         counts,
         {[GV_LAST_VERTEX] = GV_PATH_CAPTURED, [GV_LAST_GEOMETRY] = GV_PATH_COMPUTED}},
    [GV_REASON_STATISTICS] = {"statistics that shaders count",
                              gv_counts_statistics,
                              counts_statistics,
                              {[GV_LAST_VERTEX] = GV_PATH_CAPTURED,
                               [GV_LAST_EVALUATION] = GV_PATH_COMPUTED,
                               [GV_LAST_GEOMETRY] = GV_PATH_COMPUTED}},
    [GV_REASON_LINES] = {"lines that the device lacks", gv_expands_lines, expands_lines,
                         COMPUTED_AFTER_ALL},
    [GV_REASON_POINTS] = {"points that the device lacks", gv_expands_points, expands_points,
                          COMPUTED_AFTER_ALL},
    [GV_REASON_POINT_SIZES] = {"point sizes after the vertex shader", gv_lowers_point_sizes,
                               passes_sizes, COMPUTED_AFTER_OTHERS},
    [GV_REASON_TESSELLATION] = {"no tessellation shaders", lacks_tessellation, has_evaluation,
                                COMPUTED_AFTER_OTHERS},
    [GV_REASON_GEOMETRY] = {"no geometry shaders", lacks_geometry, always, COMPUTED_AFTER_GEOMETRY},
    [GV_REASON_STREAMS] = {"vertex streams that the device lacks", gv_lowers_streams, has_streams,
                           COMPUTED_AFTER_GEOMETRY},
    [GV_REASON_LARGE_GEOMETRY] = {"a geometry shader beyond the device's limit",
                                  gv_lowers_large_geometry, has_large_geometry,
                                  COMPUTED_AFTER_GEOMETRY},
    [GV_REASON_FLAT_VERTEX] = {"flat values of another vertex after a geometry shader",
                               gv_has_lowered_stages, shows_flat_vertex, COMPUTED_AFTER_GEOMETRY},
    [GV_REASON_PRIMITIVE_ID] =
        {"the primitive's id in a fragment shader",
         gv_lowers_primitive_ids,
         reads_primitive_id,
         {[GV_LAST_VERTEX] = GV_PATH_COMPUTED, [GV_LAST_EVALUATION] = GV_PATH_COMPUTED}},
    [GV_REASON_VARYINGS] = {"varyings beyond the device's limit", gv_spills_varyings,
                            spills_varyings, COMPUTED_AFTER_ALL},
    [GV_REASON_OUTLINES] = {"outlines of polygons", gv_has_lowered_draws, lowers_outlines,
                            COMPUTED_AFTER_ALL},
    [GV_REASON_STORES] = {"stores of a captured vertex shader",
                          gv_has_lowered_stages,
                          stores_captured,
                          {[GV_LAST_VERTEX] = GV_PATH_COMPUTED}},
};

void gv_path_init(struct gv_path *path, const struct gv_vk_device *dev)
{
    *path = (struct gv_path){0};
    for (unsigned i = 0; i < GV_NUM_REASONS; i++) {
        for (unsigned last = 0; rows[i].device(dev) && last < GV_NUM_LAST_STAGES; last++)
            path->possible[last] |= (uint32_t)(rows[i].means[last] != GV_PATH_NATIVE) << i;
    }
}

/* ---- Expanded primitives -------------------------------------------------------------------- */

/* Whether the device supports the bound stages. */
static bool has_stages(const struct gv_state *state)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    if (evaluation(state) && !caps->tessellationShader)
        return false;
    return !geometry(state) ||
           (caps->geometryShader && !gv_wants_streams(state) && !gv_exceeds_geometry(state));
}

static uint8_t find_expanded(const struct gv_state *state, const struct gv_path *path)
{
    const struct gv_rasterizer *r = state->rasterizer;
    if (!state->shaders[GALVAN_STAGE_FRAGMENT] || r->state.rasterizer_discard ||
        (path->device_sees && !has_stages(state)))
        return 0;
    return (r->point_quads ? GV_DRAWS_POINTS : 0) |
           (r->line[gv_multisampling(state, r)].quads && !r->state.line_last_pixel ? GV_DRAWS_LINES
                                                                                   : 0);
}

/* ---- Passes --------------------------------------------------------------------------------- */

/* Whether sample locations may differ from the device's locations. draw/sample_passes.c decides for
 * each pass. */
static bool may_move_samples(const struct gv_state *state)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    return !r->rasterizer_discard && fs && !fs->info->has_side_effects &&
           gv_sample_places_are_possible(state->dev) && gv_sample_locations(state->fb.samples) &&
           (!r->multisample || gv_sample_places_are_set(state));
}

static uint8_t find_passes(const struct gv_state *state)
{
    const struct gv_rasterizer *r = state->rasterizer;
    const struct galvan_tgsi_info *last = gv_last_vertex_shader(state)->info;
    const bool splits = state->fb.tiled;
    uint8_t passes = 0;
    if (r->parts)
        passes |= GV_PASSES_FACES;
    if (r->state.line_last_pixel)
        passes |= GV_PASSES_LAST_PIXEL;
    if (state->fb.samples > 1 && may_move_samples(state))
        passes |= GV_PASSES_SAMPLES;
    if (last->writes_viewport_index && (splits || !gv_has_viewport_arrays(state->dev)))
        passes |= GV_PASSES_VIEWPORTS;
    if (last->writes_layer && !state->dev->caps.shaderOutputLayer)
        passes |= GV_PASSES_LAYERS;
    if (splits)
        passes |= GV_PASSES_SPLITS;
    return passes;
}

/* ---- The path ------------------------------------------------------------------------------- */

static enum gv_capturer find_capturer(const struct gv_state *state)
{
    if (!state->num_so_targets || !gv_stream_output_is_bound(state))
        return GV_CAPTURED_BY_NOBODY;
    return gv_stream_output_by_device(state) ? GV_CAPTURED_BY_DEVICE : GV_CAPTURED_BY_SHADERS;
}

static void find_reasons(struct gv_path *path, const struct gv_state *state)
{
    const enum gv_last_stage last = geometry(state)     ? GV_LAST_GEOMETRY
                                    : evaluation(state) ? GV_LAST_EVALUATION
                                                        : GV_LAST_VERTEX;
    path->captured = path->computed = 0;
    for (uint32_t left = path->possible[last]; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        if (!rows[i].state(state, path))
            continue;
        if (rows[i].means[last] == GV_PATH_CAPTURED)
            path->captured |= 1u << i;
        else
            path->computed |= 1u << i;
    }
}

void gv_path_find(struct gv_path *path, const struct gv_state *state, unsigned mode)
{
    path->mode = (uint8_t)mode;
    path->num_faces = 0;
    path->captured = path->computed = 0;
    if (!state->shaders[GALVAN_STAGE_VERTEX])
        return;
    path->capturer = find_capturer(state);
    path->device_sees = path->capturer == GV_CAPTURED_BY_DEVICE || gv_queries_see_discarded(state);
    path->expands = state->rasterizer->quads ? find_expanded(state, path) : 0;
    path->passes = find_passes(state);
    find_reasons(path, state);
    if (path->passes & GV_PASSES_FACES)
        path->num_faces =
            (uint8_t)gv_path_faces(path, state, !gv_path_computes_whole(path), path->faces);
}

/* ---- Text ----------------------------------------------------------------------------------- */

void gv_path_print(const struct gv_path *path, struct gv_text *text)
{
    static const char *const kinds[] = {"native", "captured", "computed"};
    static const char *const passes[] = {"faces",     "last pixels", "samples",
                                         "viewports", "layers",      "framebuffer splits"};
    const uint32_t reasons = path->captured | path->computed;
    const char *before = ": ";
    gv_text_add(text, "%s", kinds[gv_path_kind(path)]);
    for (unsigned i = 0; i < GV_NUM_REASONS; i++) {
        if (!(reasons >> i & 1))
            continue;
        gv_text_add(text, "%s%s", before, rows[i].text);
        before = ", ";
    }
    before = "; passes for ";
    for (unsigned i = 0; i < GV_ARRAY_SIZE(passes); i++) {
        if (!(path->passes >> i & 1))
            continue;
        gv_text_add(text, "%s%s", before, passes[i]);
        before = ", ";
    }
}
