/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state that fragment inputs feel: flat shading, two-sided colour, point sprites. */
#include "translate.h"

/* Interpolation COLOR is flat or smooth by state; CONSTANT is always flat. */
bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->interp == TGSI_INTERPOLATE_CONSTANT ||
           (io->interp == TGSI_INTERPOLATE_COLOR && c->key->flatshade);
}

/* Back faces of two-sided lighting take the colour that the vertex stage wrote as BCOLOR. */
uint32_t gv_spv_lower_two_side(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t color)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t back_var = gv_spv_varying(c, io, GALVAN_SLOT_BCOLOR(io->semantic_index));
    uint32_t back = gv_spv_op1(b, SpvOpLoad, type, back_var);
    uint32_t front = gv_spv_front_facing(c);
    uint32_t all = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_bool(b, 4),
                             (uint32_t[]){front, front, front, front}, 4);
    return gv_spv_op3(b, SpvOpSelect, type, all, color, back);
}

bool gv_spv_is_sprite(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io)
{
    unsigned semantic = key->sprite_on_generic ? TGSI_SEMANTIC_GENERIC : TGSI_SEMANTIC_TEXCOORD;
    return io->semantic == semantic && io->semantic_index < 32 &&
           (key->sprite_mask >> io->semantic_index & 1);
}

/* The point coordinate as (x, y', 0, 1); the driver's factors choose the direction of y. */
uint32_t gv_spv_point_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t id =
        gv_spv_op1(b, SpvOpLoad, vec2, gv_spv_builtin(c, SpvBuiltInPointCoord, vec2, false));
    uint32_t x = gv_spv_extract(c, id, GV_F, 0);
    uint32_t y = gv_spv_extract(c, id, GV_F, 1);
    uint32_t scale = gv_spv_push(c, offsetof(struct galvan_push_block, sprite_y[0]), GV_F);
    uint32_t add = gv_spv_push(c, offsetof(struct galvan_push_block, sprite_y[1]), GV_F);
    y = gv_spv_op2(b, SpvOpFAdd, f32, gv_spv_op2(b, SpvOpFMul, f32, y, scale), add);
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t one = gv_spv_const_float(b, 1.0f);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4),
                     (uint32_t[]){x, y, zero, one}, 4);
}

uint64_t galvan_spirv_inputs(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    const struct galvan_tgsi_info *info = &tgsi->info;
    uint64_t mask = info->inputs_mask;
    if (info->stage != GALVAN_STAGE_FRAGMENT)
        return mask;
    for (unsigned i = 0; i < tgsi->scan.num_in; i++) {
        const struct gv_tgsi_io *io = &tgsi->scan.in[i];
        if (!io->used || io->slot < 0)
            continue;
        if (gv_spv_is_sprite(key, io))
            mask &= ~(UINT64_C(1) << io->slot);
        if (key->light_twoside && io->semantic == TGSI_SEMANTIC_COLOR)
            mask |= UINT64_C(1) << GALVAN_SLOT_BCOLOR(io->semantic_index);
    }
    return mask;
}
