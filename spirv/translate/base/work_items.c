/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/work_items.h"

#include <stdlib.h>
#include <string.h>

#include "spirv/tgsi/regions.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/item_vars.h"
#include "spirv/translate/base/stage.h"

enum {
    MAX_ITEMS = 64, /* limit of the items of a thread, which bounds the size of variables; no known
                       device needs so many */
    MAX_BLOCK = 1 << 24,
};

/* ---- Plan ------------------------------------------------------------------------------------ */

static bool is_device_block(const struct galvan_spirv_key *key, const uint32_t block[3],
                            uint64_t num)
{
    for (unsigned i = 0; i < 3; i++) {
        if (key->device.max_block[i] && block[i] > key->device.max_block[i])
            return false;
    }
    return !key->device.max_threads || num <= key->device.max_threads;
}

static uint64_t divided(uint64_t num, uint64_t by)
{
    return (num + by - 1) / by;
}

static const char *why_not_planned(const struct gv_spv_ctx *c, uint64_t num, uint64_t num_items)
{
    if (num_items > MAX_ITEMS || num > MAX_BLOCK)
        return "a block of that many threads";
    if (c->key->compute.last_block)
        return "a block that is not whole, of so many threads";
    if (c->key->compute.private_size_B)
        return "PRIVATE memory of so many threads";
    return gv_tgsi_find_regions(c->tgsi, c->entry, c->items.between);
}

void gv_spv_plan_items(struct gv_spv_ctx *c, const uint32_t block[3])
{
    const struct galvan_spirv_key *key = c->key;
    uint64_t num = 1;
    for (unsigned i = 0; i < 3 && num <= UINT32_MAX; i++)
        num *= block[i];
    if (is_device_block(key, block, num))
        return;
    uint64_t max = key->device.max_threads ? key->device.max_threads : num;
    if (key->device.max_block[0] && max > key->device.max_block[0])
        max = key->device.max_block[0];
    const uint64_t num_items = divided(num, max);
    c->items.between = malloc(c->tgsi->info.num_instructions);
    if (!c->items.between) {
        c->result = gv_diag_no_memory(c->pos.diag);
        return;
    }
    const char *why_not = why_not_planned(c, num, num_items);
    if (why_not) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, why_not);
        return;
    }
    c->items.num = (uint32_t)num_items;
    c->items.num_threads = (uint32_t)divided(num, num_items);
    memcpy(c->items.block, block, sizeof(c->items.block));
}

static uint32_t num_items(const struct gv_spv_ctx *c)
{
    return c->items.block[0] * c->items.block[1] * c->items.block[2];
}

/* ---- Variables ------------------------------------------------------------------------------- */

void gv_spv_begin_items(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->items.num)
        return;
    uint32_t bools = gv_spv_type(b, GV_B, 1);
    c->items.thread = gv_spv_load_uint(c, SpvBuiltInLocalInvocationIndex);
    c->items.item_var = gv_spv_local(b, gv_spv_type(b, GV_U, 1), 0);
    c->items.cond_var = gv_spv_local(b, bools, 0);
    if (!c->scan->returns_inside)
        return;
    uint32_t array = gv_spv_items_type(c, bools);
    c->items.returned_var =
        gv_spv_local(b, array, gv_spv_unique(b, SpvOpConstantNull, &array, 1, true));
    c->items.seen_var = gv_spv_local(b, bools, gv_spv_const_bool(b, false));
}

/* ---- Regions --------------------------------------------------------------------------------- */

bool gv_spv_between_regions(const struct gv_spv_ctx *c)
{
    return c->items.between && c->items.between[c->walker.insn];
}

/* Returns the index of the current item in the workgroup. Consecutive threads have items with
 * consecutive indices, so that they access neighbouring memory. */
static uint32_t number_of_item(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t first =
        gv_spv_op2(b, SpvOpIMul, type, c->items.item, gv_spv_uint(b, c->items.num_threads, 1));
    return gv_spv_op2(b, SpvOpIAdd, type, first, c->items.thread);
}

/* Returns the coordinate of an item along an axis. */
static struct gv_val coordinate(struct gv_spv_ctx *c, uint32_t number, unsigned axis)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t below = 1;
    for (unsigned i = 0; i < axis; i++)
        below *= c->items.block[i];
    if (below > 1)
        number = gv_spv_op2(b, SpvOpUDiv, type, number, gv_spv_uint(b, below, 1));
    if (axis < 2)
        number = gv_spv_op2(b, SpvOpUMod, type, number, gv_spv_uint(b, c->items.block[axis], 1));
    return gv_val_scalar(number, GV_U);
}

