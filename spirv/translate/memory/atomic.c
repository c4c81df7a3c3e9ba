/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Atomic operations on a dword. Operations that a device may lack (float addition in buffers and
 * shared memory, wrapping counters) become compare-and-exchange loops. */
#include "spirv/translate/memory/memory.h"

static const struct atomic {
    uint16_t op; /* SpvOp; 0: a loop implements the operation */
    bool is_float;
} atomics[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_ATOMUADD] = {SpvOpAtomicIAdd, false},
    [TGSI_OPCODE_ATOMXCHG] = {SpvOpAtomicExchange, false},
    [TGSI_OPCODE_ATOMCAS] = {SpvOpAtomicCompareExchange, false},
    [TGSI_OPCODE_ATOMAND] = {SpvOpAtomicAnd, false},
    [TGSI_OPCODE_ATOMOR] = {SpvOpAtomicOr, false},
    [TGSI_OPCODE_ATOMXOR] = {SpvOpAtomicXor, false},
    [TGSI_OPCODE_ATOMUMIN] = {SpvOpAtomicUMin, false},
    [TGSI_OPCODE_ATOMUMAX] = {SpvOpAtomicUMax, false},
    [TGSI_OPCODE_ATOMIMIN] = {SpvOpAtomicSMin, false},
    [TGSI_OPCODE_ATOMIMAX] = {SpvOpAtomicSMax, false},
    [TGSI_OPCODE_ATOMFADD] = {0, true},
};

bool gv_mem_atomic_is_float(unsigned opcode)
{
    return atomics[opcode].is_float;
}

/* Returns the value with which the loop replaces `old`. Both values are uint. */
static uint32_t next_word(struct gv_spv_ctx *c, const struct gv_mem_op *op, uint32_t old)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t type_bool = gv_spv_type(b, GV_B, 1);
    uint32_t type_float = gv_spv_type(b, GV_F, 1);
    uint32_t one = gv_spv_uint(b, 1, 1);
    uint32_t next, sum, zero;
    switch (op->in->opcode) {
    case TGSI_OPCODE_ATOMFADD:
        sum = gv_spv_op2(b, SpvOpFAdd, type_float, gv_spv_op1(b, SpvOpBitcast, type_float, old),
                         op->value);
        return gv_spv_op1(b, SpvOpBitcast, type, sum);
    case TGSI_OPCODE_ATOMINC_WRAP:
        next = gv_spv_op2(b, SpvOpIAdd, type, old, one);
        zero = gv_spv_uint(b, 0, 1);
        return gv_spv_op3(b, SpvOpSelect, type,
                          gv_spv_op2(b, SpvOpULessThanEqual, type_bool, next, op->value), next,
                          zero);
    default: /* ATOMDEC_WRAP: 0 - 1 wraps to a value above every limit */
        next = gv_spv_op2(b, SpvOpISub, type, old, one);
        return gv_spv_op3(b, SpvOpSelect, type,
                          gv_spv_op2(b, SpvOpULessThan, type_bool, next, op->value), next,
                          op->value);
    }
}

bool gv_mem_atomic_is_loop(unsigned opcode)
{
    return !atomics[opcode].op;
}

/* Converts `id` from the integer type `type` to the integer type `to`. */
static uint32_t as_type(struct gv_spv_ctx *c, uint32_t id, uint32_t type, uint32_t to)
{
    return type == to ? id : gv_spv_op1(&c->b, SpvOpBitcast, to, id);
}

/* Generates a compare-and-exchange loop. `type`, the type to which `pointer` points, is int or
 * uint; op->value is uint or float. */
static uint32_t loop(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t pointer, uint32_t type,
                     uint32_t scope)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type(b, GV_U, 1);
    uint32_t relaxed = gv_spv_uint(b, SpvMemorySemanticsMaskNone, 1);
    uint32_t before = gv_spv_id(b);
    uint32_t header = gv_spv_id(b);
    uint32_t body = gv_spv_id(b);
    uint32_t again = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    uint32_t seen = gv_spv_id(b);
    gv_spv_branch(b, before);
    gv_spv_label(b, before);
    uint32_t first = gv_spv_op3(b, SpvOpAtomicLoad, type, pointer, scope, relaxed);
    gv_spv_branch(b, header);
    gv_spv_label(b, header);
    uint32_t old = gv_spv_op(b, SpvOpPhi, type, (uint32_t[]){first, before, seen, again}, 4);
    gv_spv_stmt(b, SpvOpLoopMerge, (uint32_t[]){merge, again, SpvLoopControlMaskNone}, 3);
    gv_spv_branch(b, body);
    gv_spv_label(b, body);
    uint32_t next = as_type(c, next_word(c, op, as_type(c, old, type, u32)), u32, type);
    gv_spv_stmt(b, SpvOpAtomicCompareExchange,
                (uint32_t[]){type, seen, pointer, scope, relaxed, relaxed, next, old}, 8);
    uint32_t done = gv_spv_op2(b, SpvOpIEqual, gv_spv_type(b, GV_B, 1), seen, old);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){done, merge, again}, 3);
    gv_spv_label(b, again);
    gv_spv_branch(b, header);
    gv_spv_label(b, merge);
    op->block = merge;
    return seen;
}

uint32_t gv_mem_atomic(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t pointer, uint32_t type,
                       SpvScope scope)
{
    struct gv_spv_builder *b = &c->b;
    unsigned opcode = op->in->opcode;
    uint32_t scope_id = gv_spv_uint(b, (uint32_t)scope, 1);
    uint32_t relaxed = gv_spv_uint(b, SpvMemorySemanticsMaskNone, 1);
    if (!atomics[opcode].op)
        return loop(c, op, pointer, type, scope_id);
    if (opcode == TGSI_OPCODE_ATOMCAS)
        return gv_spv_op(b, SpvOpAtomicCompareExchange, type,
                         (uint32_t[]){pointer, scope_id, relaxed, relaxed, op->value, op->compare},
                         6);
    return gv_spv_op(b, (SpvOp)atomics[opcode].op, type,
                     (uint32_t[]){pointer, scope_id, relaxed, op->value}, 4);
}
