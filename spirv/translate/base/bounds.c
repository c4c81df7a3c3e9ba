/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/bounds.h"

uint32_t gv_bounds_inside(struct gv_spv_ctx *c, uint32_t index, uint32_t num)
{
    return gv_spv_op2(&c->b, SpvOpULessThan, gv_spv_type(&c->b, GV_B, 1), index, num);
}

uint32_t gv_bounds_index(struct gv_spv_ctx *c, uint32_t inside, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t zero = gv_spv_uint(b, 0, 1);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, 1), inside, index, zero);
}

static uint32_t zeros(struct gv_spv_ctx *c, unsigned type, unsigned num)
{
    const struct gv_val zero[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    return gv_spv_gather(&c->b, zero, num, type);
}

uint32_t gv_bounds_loaded(struct gv_spv_ctx *c, uint32_t inside, uint32_t id, unsigned type,
                          unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t each = num > 1 ? gv_spv_broadcast(b, inside, GV_B, num) : inside;
    uint32_t zero = zeros(c, type, num);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, type, num), each, id, zero);
}

void gv_guard_begin(struct gv_spv_ctx *c, uint32_t *block, uint32_t inside,
                    struct gv_guard *out_guard)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_guard guard;
    guard.header = gv_spv_id(b);
    guard.merge = gv_spv_id(b);
    uint32_t then = gv_spv_id(b);
    gv_spv_branch(b, guard.header);
    gv_spv_label(b, guard.header);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){guard.merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){inside, then, guard.merge}, 3);
    gv_spv_label(b, then);
    gv_spv_cache_push(&b->cache);
    *block = then;
    *out_guard = guard;
}

uint32_t gv_guard_end(struct gv_spv_ctx *c, uint32_t *block, const struct gv_guard *guard,
                      uint32_t id, unsigned type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t last = *block;
    gv_spv_cache_pop(&b->cache);
    gv_spv_branch(b, guard->merge);
    gv_spv_label(b, guard->merge);
    *block = guard->merge;
    if (!id)
        return 0;
    uint32_t zero = zeros(c, type, 1);
    return gv_spv_op(b, SpvOpPhi, gv_spv_type(b, type, 1),
                     (uint32_t[]){id, last, zero, guard->header}, 4);
}
