/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Discarding a fragment. */
#ifndef GV_SPV_DISCARD_H
#define GV_SPV_DISCARD_H

#include "spirv/translate/base/context.h"

/* Ends or demotes the fragment if the bool id `cond` is true; if `cond` is 0, always. */
void gv_spv_discard(struct gv_spv_ctx *c, uint32_t cond);

#endif
