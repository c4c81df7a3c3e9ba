/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers as arrays of words, struct { uint words[]; }, and pointers to their words. */
#ifndef GV_SPV_STORAGE_WORDS_H
#define GV_SPV_STORAGE_WORDS_H

#include "spirv/translate/base/context.h"

/* gv_mem_words_block() returns the type of a block of words. gv_mem_global_block() returns such a
 * type for blocks of which all threads see the same contents. */
uint32_t gv_mem_words_block(struct gv_spv_ctx *c);
uint32_t gv_mem_global_block(struct gv_spv_ctx *c);

/* Returns a pointer to word `index` of a variable. The variable is a block or, in Workgroup or
 * Private storage, a plain array. */
uint32_t gv_mem_word(struct gv_spv_ctx *c, SpvStorageClass storage, uint32_t var, uint32_t index);

/* Access dwords at any address: gv_mem_block_at() returns a pointer to the block at an address, a
 * uvec2 id with the low dword first. If `shared` is set, all threads see the same contents.
 * gv_mem_block_load() and gv_mem_block_store() load and store a dword of the block. */
uint32_t gv_mem_block_at(struct gv_spv_ctx *c, uint32_t address, bool shared);
uint32_t gv_mem_block_load(struct gv_spv_ctx *c, uint32_t block, uint32_t index);
void gv_mem_block_store(struct gv_spv_ctx *c, uint32_t block, uint32_t index, uint32_t value);

/* gv_mem_word_at() returns the index of the dword at a byte address, a uint id. gv_mem_word_after()
 * returns the index of the dword that lies `offset` (below 4) dwords after index `word`. Both
 * indices are uint; a constant index remains constant. */
struct gv_val gv_mem_word_at(struct gv_spv_ctx *c, uint32_t address);
struct gv_val gv_mem_word_after(struct gv_spv_ctx *c, struct gv_val word, unsigned offset);

#endif
