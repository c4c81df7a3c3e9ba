/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blocks with more threads than the device's may have (key.max_threads): fewer threads run them,
 * each thread of the block being a work item. A region (regions.h) becomes a loop over the items of
 * a thread, and registers that live across regions become arrays of one element for each item.
 * Barriers and uniform control flow stand outside of those loops. */
#ifndef GV_SPV_WORK_ITEMS_H
#define GV_SPV_WORK_ITEMS_H

#include "spirv/translate/base/context.h"

/* Before registers are allocated, of a stage that has blocks: decides, and finds the regions. */
void gv_spv_plan_items(struct gv_spv_ctx *c, const uint32_t block[3]);
/* Before the first region. */
void gv_spv_begin_items(struct gv_spv_ctx *c);

/* Whether the present instruction stands between regions. */
bool gv_spv_between_regions(const struct gv_spv_ctx *c);
/* Before the code of each instruction: begins or ends a region where it has to. */
void gv_spv_follow_regions(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
/* Does nothing where no region is open. */
void gv_spv_end_region(struct gv_spv_ctx *c);
/* Ends the region that has computed the bool cond for uniform control flow; the bool id that its
 * items have agreed upon. */
uint32_t gv_spv_uniform_condition(struct gv_spv_ctx *c, uint32_t cond);

#endif
