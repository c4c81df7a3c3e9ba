/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reading the previous contents of a render target. */
#ifndef GV_SPV_FB_FETCH_H
#define GV_SPV_FB_FETCH_H

#include "spirv/translate/base/context.h"

/* Returns the previous colour of a target as the shader would have written it: a uvec4 for integer
 * targets, a vec4 for other targets. If the key's fb_fetch is NONE, records a diagnostic and
 * returns zeros. */
uint32_t gv_spv_fetch_target(struct gv_spv_ctx *c, unsigned color);

#endif
