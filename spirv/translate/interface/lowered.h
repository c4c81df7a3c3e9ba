/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the stages that are made compute kernels share: jobs in memory, threads, records. */
#ifndef GV_SPV_LOWERED_H
#define GV_SPV_LOWERED_H

#include "spirv/translate/base/context.h"

/* Of a struct that is read as words. */
#define GV_SPV_DWORD(type, member) ((unsigned)offsetof(type, member) / 4)

/* Shader modes of a kernel with so many threads in a workgroup. */
void gv_spv_lowered_modes(struct gv_spv_ctx *c, uint32_t group);

/* That block has the address of the jobs. */
bool gv_spv_lowered_reads_driver_block(const struct galvan_tgsi *tgsi,
                                       const struct galvan_spirv_key *key);

/* Sets c->task.thread. */
void gv_spv_find_thread(struct gv_spv_ctx *c, uint32_t group);
/* Sets c->task.block to the job of this workgroup, of size_B bytes each; memory_mask: words that
 * are read there. All others are in the driver block. */
void gv_spv_find_task(struct gv_spv_ctx *c, size_t size_B, uint32_t memory_mask);
/* A word of the job, and the block at the address in two words of it. */
uint32_t gv_spv_task_dword(struct gv_spv_ctx *c, unsigned word);
uint32_t gv_spv_task_block(struct gv_spv_ctx *c, unsigned word);
/* ... whose contents all threads see. */
uint32_t gv_spv_task_shared_block(struct gv_spv_ctx *c, unsigned word);

/* The word at the address that two words of the job are. */
uint32_t gv_spv_task_value(struct gv_spv_ctx *c, unsigned word);

/* Code that runs where cond, a bool id, is true; what it reads of registers is not known behind it.
 * Returns what the end takes. */
uint32_t gv_spv_begin_where(struct gv_spv_ctx *c, uint32_t cond);
void gv_spv_end_where(struct gv_spv_ctx *c, uint32_t merge);

/* Dispatches come in whole workgroups: threads from num on end at once. */
void gv_spv_end_other_threads(struct gv_spv_ctx *c, uint32_t num);

/* Operations on uint. */
uint32_t gv_spv_uint_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y);
uint32_t gv_spv_uint_op_const(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y);

/* Words of a record with these slots, and where the words of one of them begin. */
unsigned gv_spv_entry_dwords(uint64_t slots);
unsigned gv_spv_entry_slot(uint64_t slots, unsigned slot);
/* Stores the outputs as record n (an id) of block; primitive: its number, a uint id. */
void gv_spv_store_entry(struct gv_spv_ctx *c, uint32_t block, uint32_t n, uint32_t primitive);

#endif
