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

/* A value that can be read as each type. */
union arith_value {
    float f;
    int32_t i;
    uint32_t u;
    double d;
    int64_t s;
    uint64_t l;
};

/* The result of a lane. For floats and doubles: the number before rounding, and the allowed error
 * in addition to rounding. For all other types: the bits. */
struct arith_want {
    double number;
    double slack;
    uint64_t bits;
    bool any; /* the result is undefined for these operands */
};

enum {
    ARITH_DENORMS = 1, /* denormal operands and results may be flushed to zero */
    ARITH_ZERO = 2,    /* a zero may have either sign */
    ARITH_NAN = 4,     /* if an operand is a NaN, the result may be any value */
};

typedef struct arith_want (*arith_fn)(const union arith_value *x);
typedef void (*arith_vector_fn)(union arith_value x[ARITH_MAX_OPERANDS][4],
                                struct arith_want out[4]);

struct arith_op {
    unsigned opcode;
    /* `in` has one letter for each operand: f float, i 32-bit integer, d double, l 64-bit integer,
     * c 32-bit shift count of a 64-bit opcode. `out` is the letter of the result. */
    const char *in;
    char out;
    arith_fn lane;          /* computes each component, or each 64-bit lane */
    arith_vector_fn vector; /* computes the whole register; used if lane is NULL */
    unsigned freedom;
    double ulp; /* allowed error in addition to rounding */
};

/* The form of the operands in the instruction. */
enum arith_form {
    ARITH_PLAIN,
    ARITH_SATURATED,
    ARITH_NEGATED,
    ARITH_ABSOLUTE,
    ARITH_IMMEDIATE, /* all operands but the first are immediates */
    ARITH_NUM_FORMS,
};

extern const struct arith_op arith_floats[], arith_words[], arith_wides[];
extern const size_t arith_num_floats, arith_num_words, arith_num_wides;

/* Returns whether an opcode has 64-bit values, of which a register holds two. */
bool arith_is_wide(const struct arith_op *op);

/* Returns whether the row allows the result `got` for these operands. */
bool arith_allows(const struct arith_op *op, enum arith_form form,
                  union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane, union arith_value got,
                  struct arith_want *out_want);

#endif