static void load_thread_ids(struct gv_spv_ctx *c, uint32_t number)
{
    for (unsigned i = 0; i < GV_TGSI_MAX_IO; i++) {
        const struct gv_tgsi_io *sv = &c->scan->sv[i];
        for (unsigned axis = 0; sv->used && sv->semantic == TGSI_SEMANTIC_THREAD_ID && axis < 3;
             axis++)
            c->sv[i][axis] = coordinate(c, number, axis);
    }
}

/* Continues with the next item if `cond` is false. */
static void skip_unless(struct gv_spv_ctx *c, uint32_t cond)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t go = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){go, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, go, c->items.next}, 3);
    gv_spv_label(b, go);
}

static void begin_loop(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t test = gv_spv_id(b);
    uint32_t body = gv_spv_id(b);
    c->items.header = gv_spv_id(b);
    c->items.next = gv_spv_id(b);
    c->items.merge = gv_spv_id(b);
    gv_spv_store(b, c->items.item_var, gv_spv_uint(b, 0, 1));
    gv_spv_branch(b, c->items.header);
    gv_spv_label(b, c->items.header);
    gv_spv_stmt(b, SpvOpLoopMerge,
                (uint32_t[]){c->items.merge, c->items.next, SpvLoopControlMaskNone}, 3);
    gv_spv_branch(b, test);
    gv_spv_label(b, test);
    c->items.item = gv_spv_op1(b, SpvOpLoad, type, c->items.item_var);
    uint32_t more = gv_spv_compare_uint(b, SpvOpULessThan, c->items.item, c->items.num);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){more, body, c->items.merge}, 3);
    gv_spv_label(b, body);
}

static void begin_region(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t bools = gv_spv_type(b, GV_B, 1);
    begin_loop(c);
    gv_tgsi_defs_push(&c->defs);
    gv_spv_cache_push(&b->cache);
    c->items.in_region = true;
    c->flow[c->depth++] = (struct gv_spv_flow){.kind = GV_FLOW_MAIN, .merge = c->items.next};
    uint32_t number = number_of_item(c);
    if (c->items.num * c->items.num_threads != num_items(c))
        skip_unless(c,
                    gv_spv_op2(b, SpvOpULessThan, bools, number, gv_spv_uint(b, num_items(c), 1)));
    if (c->items.returned_var) {
        c->returned_var = gv_spv_item_pointer(c, c->items.returned_var, bools);
        uint32_t returned = gv_spv_op1(b, SpvOpLoad, bools, c->returned_var);
        skip_unless(c, gv_spv_op1(b, SpvOpLogicalNot, bools, returned));
    }
    load_thread_ids(c, number);
}

void gv_spv_end_region(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->items.in_region)
        return;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    c->items.in_region = false;
    c->depth--;
    gv_spv_cache_pop(&b->cache);
    gv_tgsi_defs_pop(&c->defs);
    if (!c->dead)
        gv_spv_branch(b, c->items.next);
    gv_spv_label(b, c->items.next);
    gv_spv_store(b, c->items.item_var,
                 gv_spv_op2(b, SpvOpIAdd, type, c->items.item, gv_spv_uint(b, 1, 1)));
    gv_spv_branch(b, c->items.header);
    gv_spv_label(b, c->items.merge);
    c->dead = false;
}

void gv_spv_follow_regions(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    bool between = gv_spv_between_regions(c);
    bool reads = in->opcode == TGSI_OPCODE_IF || in->opcode == TGSI_OPCODE_UIF;
    if (!c->items.num)
        return;
    if (between && (!reads || c->dead))
        gv_spv_end_region(c);
    if ((!between || reads) && !c->dead && !c->items.in_region)
        begin_region(c);
}

/* ---- Uniform control flow -------------------------------------------------------------------- */

/* Ends the thread if none of its items has computed the condition. In this case all items of the
 * thread have returned. */
static void return_unless_seen(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t seen = gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, GV_B, 1), c->items.seen_var);
    uint32_t end = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_store(b, c->items.seen_var, gv_spv_const_bool(b, false));
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){seen, merge, end}, 3);
    gv_spv_label(b, end);
    gv_spv_cache_push(&b->cache);
    if (c->stage->end)
        c->stage->end(c);
    gv_spv_cache_pop(&b->cache);
    gv_spv_stmt(b, SpvOpReturn, NULL, 0);
    gv_spv_label(b, merge);
}

uint32_t gv_spv_uniform_condition(struct gv_spv_ctx *c, uint32_t cond)
{
    struct gv_spv_builder *b = &c->b;
    gv_spv_store(b, c->items.cond_var, cond);
    if (c->items.seen_var)
        gv_spv_store(b, c->items.seen_var, gv_spv_const_bool(b, true));
    gv_spv_end_region(c);
    if (c->items.seen_var)
        return_unless_seen(c);
    return gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, GV_B, 1), c->items.cond_var);
}
