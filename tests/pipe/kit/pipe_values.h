/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Values that tests write to formats: which values to write, and which ones must be read back. */
#ifndef PIPE_VALUES_H
#define PIPE_VALUES_H

#include "pipe_dots.h"

/* Counts the reports: each wrong format is reported once for each way. The test fails at its end if
 * there are any. */
extern unsigned values_num_wrong;

bool values_is_zs(enum pipe_format format);

/* The format of a name that only views have (X24S8_UINT); any other name itself. */
enum pipe_format values_stored_format(enum pipe_format format);

/* values_type() is the return type of lookups, as in pipe_dots.h; the other two convert components
 * of that type. */
unsigned values_type(enum pipe_format format);
double values_from_word(uint32_t word, unsigned type);
uint32_t values_to_word(double value, unsigned type);

/* The API's value of a texel; of a depth format its depth, else its stencil, in red. */
void values_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                   double out_rgba[4]);
bool values_expect_texel(enum pipe_format format, const char *what, unsigned i,
                         const double expected[4], const dots_value words);

/* Different values for num pixels; halves: not above 0.5, so that two can be added. */
void values_fill(enum pipe_format format, unsigned num, bool halves, double (*out)[4],
                 dots_value *out_words);
/* Compares actual with what the format must make of written after num_roundings roundings. */
bool values_expect_stored(enum pipe_format format, const char *what, unsigned i,
                          unsigned num_roundings, const double written[4], const double actual[4]);

#endif
