/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Numbers in case files: parses inputs of a shader, and compares its outputs with the expected
 * ones.
 */
#ifndef TESTS_SPIRV_VALUES_H
#define TESTS_SPIRV_VALUES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VALUE_UNCHANGED = 0x0badc1ea, /* the value of "kept" */
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

/* The allowed error of a float. */
struct tolerance {
    uint64_t ulp;
    double within;
};

/* Parses the numbers of a line. Returns their count, or -1 if a number cannot be parsed or if there
 * are more than `max`. */
int values_parse(char *line, struct value *out_values, int max);

/* Parses a float, or an integer without a sign. */
bool value_number(const char *word, double *out_number);

/* Returns whether the value->num_words dwords at `words` equal *value, within the tolerance. */
bool value_matches(const struct value *value, const uint32_t *words,
                   const struct tolerance *tolerance);

/* Formats a value for messages. */
void value_print(const struct value *value, char *out_text, unsigned size_B);

#endif
