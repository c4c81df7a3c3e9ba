/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/discard.h"
#include "spirv/translate/lower/fragment.h"

/* The values of alpha_func: PIPE_FUNC_*. */
enum {
    FUNC_NEVER,
    FUNC_LESS,
    FUNC_EQUAL,
    FUNC_LEQUAL,
    FUNC_GREATER,
    FUNC_NOTEQUAL,
    FUNC_GEQUAL
};

/* Alpha test: discards fragments whose first colour's alpha fails the comparison with the
 * reference. Integer targets have no alpha test. */
void gv_spv_lower_alpha_test(struct gv_spv_ctx *c, const struct gv_val color[4])
{
    struct gv_spv_builder *b = &c->b;
    /* The negation of each function. A NaN fails every function but NOTEQUAL. */
    static const SpvOp fails[] = {
        [FUNC_LESS] = SpvOpFUnordGreaterThanEqual, [FUNC_EQUAL] = SpvOpFUnordNotEqual,
        [FUNC_LEQUAL] = SpvOpFUnordGreaterThan,    [FUNC_GREATER] = SpvOpFUnordLessThanEqual,
        [FUNC_NOTEQUAL] = SpvOpFOrdEqual,          [FUNC_GEQUAL] = SpvOpFUnordLessThan,
    };
    unsigned func = c->key->fragment.alpha_func;
    if (func > FUNC_GEQUAL || c->key->fragment.cbuf_class[0] != GALVAN_CBUF_FLOAT)
        return;
    if (func == FUNC_NEVER) {
        gv_spv_discard(c, 0);
        return;
    }
    struct gv_val covered = gv_spv_cover(c, color[3]);
    uint32_t alpha = gv_spv_gather(b, &covered, 1, GV_F);
    if (c->key->fragment.clamp_fragment_color)
        alpha = gv_spv_saturate(b, alpha, 1);
    uint32_t ref = gv_spv_push(c, offsetof(struct galvan_push_block, alpha_ref), GV_F);
    gv_spv_discard(c, gv_spv_op2(b, fails[func], gv_spv_type_bool(b, 1), alpha, ref));
}
