/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/discard.h"
#include "spirv/translate/lower/fragment.h"

/* Polygon stipple: discards fragments whose bit in a 32x32 pattern is clear. The most significant
 * bit of a row is the leftmost pixel. */
void gv_spv_lower_stipple(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t uvec2 = gv_spv_type_uint(b, 2);
    uint32_t frag = gv_spv_load_frag_coord(c);
    uint32_t xy = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type_float(b, 2),
                            (uint32_t[]){frag, frag, 0, 1}, 4);
    xy = gv_spv_op1(b, SpvOpConvertFToU, uvec2, xy);
    xy = gv_spv_op2(b, SpvOpBitwiseAnd, uvec2, xy, gv_spv_uint(b, 31, 2));
    uint32_t x = gv_spv_op2(b, SpvOpCompositeExtract, u32, xy, 0);
    uint32_t y = gv_spv_op2(b, SpvOpCompositeExtract, u32, xy, 1);
    uint32_t row = gv_spv_stipple_row(c, y);
    uint32_t bit = gv_spv_op2(b, SpvOpShiftRightLogical, u32, gv_spv_uint(b, 0x80000000u, 1), x);
    uint32_t set = gv_spv_op2(b, SpvOpBitwiseAnd, u32, row, bit);
    gv_spv_discard(c, gv_spv_compare_uint(b, SpvOpIEqual, set, 0));
}
