/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs workgroups that are larger than the device's limit (key.device.max_threads) with fewer
 * threads. Each thread of the shader's workgroup becomes a work item. A region (regions.h) becomes
 * a loop over the work items of a thread, and registers that live across regions become arrays with
 * an element for each item. Barriers and uniform control flow remain outside of these loops. */
#ifndef GV_SPV_WORK_ITEMS_H
#define GV_SPV_WORK_ITEMS_H

#include "spirv/translate/base/context.h"

/* Decides whether work items are needed, and finds the regions. Stages with workgroups call this
 * function before register allocation. */
void gv_spv_plan_items(struct gv_spv_ctx *c, const uint32_t block[3]);
/* Creates the variables of work items. Called before the first region. */
void gv_spv_begin_items(struct gv_spv_ctx *c);

/* Whether the current instruction lies between two regions. */
bool gv_spv_between_regions(const struct gv_spv_ctx *c);
/* Begins or ends a region if the instruction requires it. Called before each instruction is
 * translated. */
void gv_spv_follow_regions(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
/* Ends the open region, if there is one. */
void gv_spv_end_region(struct gv_spv_ctx *c);
/* Ends the region that has computed `cond`, a bool id, for uniform control flow. Returns a bool id
 * with the condition, on which all items agree. */
uint32_t gv_spv_uniform_condition(struct gv_spv_ctx *c, uint32_t cond);

#endif
