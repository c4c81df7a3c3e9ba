/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/interface/lowered.h"

#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/varyings/locations.h"

uint32_t gv_spv_uint_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return gv_spv_op2(&c->b, op, gv_spv_type(&c->b, GV_U, 1), x, y);
}

uint32_t gv_spv_uint_op_const(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return gv_spv_uint_op(c, op, x, gv_spv_uint(&c->b, y, 1));
}

/* ---- Tasks and threads ----------------------------------------------------------------------- */

void gv_spv_lowered_modes(struct gv_spv_ctx *c, uint32_t group)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t words[] = {6u << SpvWordCountShift | SpvOpExecutionMode,
                              b->main,
                              SpvExecutionModeLocalSize,
                              group,
                              1,
                              1};
    gv_words_append(&b->modes, words, 6);
}

uint32_t gv_spv_task_dword(struct gv_spv_ctx *c, unsigned word)
{
    return c->task.memory_mask >> word & 1
               ? gv_mem_block_load(c, c->task.block, gv_spv_uint(&c->b, word, 1))
               : gv_spv_driver_task_dword(c, word);
}

static uint32_t task_address(struct gv_spv_ctx *c, unsigned word)
{
    uint32_t words[2];
    words[0] = gv_spv_task_dword(c, word);
    words[1] = gv_spv_task_dword(c, word + 1);
    return gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type(&c->b, GV_U, 2), words, 2);
}

uint32_t gv_spv_task_block(struct gv_spv_ctx *c, unsigned word)
{
    return gv_mem_block_at(c, task_address(c, word), false);
}

uint32_t gv_spv_task_shared_block(struct gv_spv_ctx *c, unsigned word)
{
    return gv_mem_block_at(c, task_address(c, word), true);
}

static uint32_t component(struct gv_spv_ctx *c, SpvBuiltIn builtin, unsigned comp)
{
    uint32_t type = gv_spv_type_uint(&c->b, 3);
    uint32_t id = gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type));
    return gv_spv_extract(&c->b, id, GV_U, comp);
}

/* Returns the block of this workgroup's task. Adds the task's offset to the address with 64-bit
 * arithmetic on two dwords. */
static uint32_t find_block(struct gv_spv_ctx *c, uint32_t size_B)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t tasks = gv_spv_driver_tasks(c);
    uint32_t offset =
        gv_spv_uint_op_const(c, SpvOpIMul, component(c, SpvBuiltInWorkgroupId, 2), size_B);
    uint32_t first = gv_spv_extract(b, tasks, GV_U, 0);
    uint32_t low = gv_spv_uint_op(c, SpvOpIAdd, first, offset);
    uint32_t over = gv_spv_op2(b, SpvOpULessThan, gv_spv_type(b, GV_B, 1), low, first);
    uint32_t carry = gv_spv_select_uint(b, over, 1, 0, 1);
    const uint32_t words[2] = {
        low, gv_spv_uint_op(c, SpvOpIAdd, gv_spv_extract(b, tasks, GV_U, 1), carry)};
    uint32_t address = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, 2), words, 2);
    return gv_mem_block_at(c, address, false);
}

bool gv_spv_lowered_reads_driver_block(const struct galvan_tgsi *tgsi,
                                       const struct galvan_spirv_key *key)
{
    (void)tgsi;
    (void)key;
    return true;
}

void gv_spv_find_task(struct gv_spv_ctx *c, size_t size_B, uint32_t memory_mask)
{
    c->task.block = find_block(c, (uint32_t)size_B);
    c->task.memory_mask = memory_mask;
}

void gv_spv_find_thread(struct gv_spv_ctx *c, uint32_t group)
{
    uint32_t width = component(c, SpvBuiltInNumWorkgroups, 0);
    uint32_t group_index =
        gv_spv_uint_op(c, SpvOpIMul, component(c, SpvBuiltInWorkgroupId, 1), width);
    group_index = gv_spv_uint_op(c, SpvOpIAdd, group_index, component(c, SpvBuiltInWorkgroupId, 0));
    uint32_t first = gv_spv_uint_op_const(c, SpvOpIMul, group_index, group);
    c->task.thread =
        gv_spv_uint_op(c, SpvOpIAdd, first, component(c, SpvBuiltInLocalInvocationId, 0));
}

uint32_t gv_spv_task_value(struct gv_spv_ctx *c, unsigned word)
{
    uint32_t zero = gv_spv_uint(&c->b, 0, 1);
    return gv_mem_block_load(c, gv_spv_task_block(c, word), zero);
}

/* Loads the parts of the driver block that all threads of a workgroup read, before any branch.
 * Devices that run shaders on a CPU then load these parts once rather than once for each thread. */
static void load_block(struct gv_spv_ctx *c)
{
    for (unsigned word = 0; word < GALVAN_MAX_TASK_DW; word += 4)
        gv_spv_driver_task_dword(c, word);
    for (unsigned i = 0; c->stage->pulls_inputs && i < c->scan->num_in && i < 32; i++) {
        for (unsigned half = 0; half < 2 && c->scan->in[i].used; half++)
            gv_spv_pulled_input(c, i, half);
    }
}

