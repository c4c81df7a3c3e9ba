/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/storage_words.h"

static uint32_t words_struct(struct gv_spv_ctx *c, uint32_t array, bool coherent)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_id(b);
    const uint32_t type[] = {3u << SpvWordCountShift | SpvOpTypeStruct, id, array};
    const uint32_t offset[] = {5u << SpvWordCountShift | SpvOpMemberDecorate, id, 0,
                               SpvDecorationOffset, 0};
    const uint32_t seen[] = {4u << SpvWordCountShift | SpvOpMemberDecorate, id, 0,
                             SpvDecorationCoherent};
    gv_words_append(&b->globals, type, 3);
    gv_words_append(&b->decorations, offset, 5);
    if (coherent)
        gv_words_append(&b->decorations, seen, 4);
    gv_spv_decorate(b, id, SpvDecorationBlock);
    return id;
}

static uint32_t words_array(struct gv_spv_ctx *c)
{
    if (!c->words_array) {
        uint32_t element = gv_spv_type_uint(&c->b, 1);
        c->words_array = gv_spv_unique(&c->b, SpvOpTypeRuntimeArray, &element, 1, false);
        gv_spv_decorate1(&c->b, c->words_array, SpvDecorationArrayStride, 4);
    }
    return c->words_array;
}

uint32_t gv_mem_words_block(struct gv_spv_ctx *c)
{
    if (!c->words_block)
        c->words_block = words_struct(c, words_array(c), false);
    return c->words_block;
}

uint32_t gv_mem_global_block(struct gv_spv_ctx *c)
{
    if (!c->global_block)
        c->global_block = words_struct(c, words_array(c), true);
    return c->global_block;
}

uint32_t gv_mem_word(struct gv_spv_ctx *c, SpvStorageClass storage, uint32_t var, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t p = gv_spv_cache_find(&b->cache, GV_CACHED_POINTER, var, index);
    if (p)
        return p;
    uint32_t type = gv_spv_type_pointer(b, storage, gv_spv_type_uint(b, 1));
    bool bare = storage == SpvStorageClassWorkgroup || storage == SpvStorageClassPrivate;
    p = bare ? gv_spv_op2(b, SpvOpAccessChain, type, var, index)
             : gv_spv_op3(b, SpvOpAccessChain, type, var, gv_spv_uint(b, 0, 1), index);
    gv_spv_cache_put(&b->cache, GV_CACHED_POINTER, var, index, p);
    return p;
}

uint32_t gv_mem_block_at(struct gv_spv_ctx *c, uint32_t address, bool shared)
{
    struct gv_spv_builder *b = &c->b;
    gv_spv_physical_addresses(b);
    uint32_t block = shared ? gv_mem_global_block(c) : gv_mem_words_block(c);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassPhysicalStorageBuffer, block);
    return gv_spv_op1(b, SpvOpBitcast, pointer, address);
}

uint32_t gv_mem_block_load(struct gv_spv_ctx *c, uint32_t block, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t pointer = gv_mem_word(c, SpvStorageClassPhysicalStorageBuffer, block, index);
    return gv_spv_op3(b, SpvOpLoad, gv_spv_type(b, GV_U, 1), pointer, SpvMemoryAccessAlignedMask,
                      4);
}

void gv_mem_block_store(struct gv_spv_ctx *c, uint32_t block, uint32_t index, uint32_t value)
{
    uint32_t pointer = gv_mem_word(c, SpvStorageClassPhysicalStorageBuffer, block, index);
    gv_spv_stmt(&c->b, SpvOpStore, (uint32_t[]){pointer, value, SpvMemoryAccessAlignedMask, 4}, 4);
}

enum {
    ADDRESS = 4, /* a value for `offset`: `id` is a byte address, and the result is the index of
                    the dword at this address */
};

static uint32_t word_number(struct gv_spv_ctx *c, uint32_t id, unsigned offset)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t word = gv_spv_cache_find(&b->cache, GV_CACHED_WORD, id, offset);
    if (!word) {
        bool shift = offset == ADDRESS;
        uint32_t by = gv_spv_uint(b, shift ? 2 : offset, 1);
        word = gv_spv_op2(b, shift ? SpvOpShiftRightLogical : SpvOpIAdd, gv_spv_type(b, GV_U, 1),
                          id, by);
        gv_spv_cache_put(&b->cache, GV_CACHED_WORD, id, offset, word);
    }
    return word;
}

struct gv_val gv_mem_word_at(struct gv_spv_ctx *c, uint32_t address)
{
    return gv_val_scalar(word_number(c, address, ADDRESS), GV_U);
}

struct gv_val gv_mem_word_after(struct gv_spv_ctx *c, struct gv_val word, unsigned offset)
{
    if (word.type == GV_IMM)
        return gv_val_imm(word.id + offset);
    return offset ? gv_val_scalar(word_number(c, word.id, offset), GV_U) : word;
}
