/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/varyings/fragment_varyings.h"

#include "spirv/translate/varyings/locations.h"

bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->interp == TGSI_INTERPOLATE_CONSTANT ||
           (io->interp == TGSI_INTERPOLATE_COLOR && c->key->fragment.flatshade);
}

/* Whether an input is evaluated at each sample: an input that the shader declares as sample, or, if
 * state forces shading per sample, an input at the pixel centre. Centroid inputs are never
 * evaluated at each sample. */
static bool is_per_sample(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->location == TGSI_INTERPOLATE_LOC_SAMPLE ||
           (io->location == TGSI_INTERPOLATE_LOC_CENTER && c->key->fragment.persample);
}

bool gv_spv_is_sprite(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io)
{
    unsigned semantic =
        key->fragment.sprite_on_generic ? TGSI_SEMANTIC_GENERIC : TGSI_SEMANTIC_TEXCOORD;
    return io->semantic == semantic && io->semantic_index < 32 &&
           (key->fragment.sprite_mask >> io->semantic_index & 1);
}

uint64_t gv_spv_fragment_slots(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    uint64_t mask = tgsi->info.inputs_mask;
    for (unsigned i = 0; i < tgsi->scan.num_in; i++) {
        const struct gv_tgsi_io *io = &tgsi->scan.in[i];
        if (!io->used || io->slot < 0)
            continue;
        if (gv_spv_is_sprite(key, io))
            mask &= ~(UINT64_C(1) << io->slot);
        if (key->fragment.light_twoside && io->semantic == TGSI_SEMANTIC_COLOR)
            mask |= UINT64_C(1) << GALVAN_SLOT_BCOLOR(io->semantic_index);
    }
    return mask & ~key->fragment.spilled_mask;
}

void gv_spv_decorate_interpolation(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t var)
{
    struct gv_spv_builder *b = &c->b;
    if (gv_spv_is_flat(c, io)) {
        gv_spv_decorate(b, var, SpvDecorationFlat);
        return;
    }
    if (io->interp == TGSI_INTERPOLATE_LINEAR)
        gv_spv_decorate(b, var, SpvDecorationNoPerspective);
    if (is_per_sample(c, io)) {
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        gv_spv_decorate(b, var, SpvDecorationSample);
    } else if (io->location == TGSI_INTERPOLATE_LOC_CENTROID) {
        gv_spv_decorate(b, var, SpvDecorationCentroid);
    }
}

uint32_t gv_spv_varying(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot)
{
    if (!c->in_var[slot]) {
        uint64_t mask = gv_spv_fragment_slots(c->tgsi, c->key);
        uint32_t var = gv_spv_global(&c->b, SpvStorageClassInput, gv_spv_type_float(&c->b, 4));
        gv_spv_decorate1(&c->b, var, SpvDecorationLocation, gv_spv_location(mask, slot));
        gv_spv_decorate_interpolation(c, io, var);
        c->in_var[slot] = var;
    }
    return c->in_var[slot];
}
