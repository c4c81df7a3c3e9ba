/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a texel in memory means, written from the formats' definitions and not from the driver's
 * tables: what a shader must read there, and what memory may hold to be read at all. */
#ifndef PIPE_TEXEL_H
#define PIPE_TEXEL_H

#include "pipe_fixture.h"

/* Whether texel_decode() knows the format. */
bool texel_known(enum pipe_format format);

/* Red, green, blue, alpha of the texel (x, y) of a block as a shader reads them; linear where the
 * format is sRGB. Depth comes in red, stencil in green. */
void texel_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                  double out_rgba[4]);

/* The same of one block of a compressed format. */
void texel_decode_block(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                        double out_rgba[4]);

/* How far from that a device may be in a component, for a value of this size. */
double texel_tolerance(enum pipe_format format, unsigned component, double value);

/* Turns noise into blocks that mean something on every device: no infinities, depth between 0 and
 * 1, of compressed formats the modes that texel_decode_block() knows. */
void texel_tame(enum pipe_format format, uint8_t *data, size_t size_B);
void texel_tame_block(enum pipe_format format, uint8_t *block);

double texel_from_srgb(double value);
double texel_to_srgb(double value);
/* exponent bits of 5, no sign */
double texel_small_float(uint32_t bits, unsigned mantissa_bits);

#endif
