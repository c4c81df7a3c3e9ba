/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions that compute with 64-bit values as pairs of dwords, for devices that lack 64-bit types.
 * The functions are written in library/wide.glsl; a module contains the functions that it calls. */
#ifndef GV_SPV_WIDE_FUNCTIONS_H
#define GV_SPV_WIDE_FUNCTIONS_H

#include "spirv/translate/opcodes/wide_types.h"

/* Calls a function with one operand. The types are those of struct gv_wide_op: values of GV_D and
 * GV_L have the type gv_spv_wide_type(); a value of GV_F is a float, whose bits are passed to the
 * function. */
uint32_t gv_spv_wide_call1(struct gv_spv_ctx *c, const char *name, unsigned result,
                           unsigned operand, uint32_t x);

/* Computes one lane of an operation by the operation's function; `x` has an id for each source. */
uint32_t gv_spv_wide_function(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                              const struct gv_wide_op *op, const uint32_t *x);

#endif
