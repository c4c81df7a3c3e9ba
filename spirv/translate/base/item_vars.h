/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Variables that exist once for each work item of a thread (work_items.h). */
#ifndef GV_SPV_ITEM_VARS_H
#define GV_SPV_ITEM_VARS_H

#include "spirv/translate/base/context.h"

/* gv_spv_items_type() returns the type of a Function variable that holds a value of the given type
 * for each work item. gv_spv_item_pointer() returns a pointer to the current item's value in such a
 * variable. Without work items, the results are `type` and `var` themselves. */
uint32_t gv_spv_items_type(struct gv_spv_ctx *c, uint32_t type);
uint32_t gv_spv_item_pointer(struct gv_spv_ctx *c, uint32_t var, uint32_t type);

#endif
