/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that the driver provides: constant buffers, push constants and the driver block. */
#ifndef GV_SPV_UNIFORM_BLOCKS_H
#define GV_SPV_UNIFORM_BLOCKS_H

#include "spirv/translate/base/context.h"

/* Returns the vec4 CONST[buffer][index] as float. */
uint32_t gv_spv_const_load(struct gv_spv_ctx *c, unsigned buffer, unsigned index);
/* Returns a component of CONST[buffer][index]; `index` and `comp` are ids. */
uint32_t gv_spv_const_component(struct gv_spv_ctx *c, unsigned buffer, uint32_t index,
                                uint32_t comp);
/* Reads an operand of CONST with an indirect index. */
uint32_t gv_spv_const_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg);

/* Returns the member of struct galvan_push_block at a byte offset. */
uint32_t gv_spv_push(struct gv_spv_ctx *c, unsigned offset_B, unsigned type);

/* ---- struct galvan_driver_block -------------------------------------------------------------- */

/* Returns clip plane `i`, as vec4. */
uint32_t gv_spv_clip_plane(struct gv_spv_ctx *c, unsigned i);
/* Returns the stipple word of a row; `row` is a uint id. */
uint32_t gv_spv_stipple_row(struct gv_spv_ctx *c, uint32_t row);
/* Returns window rectangle `i`, as uvec4; index 8 is window_include. */
uint32_t gv_spv_window_rect(struct gv_spv_ctx *c, unsigned i);
/* Returns the default levels of set_tess_state, as vec4. */
uint32_t gv_spv_default_levels(struct gv_spv_ctx *c, bool outer);
/* Returns one half (0 or 1) of a struct galvan_pulled_input, as uvec4. */
uint32_t gv_spv_pulled_input(struct gv_spv_ctx *c, unsigned location, unsigned half);
/* Returns the border colour of a unit, as uvec4. */
uint32_t gv_spv_border_color(struct gv_spv_ctx *c, unsigned unit);
/* Return further members, as vec4 unless a comment gives another type. */
uint32_t gv_spv_driver_window(struct gv_spv_ctx *c);
uint32_t gv_spv_driver_line(struct gv_spv_ctx *c);
uint32_t gv_spv_driver_guard(struct gv_spv_ctx *c);
uint32_t gv_spv_driver_tasks(struct gv_spv_ctx *c);   /* uvec4 */
uint32_t gv_spv_driver_spilled(struct gv_spv_ctx *c); /* uvec4 */
uint32_t gv_spv_driver_task_dword(struct gv_spv_ctx *c, unsigned word);
uint32_t gv_spv_driver_counter(struct gv_spv_ctx *c); /* uvec4 */

/* ---- struct galvan_compute_block ------------------------------------------------------------- */

/* gv_spv_compute_block() returns the variable of the block, an array of dwords.
 * gv_spv_compute_word() returns the dword at a byte offset in the block. */
uint32_t gv_spv_compute_block(struct gv_spv_ctx *c);
uint32_t gv_spv_compute_word(struct gv_spv_ctx *c, size_t offset_B);

#endif
