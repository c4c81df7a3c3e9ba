/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Code that all lowered stages share: the task in memory, the thread's index, and vertex
 * entries. */
#ifndef GV_SPV_LOWERED_H
#define GV_SPV_LOWERED_H

#include "spirv/translate/base/context.h"

/* The index of a member in a struct that is read as dwords. */
#define GV_SPV_DWORD(type, member) ((unsigned)offsetof(type, member) / 4)

/* Sets the modes of a compute shader whose workgroups have `group` threads. */
void gv_spv_lowered_modes(struct gv_spv_ctx *c, uint32_t group);

/* Always true: the driver block has the address of the tasks. */
bool gv_spv_lowered_reads_driver_block(const struct galvan_tgsi *tgsi,
                                       const struct galvan_spirv_key *key);

/* Sets c->task.thread to the thread's index in its task. */
void gv_spv_find_thread(struct gv_spv_ctx *c, uint32_t group);
/* Sets c->task.block to the block of this workgroup's task, which has `size_B` bytes. The dwords in
 * `memory_mask` are read from the task in memory, the other dwords from the driver block's member
 * `task`. */
void gv_spv_find_task(struct gv_spv_ctx *c, size_t size_B, uint32_t memory_mask);
/* gv_spv_task_dword() loads a dword of the task. gv_spv_task_block() returns the block at the
 * address in dwords `word` and `word` + 1 of the task. */
uint32_t gv_spv_task_dword(struct gv_spv_ctx *c, unsigned word);
uint32_t gv_spv_task_block(struct gv_spv_ctx *c, unsigned word);
/* Returns the block at an address in the task, like gv_spv_task_block(), for a block of which all
 * threads see the same contents. */
uint32_t gv_spv_task_shared_block(struct gv_spv_ctx *c, unsigned word);

/* Loads a dword from memory. Dwords `word` and `word` + 1 of the task contain its address. */
uint32_t gv_spv_task_value(struct gv_spv_ctx *c, unsigned word);

/* Begin and end code that runs only if the bool id `cond` is true. Values of registers that are
 * loaded inside this code cannot be used after the code. gv_spv_end_where() takes the result of
 * gv_spv_begin_where(). */
uint32_t gv_spv_begin_where(struct gv_spv_ctx *c, uint32_t cond);
void gv_spv_end_where(struct gv_spv_ctx *c, uint32_t merge);

/* Ends threads whose index is `num` or higher. Such threads exist because a dispatch has only whole
 * workgroups. */
void gv_spv_end_other_threads(struct gv_spv_ctx *c, uint32_t num);

/* Apply a binary operation to two uint ids, or to a uint id and a constant. */
uint32_t gv_spv_uint_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y);
uint32_t gv_spv_uint_op_const(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y);

/* gv_spv_entry_dwords() returns the size in dwords of a vertex entry with the given slots.
 * gv_spv_entry_slot() returns the offset of a slot in such an entry. */
unsigned gv_spv_entry_dwords(uint64_t slots);
unsigned gv_spv_entry_slot(uint64_t slots, unsigned slot);
/* Stores the outputs as vertex entry `n` (an id) of `block`. `primitive` is the primitive's index,
 * a uint id. */
void gv_spv_store_entry(struct gv_spv_ctx *c, uint32_t block, uint32_t n, uint32_t primitive);

#endif
