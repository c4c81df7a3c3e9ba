/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The result of each 64-bit opcode on devices without 64-bit types, bit by bit, as the processor
 * computes it; and operands that make the results differ. */
#ifndef TESTS_SPIRV_WIDE_REFERENCE_H
#define TESTS_SPIRV_WIDE_REFERENCE_H

#include <stdint.h>

#include "arith.h"

enum {
    WIDE_MAX_OPERANDS = 3
};

struct wide_op {
    unsigned opcode;
    char in;        /* the type of the operands, except of shift counts: f, i, d, l as in struct
                       arith_op */
    char out;       /* f, d, l; i: any word */
    unsigned num;   /* of operands */
    bool has_count; /* the second operand is a word */
    bool second;    /* the result is that of the second destination */
    union arith_value (*reckon)(const union arith_value *x);
};

extern const struct wide_op wide_ops[];
extern const size_t wide_num_ops;

/* Whether the result is right; any NaN is one. */
bool wide_is_right(const struct wide_op *op, union arith_value want, union arith_value got);

/* The operands at an index of an endless sequence that begins with all pairs of special values. */
void wide_operands(const struct wide_op *op, uint64_t number,
                   union arith_value out[WIDE_MAX_OPERANDS]);

#endif
