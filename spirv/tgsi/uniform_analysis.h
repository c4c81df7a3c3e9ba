/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What decides the branches of a shader: constants alone, or what differs between invocations. */
#ifndef GV_SPV_DECIDE_H
#define GV_SPV_DECIDE_H

#include "spirv/tgsi/tgsi.h"

/* What decides the branch at an instruction: bits of galvan_tgsi_info.branch_words, or one of
 * these. */
enum gv_tgsi_decided {
    GV_TGSI_DECIDED_WORDS = (1 << GALVAN_MAX_BRANCH_WORDS) - 1,
    GV_TGSI_DECIDED_UNSURE = 1 << 6, /* by other constants perhaps; all that was not looked at */
    GV_TGSI_DECIDED_VARIES = 1 << 7, /* by an input or a texel, whatever constants do */
};

/* Fills scan.decided and info.branch_words of a scanned shader; false when memory ran out. */
bool gv_tgsi_scan_branches(struct galvan_tgsi *tgsi);

/* Of the instruction with this number. */
unsigned gv_tgsi_decided(const struct galvan_tgsi *tgsi, uint32_t insn);

#endif
