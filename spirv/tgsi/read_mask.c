/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/read_mask.h"

#include "spirv/tgsi/opcode.h"

bool gv_tgsi_narrows(unsigned opcode)
{
    switch (opcode) {
    case TGSI_OPCODE_D2F:
    case TGSI_OPCODE_D2I:
    case TGSI_OPCODE_D2U:
    case TGSI_OPCODE_I642F:
    case TGSI_OPCODE_U642F:
        return true;
    default:
        return false;
    }
}

/* Returns the number of lanes. An instruction that writes only one lane, lane 0 or lane 1, has its
 * operands in lane 0 of the swizzled sources: the virgl driver moves the operands to lane 0, and
 * other producers repeat the pair in the swizzle. */
unsigned gv_tgsi_wide_lanes(const struct gv_tgsi_insn *in)
{
    unsigned mask = in->dst[0].mask;
    if (in->opcode == TGSI_OPCODE_DFRACEXP)
        return 1;
    if (gv_tgsi_narrows(in->opcode))
        return __builtin_popcount(mask) > 1 ? 2 : 1;
    return (mask & 0x3) && (mask & 0xc) ? 2 : 1;
}

unsigned gv_tgsi_read_mask(const struct gv_tgsi_insn *in, unsigned s)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    unsigned positions = op->mode == GV_TGSI_MODE_COMPONENT && in->num_dst ? in->dst[0].mask : 0xf;
    unsigned mask = 0;
    if (op->family == GV_TGSI_DOUBLE || op->family == GV_TGSI_INT64)
        positions = gv_tgsi_wide_lanes(in) == 2 ? 0xf : 0x3;
    for (unsigned i = 0; i < 4; i++) {
        if (positions >> i & 1)
            mask |= 1u << in->src[s].swizzle[i];
    }
    return mask;
}
