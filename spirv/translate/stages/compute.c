/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The compute stage: workgroup sizes, the system values of a dispatch, and workgroups whose threads
 * end together. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/base/work_items.h"
#include "spirv/translate/opcodes/barrier.h"
#include "spirv/translate/stages/stages.h"

/* Finds the workgroup size: the shader's, or the key's default. Returns whether the shader fixes
 * the size. */
static bool block_size(const struct gv_spv_ctx *c, uint32_t out_size[3])
{
    const uint32_t *properties = c->scan->properties;
    const uint32_t fixed[3] = {
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH],
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_HEIGHT],
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH],
    };
    bool is_fixed = fixed[0] || fixed[1] || fixed[2];
    for (unsigned i = 0; i < 3; i++) {
        uint32_t size = is_fixed ? fixed[i] : c->key->compute.block_size[i];
        out_size[i] = size ? size : 1;
    }
    return is_fixed;
}

static void plan(struct gv_spv_ctx *c)
{
    uint32_t size[3];
    block_size(c, size);
    gv_spv_plan_items(c, size);
}

/* Returns a specialization constant, whose value the pipeline may replace. */
static uint32_t spec_constant(struct gv_spv_ctx *c, uint32_t number, uint32_t value)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_id(b);
    const uint32_t words[] = {4u << SpvWordCountShift | SpvOpSpecConstant, gv_spv_type_uint(b, 1),
                              id, value};
    gv_words_append(&b->globals, words, 4);
    gv_spv_decorate1(b, id, SpvDecorationSpecId, number);
    return id;
}

/* Returns the workgroup size as specialization constants, for a shader that does not fix the
 * size. */
static uint32_t variable_size(struct gv_spv_ctx *c, const uint32_t size[3])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t parts[3];
    uint32_t type = gv_spv_type_uint(b, 3);
    for (unsigned i = 0; i < 3; i++)
        parts[i] = spec_constant(c, GALVAN_SPEC_BLOCK_SIZE(i), size[i]);
    uint32_t id = gv_spv_id(b);
    const uint32_t words[] = {6u << SpvWordCountShift | SpvOpSpecConstantComposite,
                              type,
                              id,
                              parts[0],
                              parts[1],
                              parts[2]};
    gv_words_append(&b->globals, words, 6);
    gv_spv_decorate1(b, id, SpvDecorationBuiltIn, SpvBuiltInWorkgroupSize);
    return id;
}

static void modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t words[6] = {6u << SpvWordCountShift | SpvOpExecutionMode, b->main,
                         SpvExecutionModeLocalSize};
    if (c->items.num) {
        words[3] = c->items.num_threads;
        words[4] = words[5] = 1;
    } else if (!block_size(c, words + 3))
        c->block_size = variable_size(c, words + 3);
    gv_words_append(&b->modes, words, 6);
}

/* Adds the first block of the dispatch, grid_base, to the block ids in c->sv[i]. */
static void add_dispatch_base(struct gv_spv_ctx *c, unsigned i)
{
    for (unsigned comp = 0; comp < 3; comp++) {
        uint32_t base =
            gv_spv_compute_word(c, offsetof(struct galvan_compute_block, grid_base[0]) + 4 * comp);
        uint32_t id = gv_spv_gather(&c->b, &c->sv[i][comp], 1, GV_U);
        c->sv[i][comp] = gv_val_scalar(
            gv_spv_op2(&c->b, SpvOpIAdd, gv_spv_type(&c->b, GV_U, 1), id, base), GV_U);
    }
}

static uint32_t load_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin)
{
    uint32_t type = gv_spv_type_uint(&c->b, 3);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type));
}

/* Ends threads that lie beyond the size of the last block on an axis. The last block may be smaller
 * than the workgroup. */
static void end_missing_threads(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->key->compute.last_block)
        return;
    uint32_t thread = load_builtin(c, SpvBuiltInLocalInvocationId);
    uint32_t block = load_builtin(c, SpvBuiltInWorkgroupId);
    uint32_t grid = load_builtin(c, SpvBuiltInNumWorkgroups);
    uint32_t bools = gv_spv_type(b, GV_B, 3);
    uint32_t words[3];
    for (unsigned i = 0; i < 3; i++)
        words[i] =
            gv_spv_compute_word(c, offsetof(struct galvan_compute_block, last_block[0]) + 4 * i);
    uint32_t size = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, 3), words, 3);
    uint32_t ones = gv_spv_uint(b, 1, 3);
    uint32_t next = gv_spv_op2(b, SpvOpIAdd, gv_spv_type(b, GV_U, 3), block, ones);
    uint32_t last = gv_spv_op2(b, SpvOpIEqual, bools, next, grid);
    uint32_t past = gv_spv_op2(b, SpvOpUGreaterThanEqual, bools, thread, size);
    uint32_t outside = gv_spv_op2(b, SpvOpLogicalAnd, bools, last, past);
    uint32_t none = gv_spv_op1(b, SpvOpAny, gv_spv_type(b, GV_B, 1), outside);
    uint32_t end = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){none, end, merge}, 3);
    gv_spv_label(b, end);
    gv_spv_stmt(b, SpvOpReturn, NULL, 0);
    gv_spv_label(b, merge);
}

