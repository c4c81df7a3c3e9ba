/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/translate.h"

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
