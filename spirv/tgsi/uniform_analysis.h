/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uniform analysis: which branches depend on constants alone, and which are divergent. */
#ifndef GV_TGSI_UNIFORM_ANALYSIS_H
#define GV_TGSI_UNIFORM_ANALYSIS_H

#include "spirv/tgsi/tgsi.h"

/* What the condition of a branch depends on: a mask of galvan_tgsi_info.inlinable_uniforms and
 * nothing else, or one of the other two. */
enum gv_tgsi_branch {
    GV_TGSI_BRANCH_INLINABLE = (1 << GALVAN_MAX_INLINABLE_UNIFORMS) - 1, /* the mask's bits */
    GV_TGSI_BRANCH_UNKNOWN = 1 << 6,   /* perhaps on other constants; also: not analysed */
    GV_TGSI_BRANCH_DIVERGENT = 1 << 7, /* on an input or a texel, or there are no constants */
};

/* Fills scan.branch_source and info.inlinable_uniforms of a scanned shader; false when memory ran
 * out. */
bool gv_tgsi_analyze_uniforms(struct galvan_tgsi *tgsi);

/* Of the branch at the instruction with this number. */
unsigned gv_tgsi_branch_source(const struct galvan_tgsi *tgsi, uint32_t insn);

#endif
