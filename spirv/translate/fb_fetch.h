/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a target held before this fragment. */
#ifndef GV_SPV_FB_FETCH_H
#define GV_SPV_FB_FETCH_H

#include "spirv/translate/context.h"

/* Of a target of floats, as the shader would have written it, as vec4; zeros with a diagnostic
 * where the key names no way. */
uint32_t gv_spv_fetch_target(struct gv_spv_ctx *c, unsigned color);

#endif
