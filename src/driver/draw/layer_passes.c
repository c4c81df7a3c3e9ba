/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/framebuffer.h"
#include "driver/draw/axis.h"
#include "driver/path/path.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/state.h"

/* On devices whose vertex and evaluation shaders cannot select a layer (shaderOutputLayer), a draw
 * whose last vertex stage selects a layer is drawn once for each layer of the framebuffer, with
 * only that layer attached. The stage's variant discards primitives of other layers
 * (galvan_spirv_key.raster.shown_layer). */

static unsigned count(struct gv_axes *axes, const struct gv_pass *pass)
{
    const struct gv_state *state = axes->state;
    if (state->rasterizer->state.rasterizer_discard)
        return 1;
    const struct gv_shader *last = gv_pass_last_vertex_shader(state, pass);
    return last->stage == GALVAN_STAGE_GEOMETRY ? 1 : state->fb.layers;
}

static void apply(struct gv_axes *axes, struct gv_pass *pass, unsigned layer)
{
    (void)axes;
    pass->kind.layer = (uint16_t)(1 + layer);
}

static void end(struct gv_axes *axes)
{
    gv_framebuffer_show_layer(axes->ctx, 0);
}

const struct gv_axis gv_layer_axis = {GV_PASSES_LAYERS, count, apply, end};
