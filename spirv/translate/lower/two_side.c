/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/lower/fragment.h"

/* Two-sided lighting: on back faces, returns the colour that the vertex stage wrote as BCOLOR. */
uint32_t gv_spv_lower_two_side(struct gv_spv_ctx *c, uint32_t front_color, uint32_t back_color)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t front = gv_spv_front_facing(c);
    uint32_t all = gv_spv_broadcast(b, front, GV_B, 4);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 4), all, front_color, back_color);
}
