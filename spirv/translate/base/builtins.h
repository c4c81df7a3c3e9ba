/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Variables of built-ins. */
#ifndef GV_SPV_BUILTINS_H
#define GV_SPV_BUILTINS_H

#include "spirv/translate/base/context.h"

/* Returns the Input variable of a built-in. Integers are Flat in stages whose inputs are
 * interpolated. */
uint32_t gv_spv_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type);
/* Returns an Output variable of a built-in. */
uint32_t gv_spv_builtin_output(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type);

/* Returns the value of a built-in that is a uint scalar. */
uint32_t gv_spv_load_uint(struct gv_spv_ctx *c, SpvBuiltIn builtin);

/* Whether the device has PointSize in vertex shaders only. Lowered stages store point sizes in
 * memory. */
static inline bool gv_spv_lacks_point_size(const struct galvan_spirv_key *key)
{
    return key->device.no_point_size && !key->vertex.lowered;
}

/* Returns the layer of a fragment; 0 if the device lacks layers. */
uint32_t gv_spv_load_layer(struct gv_spv_ctx *c);
/* Returns FrontFacing as a bool. */
uint32_t gv_spv_front_facing(struct gv_spv_ctx *c);
/* Returns the index of this invocation in its patch, which is also the index of its output vertex.
 * Must be called before any instruction is translated. */
uint32_t gv_spv_invocation(struct gv_spv_ctx *c);

#endif
