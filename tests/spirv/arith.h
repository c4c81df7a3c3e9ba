/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Every arithmetic opcode as data: its operands, its result, and the freedom that TGSI, GL and
 * Vulkan leave a device. */
#ifndef TESTS_SPIRV_ARITH_H
#define TESTS_SPIRV_ARITH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ARITH_MAX_OPERANDS = 4,
};

/* A value in every reading of its bits. */
union arith_value {
    float f;
    int32_t i;
    uint32_t u;
    double d;
    int64_t s;
    uint64_t l;
};

/* The result of a lane. For floats and doubles: the number before rounding, and its error bound
 * beside the rounding. For all other types: the bits. */
struct arith_want {
    double number;
    double slack;
    uint64_t bits;
    bool any; /* undefined for these operands */
};

enum {
    ARITH_DENORMS = 1, /* those may be zeros, as operands and as results */
    ARITH_ZERO = 2,    /* of either sign */
    ARITH_NAN = 4,     /* as an operand makes the result anything */
};

typedef struct arith_want (*arith_fn)(const union arith_value *x);
typedef void (*arith_vector_fn)(union arith_value x[ARITH_MAX_OPERANDS][4],
                                struct arith_want out[4]);

struct arith_op {
    unsigned opcode;
    /* One letter for each operand: f float, i 32-bit integer, d double, l 64-bit integer, c 32-bit
     * shift count of a 64-bit opcode. */
    const char *in;
    char out;
    arith_fn lane;          /* of each component, or of each pair of 64 bits */
    arith_vector_fn vector; /* of the whole register, if lane is NULL */
    unsigned freedom;
    double ulp; /* beside the rounding */
};

/* How the operands stand in the instruction. */
enum arith_form {
    ARITH_PLAIN,
    ARITH_SATURATED,
    ARITH_NEGATED,
    ARITH_ABSOLUTE,
    ARITH_IMMEDIATE, /* all but the first */
    ARITH_NUM_FORMS,
};

extern const struct arith_op arith_floats[], arith_words[], arith_wides[];
extern const size_t arith_num_floats, arith_num_words, arith_num_wides;

/* Whether a row is about 64 bits: a register holds two. */
bool arith_is_wide(const struct arith_op *op);

/* Whether the row allows this result for these operands. */
bool arith_allows(const struct arith_op *op, enum arith_form form,
                  union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane, union arith_value got,
                  struct arith_want *out_want);

#endif
