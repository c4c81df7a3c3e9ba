/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The control flow of the main program. */
#ifndef GV_SPV_CONTROL_FLOW_H
#define GV_SPV_CONTROL_FLOW_H

#include "spirv/translate/base/context.h"

/* Opens the construct of the main program, if it needs one. Called before the first instruction. */
void gv_spv_begin_main(struct gv_spv_ctx *c);

#endif