static void load_uvec3(struct gv_spv_ctx *c, unsigned i, SpvBuiltIn builtin)
{
    uint32_t id = load_builtin(c, builtin);
    for (unsigned comp = 0; comp < 3; comp++)
        c->sv[i][comp] = gv_val_comp(id, GV_U, 3, comp);
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t size[3];
    switch (semantic) {
    case TGSI_SEMANTIC_THREAD_ID:
        if (!c->items.num) /* with work items, each item computes its own thread id */
            load_uvec3(c, i, SpvBuiltInLocalInvocationId);
        break;
    case TGSI_SEMANTIC_BLOCK_ID:
        load_uvec3(c, i, SpvBuiltInWorkgroupId);
        if (c->key->compute.grid_base)
            add_dispatch_base(c, i);
        break;
    case TGSI_SEMANTIC_GRID_SIZE:
        load_uvec3(c, i, SpvBuiltInNumWorkgroups);
        c->sv[i][3] = gv_val_imm(1); /* old programs read a fourth dimension, of size 1 */
        break;
    case TGSI_SEMANTIC_BLOCK_SIZE:
        block_size(c, size);
        for (unsigned comp = 0; comp < 3; comp++)
            c->sv[i][comp] =
                c->block_size ? gv_val_comp(c->block_size, GV_U, 3, comp) : gv_val_imm(size[comp]);
        c->sv[i][3] = gv_val_imm(1);
        break;
    case TGSI_SEMANTIC_WORK_DIM:
        c->sv[i][0] = gv_val_scalar(spec_constant(c, GALVAN_SPEC_WORK_DIM, 3), GV_U);
        break;
    default:
        return false;
    }
    return true;
}

/* ---- Blocks whose threads end together ------------------------------------------------------ */

static uint32_t num_threads(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t size[3];
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t product = 0;
    if (c->items.num)
        return gv_spv_uint(b, c->items.num_threads, 1);
    block_size(c, size);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t n = c->block_size ? gv_spv_op2(b, SpvOpCompositeExtract, type, c->block_size, i)
                                   : gv_spv_uint(b, size[i], 1);
        product = product ? gv_spv_op2(b, SpvOpIMul, type, product, n) : n;
    }
    return product;
}

static void begin_together(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->key->compute.ends_together || !c->scan->fences_repeat || c->key->compute.last_block)
        return;
    c->num_ended_var = gv_spv_global(b, SpvStorageClassWorkgroup, gv_spv_type(b, GV_U, 1));
    gv_spv_store(b, c->num_ended_var, gv_spv_uint(b, 0, 1));
    gv_spv_execution_barrier(c);
}

/* Makes all threads of a workgroup end together: each thread counts itself as ended, and loops
 * until all threads have ended. Each iteration of this loop is a memory barrier. An execution
 * barrier cannot replace the loop: the device runs memory barriers as execution barriers, and if
 * one thread runs more memory barriers than another, the barriers of the two threads would not
 * match. */
static void end_together(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->num_ended_var)
        return;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t scope = gv_spv_uint(b, SpvScopeWorkgroup, 1);
    uint32_t relaxed = gv_spv_uint(b, SpvMemorySemanticsMaskNone, 1);
    uint32_t semantics = gv_spv_uint(
        b, SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsWorkgroupMemoryMask, 1);
    uint32_t header = gv_spv_id(b);
    uint32_t body = gv_spv_id(b);
    uint32_t again = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    uint32_t total = num_threads(c);
    gv_spv_op(b, SpvOpAtomicIAdd, type,
              (uint32_t[]){c->num_ended_var, scope, relaxed, gv_spv_uint(b, 1, 1)}, 4);
    gv_spv_branch(b, header);
    gv_spv_label(b, header);
    gv_spv_stmt(b, SpvOpLoopMerge, (uint32_t[]){merge, again, SpvLoopControlMaskNone}, 3);
    gv_spv_branch(b, body);
    gv_spv_label(b, body);
    gv_spv_stmt(b, SpvOpMemoryBarrier, (uint32_t[]){scope, semantics}, 2);
    uint32_t num = gv_spv_op3(b, SpvOpAtomicLoad, type, c->num_ended_var, scope, relaxed);
    uint32_t all = gv_spv_op2(b, SpvOpIEqual, gv_spv_type(b, GV_B, 1), num, total);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){all, merge, again}, 3);
    gv_spv_label(b, again);
    gv_spv_branch(b, header);
    gv_spv_label(b, merge);
}

static bool reads_driver_block(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    return key->compute.grid_base || key->compute.last_block ||
           tgsi->info.memory_mask & (1 << TGSI_MEMORY_TYPE_GLOBAL | 1 << TGSI_MEMORY_TYPE_INPUT);
}

const struct gv_spv_stage gv_spv_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .plan = plan,
    .modes = modes,
    .begin = end_missing_threads,
    .enter = begin_together,
    .system_value = system_value,
    .end = end_together,
    .reads_driver_block = reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = GV_SPV_NO_BORDERS,
    .workgroup = true,
    .has_entries = true,
};
