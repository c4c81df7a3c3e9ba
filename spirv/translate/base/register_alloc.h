/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Register allocation, before code is made. */
#ifndef GV_SPV_REGISTER_ALLOC_H
#define GV_SPV_REGISTER_ALLOC_H

#include "spirv/translate/base/context.h"

/* Finds which registers live in SSA values alone, which need variables, and which are part of an
 * array; false when memory ran out. */
bool gv_spv_allocate_registers(struct gv_spv_ctx *c);

#endif
