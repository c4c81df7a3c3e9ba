/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The meaning of a texel in memory, written from the definitions of the formats and not from the
 * driver's tables: the values that a shader must read, and memory contents that have a defined
 * value. */
#ifndef PIPE_TEXEL_H
#define PIPE_TEXEL_H

#include "pipe_fixture.h"

/* Whether texel_decode() knows the format. */
bool texel_known(enum pipe_format format);

/* Red, green, blue, alpha of the texel (x, y) of a block as a shader reads them; linear if the
 * format is sRGB. Depth is in red, stencil in green. */
void texel_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                  double out_rgba[4]);

/* As texel_decode(), for a texel of one block of a compressed format. */
void texel_decode_block(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4]);

/* The error that a device may make in a component with a value of this size. */
double texel_tolerance(enum pipe_format format, unsigned component, double value);

/* Turns noise into blocks that have a defined value on every device: no infinities, depth between 0
 * and 1, and of compressed formats the modes that texel_decode_block() knows. */
void texel_tame(enum pipe_format format, uint8_t *data, size_t size_B);
void texel_tame_block(enum pipe_format format, uint8_t *block);

double texel_from_srgb(double value);
double texel_to_srgb(double value);
/* mantissa_bits of mantissa below 5 bits of exponent, no sign */
double texel_small_float(uint32_t bits, unsigned mantissa_bits);

#endif
