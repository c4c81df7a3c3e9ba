/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/plan.h"

#include "driver/draw/emulation.h"
#include "driver/draw/line_ends.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/polygon.h"
#include "driver/draw/primitive.h"
#include "driver/path/path.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"

/* Fills in the primitives of `pass`: the generated primitives or, if `generated` is NULL, the
 * draw's primitives. Expanded lines and points are drawn as triangles, but with the state of lines
 * or points. */
static bool resolve_pass(const struct gv_state *state, const struct gv_path *path, unsigned mode,
                         const struct gv_generated *generated, struct gv_pass *pass)
{
    if (generated) {
        pass->vertex = generated->vertex;
        pass->kind.entries = true;
    }
    if (!gv_pass_resolve(state, path, mode, pass))
        return false;
    if (generated && generated->expanded)
        pass->primitive = gv_primitive(PIPE_PRIM_TRIANGLES);
    return true;
}

bool gv_plan_generated_pass(const struct gv_state *state, const struct gv_path *path,
                            const struct gv_generated *generated, struct gv_pass *pass)
{
    pass->geometry = NULL;
    pass->constants = NULL;
    pass->constants_B = 0;
    pass->lowered = false;
    pass->kind.form = GV_FORM_PRIMITIVES;
    if (generated->expanded)
        pass->rasterizer = &state->rasterizer->quads[GV_RASTER_QUADS];
    return resolve_pass(state, path, generated->mode, generated, pass);
}

/* Fills in the primitives of each pass, and removes passes that cannot be drawn. */
static void resolve(const struct gv_state *state, const struct gv_path *path, unsigned mode,
                    const struct gv_generated *generated, struct gv_plan *plan)
{
    unsigned num = 0;
    for (unsigned i = 0; i < plan->num; i++) {
        if (!resolve_pass(state, path, mode, generated, &plan->passes[i]))
            continue;
        if (num != i)
            plan->passes[num] = plan->passes[i];
        num++;
    }
    plan->num = num;
}

void gv_plan_draw(struct gv_shader_cache *cache, const struct gv_state *state,
                  const struct gv_path *path, const struct gv_draw *draw, struct gv_plan *plan)
{
    const struct gv_generated *generated = draw->generated;
    const struct gv_rasterizer *r = state->rasterizer;
    const struct gv_pass whole = {
        .rasterizer = generated && generated->expanded ? &r->quads[GV_RASTER_QUADS] : r};
    plan->num = 0;
    if (!gv_polygon_plan(cache, state, path, draw->info, plan))
        gv_plan_add(plan, &whole);
    if (path->passes & GV_PASSES_LAST_PIXEL)
        gv_line_ends_plan(cache, state, draw->info, plan);
    resolve(state, path, draw->info->mode, generated, plan);
}
