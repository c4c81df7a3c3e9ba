/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Numbers in case files: inputs of a shader, and comparison of its outputs with the expected ones.
 */
#ifndef TESTS_SPIRV_VALUES_H
#define TESTS_SPIRV_VALUES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VALUE_UNCHANGED = 0x0badc1ea, /* what "kept" stands for */
};

struct value {
    enum {
        VALUE_BITS,
        VALUE_ANY,
        VALUE_FLOAT,
        VALUE_DOUBLE,
    } kind;
    unsigned num_words; /* 1 or 2 */
    uint64_t bits;
};

/* How far a float may be off. */
struct tolerance {
    uint64_t ulp;
    double within;
};

/* Reads the numbers of a line, at most max; -1 if one cannot be read. */
int values_parse(char *line, struct value *out_values, int max);

/* A float or an integer without a sign. */
bool value_number(const char *word, double *out_number);

/* Whether words (value->num_words of them) are the value. */
bool value_matches(const struct value *value, const uint32_t *words,
                   const struct tolerance *tolerance);

/* For messages. */
void value_print(const struct value *value, char *out_text, unsigned size_B);

#endif
