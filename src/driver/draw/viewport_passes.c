/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* On devices with one viewport, a draw whose last vertex stage selects among several viewports is
 * drawn once for each different viewport, with that viewport's scissor. The stage's variant
 * discards primitives of other viewports (galvan_spirv_key.raster.shown_viewports). Primitives of
 * one viewport keep their order. Among overlapping viewports, primitives of the viewport with the
 * lower index are drawn first. */
#include <string.h>

#include "driver/draw/axis.h"
#include "driver/path/path.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/pass.h"
#include "driver/state/state.h"

static bool same_viewport(const struct gv_state *state, bool scissor, unsigned a, unsigned b)
{
    return memcmp(&state->viewports[a], &state->viewports[b], sizeof(state->viewports[a])) == 0 &&
           (!scissor ||
            memcmp(&state->scissors[a], &state->scissors[b], sizeof(state->scissors[a])) == 0);
}

/* Divides the viewports into groups of equal viewports. Writes a mask for each group to out_masks,
 * and returns the number of groups. If the fragment shader reads the viewport index, each viewport
 * is a group. */
static unsigned group(const struct gv_state *state, uint16_t out_masks[GV_MAX_VIEWPORTS])
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    const bool scissor = state->rasterizer->state.scissor;
    const bool joins = !fs || !fs->info->reads_viewport_index;
    unsigned num = 0;
    for (unsigned i = 0; i < GV_MAX_VIEWPORTS; i++) {
        unsigned g = joins ? 0 : num;
        while (g < num && !same_viewport(state, scissor, i, (unsigned)__builtin_ctz(out_masks[g])))
            g++;
        if (g == num)
            out_masks[num++] = 0;
        out_masks[g] |= (uint16_t)(1u << i);
    }
    return num;
}

static unsigned count(struct gv_axes *axes, const struct gv_pass *pass)
{
    const struct gv_state *state = axes->state;
    (void)pass;
    return state->rasterizer->state.rasterizer_discard ? 1 : group(state, axes->viewport_masks);
}

static void apply(struct gv_axes *axes, struct gv_pass *pass, unsigned i)
{
    pass->kind.viewports = axes->viewport_masks[i];
}

const struct gv_axis gv_viewport_axis = {GV_PASSES_VIEWPORTS, count, apply, NULL};
