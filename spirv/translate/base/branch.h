/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Branch conditions, and a way to hide from drivers that a condition depends on constants alone. */
#ifndef GV_SPV_BRANCH_H
#define GV_SPV_BRANCH_H

#include "spirv/translate/base/context.h"

/* Returns a bool that is always false at run time, which no compiler can know in advance. */
uint32_t gv_spv_never(struct gv_spv_ctx *c);
/* Returns the condition to use for a branch on the bool `cond`: either `cond` itself or, with
 * key.device.opaque_branches, an equal condition that hides from the driver that `cond` depends on
 * constants alone. */
uint32_t gv_spv_branch_condition(struct gv_spv_ctx *c, uint32_t cond);

#endif
