/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Discarding a fragment. */
#ifndef GV_SPV_DISCARD_H
#define GV_SPV_DISCARD_H

#include "spirv/translate/base/context.h"

/* Ends or demotes the invocation: always if `cond` is 0, otherwise only if the bool id `cond` is
 * true. */
void gv_spv_discard(struct gv_spv_ctx *c, uint32_t cond);

#endif
