/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bottom edge rule. In Vulkan, pixels on a horizontal edge belong to the primitive below the
 * edge. If rasterizer state assigns these pixels to the primitive above, a vertex that lies exactly
 * on a row of samples is moved down by one subpixel. The vertex is moved in all its triangles, so
 * that no gap opens between them. Vertices elsewhere, which are nearly all, are not moved. */
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/vertex.h"

uint32_t gv_spv_lower_edge(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1), boolean = gv_spv_type_bool(b, 1);
    if (!c->key->vertex.edge_rule)
        return position;
    uint32_t scale = gv_spv_push(c, offsetof(struct galvan_push_block, edge[0]), GV_F);
    uint32_t translate = gv_spv_push(c, offsetof(struct galvan_push_block, edge[1]), GV_F);
    uint32_t subpixel = gv_spv_push(c, offsetof(struct galvan_push_block, edge[2]), GV_F);
    uint32_t y = gv_spv_extract(b, position, GV_F, 1), w = gv_spv_extract(b, position, GV_F, 3);

    /* The device snaps a vertex to the row if the vertex is within half a subpixel of the row. */
    uint32_t row_position = gv_spv_op2(b, SpvOpFDiv, f32, y, w);
    row_position = gv_spv_op2(b, SpvOpFAdd, f32, gv_spv_op2(b, SpvOpFMul, f32, row_position, scale),
                              translate);
    uint32_t row = gv_spv_ext1(b, GLSLstd450RoundEven, f32, row_position);
    uint32_t off =
        gv_spv_ext1(b, GLSLstd450FAbs, f32, gv_spv_op2(b, SpvOpFSub, f32, row_position, row));
    uint32_t half = gv_spv_op2(b, SpvOpFMul, f32, subpixel, gv_spv_const_float(b, 0.5f));
    uint32_t in_row = gv_spv_op2(b, SpvOpFOrdLessThan, boolean, off, half);

    uint32_t below =
        gv_spv_op2(b, SpvOpFSub, f32, gv_spv_op2(b, SpvOpFAdd, f32, row, subpixel), translate);
    below = gv_spv_op2(b, SpvOpFMul, f32, gv_spv_op2(b, SpvOpFDiv, f32, below, scale), w);
    y = gv_spv_op3(b, SpvOpSelect, f32, in_row, below, y);
    return gv_spv_op3(b, SpvOpCompositeInsert, gv_spv_type_float(b, 4), y, position, 1);
}
