/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uniform analysis: which branches depend on constants alone, and which are divergent. */
#ifndef GV_TGSI_UNIFORM_ANALYSIS_H
#define GV_TGSI_UNIFORM_ANALYSIS_H

#include "spirv/tgsi/tgsi.h"

/* The values on which a branch condition depends: a mask of galvan_tgsi_info.inlinable_uniforms, if
 * the condition depends only on these uniforms, or one of the other two enumerators. */
enum gv_tgsi_branch {
    GV_TGSI_BRANCH_INLINABLE = (1 << GALVAN_MAX_INLINABLE_UNIFORMS) - 1, /* bits of the mask */
    GV_TGSI_BRANCH_UNKNOWN = 1 << 6,   /* may depend on other constants, or was not analysed */
    GV_TGSI_BRANCH_DIVERGENT = 1 << 7, /* depends on an input or a texel, or there are no
                                          constants */
};

/* Fills scan.branch_source and info.inlinable_uniforms of a scanned shader. Returns false if memory
 * runs out. */
bool gv_tgsi_analyze_uniforms(struct galvan_tgsi *tgsi);

/* Returns the enum gv_tgsi_branch of the instruction with the number `insn`. */
unsigned gv_tgsi_branch_source(const struct galvan_tgsi *tgsi, uint32_t insn);

#endif
