/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Values that tests write to textures of many formats, and the values that must be read back. */
#ifndef PIPE_VALUES_H
#define PIPE_VALUES_H

#include "pipe_dots.h"

/* Number of complaints about wrong formats. A format is reported once for each way in which the
 * test writes it. If the number is not 0, the test fails at its end. */
extern unsigned values_num_wrong;

bool values_is_zs(enum pipe_format format);

/* Returns the format of the resource for a format that only views have (X24S8_UINT); returns any
 * other format unchanged. */
enum pipe_format values_stored_format(enum pipe_format format);

/* values_type() returns the return type of lookups, numbered as in pipe_dots.h; the other two
 * functions convert components of that type. */
unsigned values_type(enum pipe_format format);
double values_from_word(uint32_t word, unsigned type);
uint32_t values_to_word(double value, unsigned type);

/* values_decode() decodes a texel to its value in the API. Red contains the depth of a depth
 * format, or the stencil of a stencil format. */
void values_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                   double out_rgba[4]);
bool values_expect_texel(enum pipe_format format, const char *what, unsigned i,
                         const double expected[4], const dots_value words);

/* Stores different values for `num` pixels. If `halves` is set, no value is above 0.5, so that two
 * values can be added. */
void values_fill(enum pipe_format format, unsigned num, bool halves, double (*out)[4],
                 dots_value *out_words);
/* Compares `actual` with the value that the format must store if `written` was written and rounded
 * `num_roundings` times. */
bool values_expect_stored(enum pipe_format format, const char *what, unsigned i,
                          unsigned num_roundings, const double written[4], const double actual[4]);

#endif
