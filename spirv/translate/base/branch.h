/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conditions of branches, as devices may know them. */
#ifndef GV_SPV_BRANCH_H
#define GV_SPV_BRANCH_H

#include "spirv/translate/base/context.h"

/* A bool that is false, which no device can know. */
uint32_t gv_spv_never(struct gv_spv_ctx *c);
/* The bool cond as a branch may have it: see key.opaque_branches. */
uint32_t gv_spv_branch_condition(struct gv_spv_ctx *c, uint32_t cond);

#endif
