/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Branch conditions, and how to hide from drivers that a condition depends on constants alone. */
#ifndef GV_SPV_BRANCH_H
#define GV_SPV_BRANCH_H

#include "spirv/translate/base/context.h"

/* A bool that is false at run time, which no compiler can predict. */
uint32_t gv_spv_never(struct gv_spv_ctx *c);
/* The condition to branch on for the bool cond: cond itself, or one that hides its constants
 * (key.device.opaque_branches). */
uint32_t gv_spv_branch_condition(struct gv_spv_ctx *c, uint32_t cond);

#endif
