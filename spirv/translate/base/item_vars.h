/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Variables of which each work item of a thread (work_items.h) has its own. */
#ifndef GV_SPV_ITEM_VARS_H
#define GV_SPV_ITEM_VARS_H

#include "spirv/translate/base/context.h"

/* The type of a Function variable for a value of this type in each item, and the pointer to the one
 * of the present item. Where there are no items, type and variable themselves. */
uint32_t gv_spv_items_type(struct gv_spv_ctx *c, uint32_t type);
uint32_t gv_spv_item_pointer(struct gv_spv_ctx *c, uint32_t var, uint32_t type);

#endif
