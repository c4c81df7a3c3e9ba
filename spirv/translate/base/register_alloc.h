/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Register allocation, which runs before any code is generated. */
#ifndef GV_SPV_REGISTER_ALLOC_H
#define GV_SPV_REGISTER_ALLOC_H

#include "spirv/translate/base/context.h"

/* Decides which registers are SSA values only, which registers need variables, and which registers
 * belong to an array. Returns false if memory runs out. */
bool gv_spv_allocate_registers(struct gv_spv_ctx *c);

#endif
