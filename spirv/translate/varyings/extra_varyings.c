/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Internal varyings, for rasterizer state that the device lacks. Their locations follow the
 * shader's varyings. */
#include "spirv/translate/varyings/extra_varyings.h"

#include "spirv/translate/varyings/fragment_varyings.h"

static const struct {
    uint8_t num;
    bool decorated;
    SpvDecoration decoration; /* decoration of the Input variable; weights have the decorations of
                                 their inputs */
} extras[GALVAN_NUM_EXTRAS] = {
    [GALVAN_EXTRA_LINE_START] = {3, true, SpvDecorationFlat},
    [GALVAN_EXTRA_LINE_POSITION] = {2, true, SpvDecorationNoPerspective},
    [GALVAN_EXTRA_CLIP_0] = {4, false, SpvDecorationMax},
    [GALVAN_EXTRA_CLIP_1] = {4, false, SpvDecorationMax},
    [GALVAN_EXTRA_DEPTH] = {1, false, SpvDecorationMax},
    [GALVAN_EXTRA_CULL_0] = {4, false, SpvDecorationMax},
    [GALVAN_EXTRA_CULL_1] = {4, false, SpvDecorationMax},
    [GALVAN_EXTRA_PRIMITIVE_ID] = {1, true, SpvDecorationFlat},
    [GALVAN_EXTRA_SPILL_ENTRIES] = {4, true, SpvDecorationFlat},
};

enum {
    NUM_WEIGHTS = 3,
};

/* Decorates a weight with the interpolation of the inputs to which it belongs. */
static void decorate_weights(struct gv_spv_ctx *c, unsigned place, uint32_t var)
{
    const bool linear = place >= GALVAN_INPUT_PLACE(0, true);
    const struct gv_tgsi_io io = {
        .interp = linear ? TGSI_INTERPOLATE_LINEAR : TGSI_INTERPOLATE_PERSPECTIVE,
        .location = (uint8_t)(place - GALVAN_INPUT_PLACE(0, linear)),
    };
    gv_spv_decorate_interpolation(c, &io, var);
}

bool gv_spv_has_extra(const struct galvan_spirv_key *key, enum galvan_extra extra)
{
    return key->raster.extra_mask >> extra & 1;
}

static uint32_t variable(struct gv_spv_ctx *c, enum galvan_extra extra, SpvStorageClass storage,
                         uint64_t mask)
{
    struct gv_spv_builder *b = &c->b;
    if (!gv_spv_has_extra(c->key, extra))
        return 0;
    if (!c->extra_var[extra]) {
        unsigned below = c->key->raster.extra_mask & ((1u << extra) - 1);
        unsigned location =
            (unsigned)__builtin_popcountll(mask) + (unsigned)__builtin_popcount(below);
        const bool weights = extra >= GALVAN_EXTRA_SPILL_WEIGHTS;
        unsigned num = weights ? NUM_WEIGHTS : extras[extra].num;
        uint32_t var = gv_spv_global(b, storage, gv_spv_type_float(b, num));
        gv_spv_decorate1(b, var, SpvDecorationLocation, location);
        if (extras[extra].decorated && storage == SpvStorageClassInput)
            gv_spv_decorate(b, var, extras[extra].decoration);
        if (weights && storage == SpvStorageClassInput)
            decorate_weights(c, extra - GALVAN_EXTRA_SPILL_WEIGHTS, var);
        c->extra_var[extra] = var;
    }
    return c->extra_var[extra];
}

uint32_t gv_spv_extra_output(struct gv_spv_ctx *c, enum galvan_extra extra)
{
    return variable(c, extra, SpvStorageClassOutput, c->key->vertex.consumer_mask);
}

bool gv_spv_load_line_start(struct gv_spv_ctx *c, uint32_t *out_position, uint32_t *out_run)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = gv_spv_extra_input(c, GALVAN_EXTRA_LINE_START);
    if (!var)
        return false;
    uint32_t loaded = gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 3), var);
    *out_position = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type_float(b, 2),
                              (uint32_t[]){loaded, loaded, 0, 1}, 4);
    *out_run = gv_spv_extract(b, loaded, GV_F, 2);
    return true;
}

uint32_t gv_spv_extra_input(struct gv_spv_ctx *c, enum galvan_extra extra)
{
    return variable(c, extra, SpvStorageClassInput, gv_spv_fragment_slots(c->tgsi, c->key));
}
