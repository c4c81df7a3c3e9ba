/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The components of its source operands that an instruction reads. Opcodes on 64-bit values read
 * pairs of components, low dword first: lane 0 is (x, y), lane 1 is (z, w). */
#ifndef GV_TGSI_READ_MASK_H
#define GV_TGSI_READ_MASK_H

#include "spirv/tgsi/token.h"

/* Returns the register components that source s may read, as a mask. */
unsigned gv_tgsi_read_mask(const struct gv_tgsi_insn *in, unsigned s);

/* For an opcode on 64-bit values: the number of lanes that it computes, 1 or 2; and whether its
 * results have 32 bits, so that each lane writes one component. */
unsigned gv_tgsi_wide_lanes(const struct gv_tgsi_insn *in);
bool gv_tgsi_narrows(unsigned opcode);

#endif
