/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* System values of subgroups. */
#ifndef GV_SPV_SUBGROUP_H
#define GV_SPV_SUBGROUP_H

#include "spirv/translate/base/context.h"

/* Fills the components of a SUBGROUP_* system value. Returns false for any other semantic. */
bool gv_spv_subgroup_value(struct gv_spv_ctx *c, unsigned semantic, struct gv_val out_vals[4]);

#endif
