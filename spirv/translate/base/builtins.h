/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Variables of built-ins. */
#ifndef GV_SPV_BUILTINS_H
#define GV_SPV_BUILTINS_H

#include "spirv/translate/base/context.h"

/* The Input variable of a built-in; flat where inputs are interpolated and it is an integer. */
uint32_t gv_spv_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type);
/* An Output variable of a built-in. */
uint32_t gv_spv_builtin_output(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type);

/* The value of one that is a uint scalar. */
uint32_t gv_spv_load_uint(struct gv_spv_ctx *c, SpvBuiltIn builtin);

/* The layer of a fragment; 0 where the device has none. */
uint32_t gv_spv_load_layer(struct gv_spv_ctx *c);
/* FrontFacing as bool. */
uint32_t gv_spv_front_facing(struct gv_spv_ctx *c);
/* The number of this invocation in its patch, which is that of its vertex. First called before any
 * instruction. */
uint32_t gv_spv_invocation(struct gv_spv_ctx *c);

#endif
