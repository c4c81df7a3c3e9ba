/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Computes on the CPU, bit for bit, the result of each 64-bit opcode on devices without 64-bit
 * types, and generates operands that reveal errors. */
#ifndef TESTS_SPIRV_WIDE_REFERENCE_H
#define TESTS_SPIRV_WIDE_REFERENCE_H

#include <stdint.h>

#include "arith.h"

enum {
    WIDE_MAX_OPERANDS = 3
};

struct wide_op {
    unsigned opcode;
    char in;      /* type of all operands except shift counts: f, i, d or l as in struct arith_op */
    char out;     /* type of the result: f, d, l, or i for any 32-bit value */
    unsigned num; /* number of operands */
    bool has_count; /* the second operand is a 32-bit shift count */
    bool second;    /* the result is in the second destination */
    union arith_value (*reckon)(const union arith_value *x);
};

extern const struct wide_op wide_ops[];
extern const size_t wide_num_ops;

/* Returns whether `got` is right. If `want` is a NaN, any NaN is right. */
bool wide_is_right(const struct wide_op *op, union arith_value want, union arith_value got);

/* Stores in `out` the operands at index `number` of an endless sequence, which begins with all
 * pairs of special values. */
void wide_operands(const struct wide_op *op, uint64_t number,
                   union arith_value out[WIDE_MAX_OPERANDS]);

#endif
