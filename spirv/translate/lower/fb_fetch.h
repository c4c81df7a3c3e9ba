/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a target held before this fragment. */
#ifndef GV_SPV_FB_FETCH_H
#define GV_SPV_FB_FETCH_H

#include "spirv/translate/base/context.h"

/* The colour of a target as vec4 or, of integers, uvec4, as the shader would have written it.
 * Zeros, with a diagnostic, where the key names no way to read targets. */
uint32_t gv_spv_fetch_target(struct gv_spv_ctx *c, unsigned color);

#endif
