/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/pass.h"

#include <assert.h>
#include <string.h>

#include "driver/bind/framebuffer.h"
#include "driver/context.h"
#include "driver/draw/primitive.h"
#include "driver/query/stream_output.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/inputs.h"
#include "driver/state/rasterizer.h"

/* ---- Planned passes */

void gv_plan_add(struct gv_plan *plan, const struct gv_pass *pass)
{
    assert(plan->num < GV_MAX_PLANNED);
    plan->passes[plan->num++] = *pass;
}

void gv_plan_add_shaded(struct gv_plan *plan, const struct gv_pass *pass, const void *constants,
                        uint32_t size_B)
{
    unsigned i = plan->num;
    assert(i < GV_MAX_PLANNED && size_B <= GV_MAX_PASS_CONSTANTS_B);
    gv_plan_add(plan, pass);
    memcpy(plan->constants[i], constants, size_B);
    plan->passes[i].constants = plan->constants[i];
    plan->passes[i].constants_B = size_B;
}

/* ---- Primitives of a pass */

/* Returns the PIPE_PRIM_* that a geometry shader gets from a list topology. */
static unsigned assembled(VkPrimitiveTopology list)
{
    switch (list) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST:
        return PIPE_PRIM_POINTS;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
        return PIPE_PRIM_LINES;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
        return PIPE_PRIM_LINES_ADJACENCY;
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY:
        return PIPE_PRIM_TRIANGLES_ADJACENCY;
    default:
        return PIPE_PRIM_TRIANGLES;
    }
}

static uint8_t draws(const struct gv_pass *pass, unsigned prim)
{
    VkPolygonMode mode = pass->rasterizer->polygon_mode;
    if (prim == PIPE_PRIM_POINTS)
        return GV_DRAWS_POINTS;
    if (prim != PIPE_PRIM_TRIANGLES && prim != PIPE_PRIM_TRIANGLE_STRIP &&
        prim != PIPE_PRIM_TRIANGLES_ADJACENCY)
        return GV_DRAWS_LINES;
    return GV_DRAWS_TRIANGLES | (mode == VK_POLYGON_MODE_POINT  ? GV_DRAWS_POINTS
                                 : mode == VK_POLYGON_MODE_FILL ? GV_DRAWS_FILLED
                                                                : 0);
}

enum gv_index_form gv_pass_bare_form(unsigned mode)
{
    if (mode < PIPE_PRIM_LINES_ADJACENCY || mode > PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY)
        return GV_FORM_PRIMITIVES;
    return mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY
               ? GV_FORM_BARE_LINES
               : GV_FORM_BARE_TRIANGLES;
}

/* Selects the form of a mode with adjacency. Returns false if the device cannot draw the mode. */
static bool resolve_adjacency(const struct gv_state *state, const struct gv_path *path,
                              unsigned mode, struct gv_pass *pass)
{
    if (mode == PIPE_PRIM_PATCHES)
        return true;
    const uint32_t captured = GV_REASON_BIT(CAPTURE) | GV_REASON_BIT(COUNT);
    bool known = state->dev->caps.geometryShader && !(path->captured & captured);
    if (!pass->kind.form && !known && !state->shaders[GALVAN_STAGE_GEOMETRY])
        pass->kind.form = gv_pass_bare_form(mode);
    return gv_has_geometry(state->dev);
}

/* Replaces *prim by the output primitive of a geometry shader. Returns false if the shader does not
 * accept *prim. */
static bool go_through(const struct gv_shader *gs, unsigned *prim)
{
    if (gs->info->gs_input_prim != *prim)
        return false;
    *prim = gs->info->gs_output_prim == PIPE_PRIM_TRIANGLE_STRIP ? PIPE_PRIM_TRIANGLES
                                                                 : gs->info->gs_output_prim;
    return true;
}

