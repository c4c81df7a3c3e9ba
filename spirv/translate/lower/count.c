/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fragment.h"

static uint32_t add_one(struct gv_spv_ctx *c, uint32_t pointer)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t scope = gv_spv_uint(b, SpvScopeDevice, 1);
    uint32_t relaxed = gv_spv_uint(b, SpvMemorySemanticsMaskNone, 1);
    uint32_t one = gv_spv_uint(b, 1, 1);
    return gv_spv_op(b, SpvOpAtomicIAdd, gv_spv_type(b, GV_U, 1),
                     (uint32_t[]){pointer, scope, relaxed, one}, 4);
}

/* Adds 1 to the 64-bit counter whose address is in the driver block. An atomic by a helper
 * invocation has no effect. */
void gv_spv_count_invocation(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t counter = gv_spv_driver_counter(c);
    uint32_t address = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type(b, GV_U, 2),
                                 (uint32_t[]){counter, counter, 0, 1}, 4);
    uint32_t block = gv_mem_block_at(c, address, false);
    uint32_t words[2];
    for (unsigned i = 0; i < 2; i++)
        words[i] =
            gv_mem_word(c, SpvStorageClassPhysicalStorageBuffer, block, gv_spv_uint(b, i, 1));
    uint32_t largest = gv_spv_uint(b, UINT32_MAX, 1);
    uint32_t before = add_one(c, words[0]);
    uint32_t over = gv_spv_op2(b, SpvOpIEqual, gv_spv_type(b, GV_B, 1), before, largest);
    uint32_t carry = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){over, carry, merge}, 3);
    gv_spv_label(b, carry);
    add_one(c, words[1]);
    gv_spv_branch(b, merge);
    gv_spv_label(b, merge);
}