uint32_t gv_spv_begin_where(struct gv_spv_ctx *c, uint32_t cond)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t then = gv_spv_id(b), merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    gv_tgsi_defs_push(&c->defs);
    gv_spv_cache_push(&b->cache);
    return merge;
}

void gv_spv_end_where(struct gv_spv_ctx *c, uint32_t merge)
{
    struct gv_spv_builder *b = &c->b;
    gv_spv_cache_pop(&b->cache);
    gv_tgsi_defs_pop(&c->defs);
    gv_spv_branch(b, merge);
    gv_spv_label(b, merge);
}

void gv_spv_end_other_threads(struct gv_spv_ctx *c, uint32_t num)
{
    struct gv_spv_builder *b = &c->b;
    load_block(c);
    uint32_t past =
        gv_spv_op2(b, SpvOpUGreaterThanEqual, gv_spv_type(b, GV_B, 1), c->task.thread, num);
    uint32_t end = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){past, end, merge}, 3);
    gv_spv_label(b, end);
    gv_spv_stmt(b, SpvOpReturn, NULL, 0);
    gv_spv_label(b, merge);
}

/* ---- Vertex entries -------------------------------------------------------------------------- */

unsigned gv_spv_entry_slot(uint64_t slots, unsigned slot)
{
    return GALVAN_ENTRY_VARYINGS + 4 * gv_spv_location(slots, slot);
}

unsigned gv_spv_entry_dwords(uint64_t slots)
{
    return GALVAN_ENTRY_VARYINGS + 4 * (unsigned)__builtin_popcountll(slots);
}

/* A vertex entry to store: its block, and its first dword in the block. */
struct entry {
    uint32_t block, first;
};

/* Stores `num` dwords to the entry, from the entry's dword `at` on: dwords of output `out` or, if
 * `out` is -1, of `vals`. */
static void store_dwords(struct gv_spv_ctx *c, const struct entry *entry, unsigned at, int out,
                         struct gv_val vals[4], unsigned num)
{
    if (out >= 0)
        gv_spv_out_read(c, (unsigned)out, vals);
    for (unsigned i = 0; i < num; i++) {
        uint32_t word = gv_spv_gather(&c->b, &vals[i], 1, GV_U);
        gv_mem_block_store(c, entry->block,
                           gv_spv_uint_op_const(c, SpvOpIAdd, entry->first, at + i), word);
    }
}

static const struct {
    uint8_t semantic, word, num;
    uint32_t otherwise[4];
} header[] = {
    {TGSI_SEMANTIC_POSITION, GALVAN_ENTRY_POSITION, 4, {0, 0, 0, 0x3f800000}},
    {TGSI_SEMANTIC_PSIZE, GALVAN_ENTRY_POINT_SIZE, 1, {0x3f800000}},
    {TGSI_SEMANTIC_LAYER, GALVAN_ENTRY_LAYER, 1, {0}},
    {TGSI_SEMANTIC_VIEWPORT_INDEX, GALVAN_ENTRY_VIEWPORT_INDEX, 1, {0}},
    {TGSI_SEMANTIC_PRIMID, GALVAN_ENTRY_PRIMITIVE_ID, 1, {0}},
};

int galvan_spirv_output(const struct galvan_tgsi *tgsi, unsigned register_index)
{
    if (register_index >= tgsi->scan.num_out)
        return -1;
    const struct gv_tgsi_io *io = &tgsi->scan.out[register_index];
    for (unsigned i = 0; i < sizeof(header) / sizeof(header[0]); i++) {
        if (io->semantic == header[i].semantic)
            return GALVAN_OUTPUT_HEAD + header[i].word;
    }
    return io->slot >= 0 ? io->slot : -1;
}

void gv_spv_store_entry(struct gv_spv_ctx *c, uint32_t block, uint32_t n, uint32_t primitive)
{
    const uint64_t slots = c->key->vertex.consumer_mask;
    const struct entry entry = {block,
                                gv_spv_uint_op_const(c, SpvOpIMul, n, gv_spv_entry_dwords(slots))};
    for (unsigned i = 0; i < sizeof(header) / sizeof(header[0]); i++) {
        if (c->key->vertex.head_unread >> header[i].word & 1)
            continue;
        int out = gv_tgsi_find_output(c->scan, header[i].semantic, 0);
        struct gv_val vals[4];
        for (unsigned k = 0; k < 4; k++)
            vals[k] = gv_val_imm(header[i].otherwise[k]);
        if (header[i].semantic == TGSI_SEMANTIC_PRIMID)
            vals[0] = gv_val_scalar(primitive, GV_U);
        store_dwords(c, &entry, header[i].word, out, vals, header[i].num);
    }
    for (uint64_t left = slots; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(left);
        struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0),
                                 gv_val_imm(0x3f800000)};
        store_dwords(c, &entry, gv_spv_entry_slot(slots, slot), gv_spv_find_slot(c, slot), vals, 4);
    }
}