bool gv_pass_resolve(const struct gv_state *state, const struct gv_path *path, unsigned mode,
                     struct gv_pass *pass)
{
    if (mode >= PIPE_PRIM_LINES_ADJACENCY && !resolve_adjacency(state, path, mode, pass))
        return false;
    const struct gv_primitive *primitive =
        pass->kind.form ? gv_primitive_formed((enum gv_index_form)pass->kind.form)
                        : gv_primitive(mode);
    const struct gv_shader *bound = pass->vertex ? NULL : state->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = gv_pass_evaluation(state, pass);
    if (!primitive || (tes != NULL) != (mode == PIPE_PRIM_PATCHES))
        return false;
    unsigned prim = tes ? gv_tess_output_prim(tes) : assembled(primitive->list);
    if ((bound && !go_through(bound, &prim)) ||
        (pass->geometry && !go_through(pass->geometry, &prim)))
        return false;
    pass->primitive = primitive;
    pass->kind.draws = draws(pass, prim);
    return true;
}

/* ---- Differences from the previous pass */

/* Reports that the primitive has changed. Variants of shaders that are not bound also depend on the
 * primitive, so earlier choices of variants may be invalid. */
static void primitive_changed(struct gv_context *ctx, const struct gv_pass *pass)
{
    ctx->derived.observed++;
    gv_input_changed(&ctx->graphics, GV_INPUT_PRIMITIVE);
    if (pass->rasterizer->sees_primitives || gv_pass_geometry(&ctx->state, pass) ||
        gv_pass_evaluation(&ctx->state, pass) || ctx->state.fb.samples > 1)
        gv_input_changed(&ctx->graphics, GV_INPUT_PRIMITIVE_SHADING);
}

static void kind_changed(struct gv_context *ctx, const struct gv_pass_kind *old,
                         const struct gv_pass *pass)
{
    const struct gv_pass_kind *kind = &pass->kind;
    if (old->draws != kind->draws)
        primitive_changed(ctx, pass);
    if (old->entries != kind->entries)
        gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS);
    if (old->form != kind->form) {
        ctx->derived.observed++;
        gv_input_changed(&ctx->graphics, GV_INPUT_INDEX_FORM);
    }
    if (old->back_faces != kind->back_faces)
        gv_input_changed(&ctx->graphics, GV_INPUT_FACES);
    if (old->sample != kind->sample)
        gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE);
    if (!old->sample != !kind->sample)
        gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_SHADING);
    if (old->viewports != kind->viewports) {
        gv_input_changed(&ctx->graphics, GV_INPUT_VIEWPORTS);
        gv_input_changed(&ctx->graphics, GV_INPUT_SCISSORS);
    }
    if (old->layer != kind->layer) {
        gv_framebuffer_show_layer(ctx, kind->layer);
        ctx->derived.push.layer = kind->layer ? kind->layer - 1u : 0;
        gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
    }
    if (!old->viewports != !kind->viewports || !old->layer != !kind->layer)
        gv_input_changed(&ctx->graphics, GV_INPUT_SHOWN);
    if (old->no_stores != kind->no_stores && gv_vertex_stages_store(&ctx->state))
        gv_input_changed(&ctx->graphics, GV_INPUT_STORES);
    if (old->uncounted == kind->uncounted)
        return;
    if (kind->uncounted)
        gv_stream_output_end(ctx);
    if (ctx->state.active_queries)
        gv_input_changed(&ctx->graphics, GV_INPUT_QUERIES);
}

void gv_pass_constants(struct gv_context *ctx, const struct gv_pass *pass)
{
    ctx->constants.stale_mask |= 1u << GALVAN_STAGE_GEOMETRY;
    gv_input_changed(&ctx->graphics, GV_INPUT_CONSTANTS);
    if (!pass->geometry)
        return;
    ctx->derived.pass_const0.now.size_B = pass->constants_B;
    memcpy(ctx->derived.pass_const0.now.data, pass->constants, pass->constants_B);
}

void gv_pass_begin(struct gv_context *ctx, const struct gv_pass *pass)
{
    struct gv_pass *last = &ctx->derived.last_pass;
    if (last->rasterizer != pass->rasterizer) {
        gv_rasterizer_changed(&ctx->graphics, last->rasterizer, pass->rasterizer);
        last->rasterizer = pass->rasterizer;
    }
    if (last->geometry || pass->geometry) {
        gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS);
        gv_pass_constants(ctx, pass);
        last->geometry = pass->geometry;
    }
    if (memcmp(&last->kind, &pass->kind, sizeof(pass->kind)) != 0) {
        kind_changed(ctx, &last->kind, pass);
        last->kind = pass->kind;
    }
}
