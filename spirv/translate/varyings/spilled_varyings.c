/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/varyings/spilled_varyings.h"

#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "spirv/translate/varyings/fragment_varyings.h"

enum {
    NUM_VERTICES = 3,
};

/* ---- Vertices -------------------------------------------------------------------------------- */

void gv_spv_spill_vertex(struct gv_spv_ctx *c, const uint32_t entries[3], uint32_t corner,
                         uint32_t provoking)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t numbers[4] = {entries[0], entries[1], entries[2], provoking};
    uint32_t weights[NUM_VERTICES];
    if (!gv_spv_has_extra(c->key, GALVAN_EXTRA_SPILL_ENTRIES))
        return;
    uint32_t uvec4 = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_uint(b, 4), numbers, 4);
    c->spill_entries = gv_spv_op1(b, SpvOpBitcast, gv_spv_type_float(b, 4), uvec4);
    for (unsigned i = 0; i < NUM_VERTICES; i++) {
        uint32_t is_own = gv_spv_compare_uint(b, SpvOpIEqual, corner, i);
        weights[i] = gv_spv_select_float(b, is_own, 1.0f, 0.0f, 1);
    }
    c->spill_weights =
        gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 3), weights, NUM_VERTICES);
}

static void store_extra(struct gv_spv_ctx *c, enum galvan_extra extra, uint32_t id)
{
    uint32_t var = gv_spv_extra_output(c, extra);
    if (var && id)
        gv_spv_store(&c->b, var, id);
}

void gv_spv_spill_outputs(struct gv_spv_ctx *c)
{
    store_extra(c, GALVAN_EXTRA_SPILL_ENTRIES, c->spill_entries);
    for (unsigned i = GALVAN_EXTRA_SPILL_WEIGHTS; i < GALVAN_NUM_EXTRAS; i++)
        store_extra(c, (enum galvan_extra)i, c->spill_weights);
}

/* ---- Fragments ------------------------------------------------------------------------------- */

bool gv_spv_is_spilled(const struct gv_spv_ctx *c, unsigned slot)
{
    return c->key->fragment.spilled_mask >> slot & 1;
}

uint32_t gv_spv_spill_weights(struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    const unsigned place = GALVAN_INPUT_PLACE(io->location, io->interp == TGSI_INTERPOLATE_LINEAR);
    return gv_spv_is_flat(c, io)
               ? 0
               : gv_spv_extra_input(c, (enum galvan_extra)(GALVAN_EXTRA_SPILL_WEIGHTS + place));
}

static uint32_t uint_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return gv_spv_op2(&c->b, op, gv_spv_type_uint(&c->b, 1), x, y);
}

static uint32_t uint_op_const(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return uint_op(c, op, x, gv_spv_uint(&c->b, y, 1));
}

/* Returns the number of slots below `slot` that the vertex entries have, counting only slots 0 to
 * 31 (`half` 0) or 32 to 63 (`half` 1). */
static uint32_t count_below(struct gv_spv_ctx *c, unsigned half, unsigned slot)
{
    struct gv_spv_builder *b = &c->b;
    const uint64_t below = (UINT64_C(1) << slot) - 1;
    uint32_t mask = gv_spv_extract(b, gv_spv_driver_spilled(c), GV_U, half);
    uint32_t found = uint_op_const(c, SpvOpBitwiseAnd, mask, (uint32_t)(below >> (32 * half)));
    return gv_spv_op1(b, SpvOpBitCount, gv_spv_type_uint(b, 1), found);
}

/* Returns the first dword of a slot in a vertex entry. */
static uint32_t dword_of(struct gv_spv_ctx *c, unsigned slot)
{
    uint32_t lower = count_below(c, 0, slot);
    uint32_t upper = count_below(c, 1, slot);
    uint32_t num = uint_op(c, SpvOpIAdd, lower, upper);
    num = uint_op_const(c, SpvOpIMul, num, 4);
    return uint_op_const(c, SpvOpIAdd, num, GALVAN_ENTRY_VARYINGS);
}

/* Whether the vertex entries have a slot. A slot that no vertex writes is (0, 0, 0, 1). */
static uint32_t is_written(struct gv_spv_ctx *c, unsigned slot)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t mask = gv_spv_extract(b, gv_spv_driver_spilled(c), GV_U, slot / 32);
    uint32_t bit = uint_op_const(c, SpvOpBitwiseAnd, mask, 1u << slot % 32);
    return gv_spv_broadcast(b, gv_spv_compare_uint(b, SpvOpINotEqual, bit, 0), GV_B, 4);
}

