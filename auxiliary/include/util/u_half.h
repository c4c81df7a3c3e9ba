/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 16-bit floats of IEEE 754. */
#ifndef UTIL_U_HALF_H
#define UTIL_U_HALF_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rounds to the nearest value, ties to even; values that are too large become infinity. NaN remains
 * NaN. */
PUBLIC uint16_t util_float_to_half(float f);
/* Converts a half float exactly. */
PUBLIC float util_half_to_float(uint16_t half);

#ifdef __cplusplus
}
#endif
#endif
