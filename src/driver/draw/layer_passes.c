/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where vertex and evaluation shaders cannot choose a layer (shaderOutputLayer), a draw whose last
 * vertex stage does is made once for each layer of the framebuffer, with that one alone attached.
 * The stage's variant hides what goes elsewhere (galvan_spirv_key.raster.shown_layer). Stores of
 * vertex stages are made for every layer. */
#include "driver/draw/layer_passes.h"

#include "driver/context.h"
#include "driver/draw/plan.h"

unsigned gv_layer_passes(const struct gv_context *ctx, const struct gv_plan *plan)
{
    if (!(ctx->path.passes & GV_PASSES_LAYERS) || !plan->num ||
        ctx->state.rasterizer->state.rasterizer_discard)
        return 1;
    const struct gv_shader *last = gv_pass_last_vertex_shader(&ctx->state, &plan->passes[0]);
    return last->stage == GALVAN_STAGE_GEOMETRY ? 1 : ctx->state.fb.layers;
}

void gv_layer_pass(struct gv_pass *pass, unsigned layer)
{
    pass->kind.layer = (uint16_t)(1 + layer);
    pass->kind.uncounted |= layer > 0;
}