static uint32_t unwritten(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t zero = gv_spv_const_float(b, 0.0f), one = gv_spv_const_float(b, 1.0f);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4),
                     (uint32_t[]){zero, zero, zero, one}, 4);
}

/* Returns the vec4 at a dword of an entry. */
static uint32_t load_entry(struct gv_spv_ctx *c, uint32_t entry, uint32_t dword)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t tasks = gv_spv_driver_tasks(c), words[4];
    uint32_t address = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type(b, GV_U, 2),
                                 (uint32_t[]){tasks, tasks, 0, 1}, 4);
    uint32_t block = gv_mem_block_at(c, address, false);
    uint32_t dwords = gv_spv_extract(b, gv_spv_driver_spilled(c), GV_U, 2);
    uint32_t first = uint_op(c, SpvOpIMul, entry, dwords);
    first = uint_op(c, SpvOpIAdd, first, dword);
    for (unsigned i = 0; i < 4; i++)
        words[i] = gv_mem_block_load(c, block, uint_op_const(c, SpvOpIAdd, first, i));
    uint32_t uvec4 = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, 4), words, 4);
    return gv_spv_op1(b, SpvOpBitcast, gv_spv_type_float(b, 4), uvec4);
}

/* Returns the sum of the weights, or exactly 1 if the sum differs from 1 only by rounding. With
 * lavapipe, the difference is larger at centroids and at samples. */
static uint32_t weights_sum(struct gv_spv_ctx *c, uint32_t weights)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t f32 = gv_spv_type_float(b, 1), one = gv_spv_const_float(b, 1.0f);
    uint32_t sum = gv_spv_op2(b, SpvOpDot, f32, weights, gv_spv_float(b, 1.0f, 3));
    uint32_t error = gv_spv_op2(b, SpvOpFSub, f32, sum, one);
    error = gv_spv_ext1(b, GLSLstd450FAbs, f32, error);
    uint32_t is_rounding = gv_spv_compare_float(b, SpvOpFOrdLessThan, error, 0x1p-13f);
    return gv_spv_op3(b, SpvOpSelect, f32, is_rounding, one, sum);
}

/* Returns the first vertex's value, plus the weighted differences of the other vertices. If all
 * vertices have equal values, the result is exactly this value. `entries` is a uvec4. */
static uint32_t weigh(struct gv_spv_ctx *c, uint32_t entries, uint32_t dword, uint32_t weights)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t vec4 = gv_spv_type_float(b, 4);
    const uint32_t first = load_entry(c, gv_spv_extract(b, entries, GV_U, 0), dword);
    uint32_t sum = gv_spv_op2(b, SpvOpVectorTimesScalar, vec4, first, weights_sum(c, weights));
    for (unsigned i = 1; i < NUM_VERTICES; i++) {
        uint32_t value = load_entry(c, gv_spv_extract(b, entries, GV_U, i), dword);
        uint32_t weight = gv_spv_extract(b, weights, GV_F, i);
        value = gv_spv_op2(b, SpvOpFSub, vec4, value, first);
        value = gv_spv_op2(b, SpvOpVectorTimesScalar, vec4, value, weight);
        sum = gv_spv_op2(b, SpvOpFAdd, vec4, sum, value);
    }
    return sum;
}

uint32_t gv_spv_weigh_spilled(struct gv_spv_ctx *c, unsigned slot, uint32_t weights)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t var = gv_spv_extra_input(c, GALVAN_EXTRA_SPILL_ENTRIES);
    if (!var) {
        gv_spv_unsupported(c, GV_DIAG_LIMIT_REGISTER, "spilled varyings without entries");
        return gv_spv_float(b, 0.0f, 4);
    }
    uint32_t entries = gv_spv_op1(b, SpvOpLoad, vec4, var), dword = dword_of(c, slot);
    entries = gv_spv_op1(b, SpvOpBitcast, gv_spv_type_uint(b, 4), entries);
    uint32_t value = weights ? weigh(c, entries, dword, weights)
                             : load_entry(c, gv_spv_extract(b, entries, GV_U, NUM_VERTICES), dword);
    uint32_t written = is_written(c, slot);
    uint32_t other = unwritten(c);
    return gv_spv_op3(b, SpvOpSelect, vec4, written, value, other);
}

uint32_t gv_spv_load_spilled(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot)
{
    uint32_t var = gv_spv_spill_weights(c, io);
    return gv_spv_weigh_spilled(
        c, slot, var ? gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type_float(&c->b, 3), var) : 0);
}
