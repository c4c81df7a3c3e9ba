/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers that the translator itself inserts. */
#ifndef GV_SPV_BARRIER_H
#define GV_SPV_BARRIER_H

#include "spirv/translate/base/context.h"

void gv_spv_execution_barrier(struct gv_spv_ctx *c);

#endif
