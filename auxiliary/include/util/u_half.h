/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Floats of 16 bits, as IEEE 754 has them. */
#ifndef UTIL_U_HALF_H
#define UTIL_U_HALF_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The nearest; ties go to the even one, what is too large to infinity. A NaN stays one. */
PUBLIC uint16_t util_float_to_half(float f);
/* Exact. */
PUBLIC float util_half_to_float(uint16_t half);

#ifdef __cplusplus
}
#endif
#endif
