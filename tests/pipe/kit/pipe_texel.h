/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The meaning of a texel in memory, implemented from the definitions of the formats and not from
 * the driver's tables. Computes the values that a shader must read, and generates memory contents
 * that have a defined value. */
#ifndef PIPE_TEXEL_H
#define PIPE_TEXEL_H

#include "pipe_fixture.h"

/* Returns whether texel_decode() supports the format. */
bool texel_known(enum pipe_format format);

/* Computes red, green, blue and alpha that a shader reads from texel (x, y) of a block; sRGB values
 * become linear. Depth is returned in red, stencil in green. */
void texel_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                  double out_rgba[4]);

/* Like texel_decode(), for one block of a compressed format. */
void texel_decode_block(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4]);

/* Returns the largest error that a device may make in a component with this value. */
double texel_tolerance(enum pipe_format format, unsigned component, double value);

/* Turn noise into blocks that have a defined value on every device: no infinities, depth between 0
 * and 1. Compressed blocks get a mode that texel_decode_block() supports. */
void texel_tame(enum pipe_format format, uint8_t *data, size_t size_B);
void texel_tame_block(enum pipe_format format, uint8_t *block);

double texel_from_srgb(double value);
double texel_to_srgb(double value);
/* Decodes an unsigned float: the low `mantissa_bits` are the mantissa, the 5 bits above are the
 * exponent. */
double texel_small_float(uint32_t bits, unsigned mantissa_bits);

#endif
