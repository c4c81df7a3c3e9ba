/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/discard.h"
#include "spirv/translate/lower/fragment.h"

enum {
    NUM_RECTS = 8,
    INCLUDE = 8 /* the element after the rectangles */
};

static uint32_t half(struct gv_spv_ctx *c, uint32_t rect, unsigned first)
{
    return gv_spv_op(&c->b, SpvOpVectorShuffle, gv_spv_type_uint(&c->b, 2),
                     (uint32_t[]){rect, rect, first, first + 1}, 4);
}

/* Window rectangles: in inclusive mode, discards fragments outside all rectangles; in exclusive
 * mode, discards fragments inside any rectangle. Unset rectangles are empty, so the code does not
 * depend on the number of rectangles. */
void gv_spv_lower_window_rects(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t boolean = gv_spv_type_bool(b, 1), bvec2 = gv_spv_type_bool(b, 2);
    uint32_t frag = gv_spv_load_frag_coord(c);
    uint32_t xy = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type_float(b, 2),
                            (uint32_t[]){frag, frag, 0, 1}, 4);
    xy = gv_spv_op1(b, SpvOpConvertFToU, gv_spv_type_uint(b, 2), xy);
    uint32_t inside = 0;
    for (unsigned i = 0; i < NUM_RECTS; i++) {
        uint32_t rect = gv_spv_window_rect(c, i);
        uint32_t from = gv_spv_op2(b, SpvOpUGreaterThanEqual, bvec2, xy, half(c, rect, 0));
        uint32_t to = gv_spv_op2(b, SpvOpULessThan, bvec2, xy, half(c, rect, 2));
        uint32_t in =
            gv_spv_op1(b, SpvOpAll, boolean, gv_spv_op2(b, SpvOpLogicalAnd, bvec2, from, to));
        inside = inside ? gv_spv_op2(b, SpvOpLogicalOr, boolean, inside, in) : in;
    }
    uint32_t include = gv_spv_extract(b, gv_spv_window_rect(c, INCLUDE), GV_U, 0);
    include = gv_spv_op2(b, SpvOpINotEqual, boolean, include, gv_spv_uint(b, 0, 1));
    gv_spv_discard(c, gv_spv_op2(b, SpvOpLogicalNotEqual, boolean, inside, include));
}
