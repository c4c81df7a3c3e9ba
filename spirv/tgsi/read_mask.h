/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The components of source operands that an instruction reads. Opcodes on 64-bit values read pairs
 * of components, low dword first: lane 0 is (x, y), lane 1 is (z, w). */
#ifndef GV_TGSI_READ_MASK_H
#define GV_TGSI_READ_MASK_H

#include "spirv/tgsi/token.h"

/* Returns the register components that source `s` may read, as a mask. */
unsigned gv_tgsi_read_mask(const struct gv_tgsi_insn *in, unsigned s);

/* gv_tgsi_wide_lanes() returns the number of lanes, 1 or 2, that an opcode on 64-bit values
 * computes. gv_tgsi_narrows() returns whether the results of an opcode have 32 bits, so that each
 * lane writes one component. */
unsigned gv_tgsi_wide_lanes(const struct gv_tgsi_insn *in);
bool gv_tgsi_narrows(unsigned opcode);

#endif
