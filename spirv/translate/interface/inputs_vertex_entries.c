/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Inputs of vertex shaders that read vertex entries from memory. A lowered stage has stored the
 * entries. A vertex reads one entry; a vertex of an expanded line reads the entries of both ends,
 * and a vertex of an expanded point reads the point's entry. */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "spirv/translate/varyings/spilled_varyings.h"

/* Returns the block whose address is in components `word` and `word` + 1 of the driver block's
 * member `tasks`. */
static uint32_t block_of_tasks(struct gv_spv_ctx *c, uint32_t word)
{
    uint32_t tasks = gv_spv_driver_tasks(c);
    return gv_mem_block_at(c,
                           gv_spv_op(&c->b, SpvOpVectorShuffle, gv_spv_type(&c->b, GV_U, 2),
                                     (uint32_t[]){tasks, tasks, word, word + 1}, 4),
                           false);
}

/* Loads vertex entry `index` into `num` inputs, from input `first` on. */
static void load_entry(struct gv_spv_ctx *c, uint32_t entries, uint32_t index, unsigned first,
                       unsigned num)
{
    uint32_t words = gv_spv_uint_op_const(c, SpvOpIMul, index, 4 * num);
    for (unsigned i = 0; i < num; i++) {
        for (unsigned k = 0; k < 4 && c->scan->in[first + i].used; k++) {
            uint32_t at = gv_spv_uint_op_const(c, SpvOpIAdd, words, 4 * i + k);
            c->in[first + i][k] = gv_val_scalar(gv_mem_block_load(c, entries, at), GV_U);
        }
    }
}

/* Returns the index of a vertex's entry, from the list of indices. Also passes the entries of the
 * vertex's primitive on to the fragment shader, which reads spilled varyings from these entries. */
static uint32_t find_vertex_entry(struct gv_spv_ctx *c, uint32_t vertex)
{
    const unsigned num = c->key->vertex.entry_vertices;
    uint32_t indices = block_of_tasks(c, 2), entries[3];
    uint32_t corner = gv_spv_uint_op_const(c, SpvOpUMod, vertex, num);
    uint32_t first = gv_spv_uint_op(c, SpvOpISub, vertex, corner);
    uint32_t own = gv_mem_block_load(c, indices, vertex);
    for (unsigned i = 0; i < 3; i++)
        entries[i] =
            i < num ? gv_mem_block_load(c, indices, gv_spv_uint_op_const(c, SpvOpIAdd, first, i))
                    : entries[0];
    gv_spv_spill_vertex(c, entries, corner, own);
    return own;
}

void gv_spv_load_vertex_entry(struct gv_spv_ctx *c)
{
    uint32_t index = c->stage->draw_value(c, GV_SPV_VERTEX_INDEX);
    if (c->key->vertex.entry_vertices)
        index = find_vertex_entry(c, index);
    load_entry(c, block_of_tasks(c, 0), index, 0, c->scan->num_in);
}

/* ---- Expansion ------------------------------------------------------------------------------- */

/* The vertices of the two triangles of an expanded line. Bit i of ENDS: the end of the line to
 * which vertex i belongs; bit i of SIDES: the vertex's side of the line. */
enum {
    NUM_VERTICES = 6,
    ENDS = 0x34,
    SIDES = 0x1a,
};

static uint32_t bit_of(struct gv_spv_ctx *c, uint32_t bits, uint32_t vertex_index)
{
    uint32_t shifted =
        gv_spv_uint_op(c, SpvOpShiftRightLogical, gv_spv_uint(&c->b, bits, 1), vertex_index);
    return gv_spv_uint_op_const(c, SpvOpBitwiseAnd, shifted, 1);
}

/* Returns `of_1` if the bit is set, otherwise `of_0`. */
static uint32_t sign_of(struct gv_spv_ctx *c, uint32_t bit, float of_0, float of_1)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t is_1 = gv_spv_compare_uint(b, SpvOpINotEqual, bit, 0);
    return gv_spv_select_float(b, is_1, of_1, of_0, 1);
}

/* Loads the stipple position at the line's start. The vertex entry of the line's first end stores
 * this position in place of the point size. */
static uint32_t load_run(struct gv_spv_ctx *c, uint32_t entries, uint32_t index, unsigned num)
{
    uint32_t at = gv_spv_uint_op_const(c, SpvOpIMul, index, 4 * num);
    at = gv_spv_uint_op_const(c, SpvOpIAdd, at, GALVAN_ENTRY_POINT_SIZE);
    uint32_t word = gv_mem_block_load(c, entries, at);
    return gv_spv_op1(&c->b, SpvOpBitcast, gv_spv_type_float(&c->b, 1), word);
}

/* Passes the vertex entries of the line's two ends and of the provoking vertex on to the fragment
 * shader. */
static void spill_line(struct gv_spv_ctx *c, uint32_t indices, uint32_t line, uint32_t end)
{
    uint32_t first = gv_spv_uint_op_const(c, SpvOpIMul, line, 2), entries[3];
    uint32_t provoking = gv_spv_extract(&c->b, gv_spv_driver_spilled(c), GV_U, 3);
    entries[0] = gv_mem_block_load(c, indices, first);
    entries[1] = gv_mem_block_load(c, indices, gv_spv_uint_op_const(c, SpvOpIAdd, first, 1));
    entries[2] = entries[0];
    provoking = gv_spv_uint_op(c, SpvOpIAdd, first, provoking);
    gv_spv_spill_vertex(c, entries, end, gv_mem_block_load(c, indices, provoking));
}

void gv_spv_load_line_vertex(struct gv_spv_ctx *c)
{
    const unsigned num = gv_spv_line_inputs(c), more = 2 * num;
    if (!num) {
        gv_spv_unsupported(c, GV_DIAG_LIMIT_REGISTER, "a line without entries");
        return;
    }
    uint32_t vertex = c->stage->draw_value(c, GV_SPV_VERTEX_INDEX);
    uint32_t vertex_index = gv_spv_uint_op_const(c, SpvOpUMod, vertex, NUM_VERTICES);
    uint32_t line = gv_spv_uint_op_const(c, SpvOpUDiv, vertex, NUM_VERTICES);
    uint32_t end = bit_of(c, ENDS, vertex_index);
    uint32_t own = gv_spv_uint_op(c, SpvOpIAdd, gv_spv_uint_op_const(c, SpvOpIMul, line, 2), end);
    uint32_t other = gv_spv_uint_op_const(c, SpvOpBitwiseXor, own, 1);
    uint32_t entries = block_of_tasks(c, 0), indices = block_of_tasks(c, 2);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_LINE_START))
        c->line_run = load_run(
            c, entries, gv_mem_block_load(c, indices, gv_spv_uint_op_const(c, SpvOpIMul, line, 2)),
            num);
    uint32_t own_entry = gv_mem_block_load(c, indices, own);
    uint32_t other_entry = gv_mem_block_load(c, indices, other);
    load_entry(c, entries, own_entry, 0, num);
    load_entry(c, entries, other_entry, num, num);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_SPILL_ENTRIES))
        spill_line(c, indices, line, end);
    struct gv_val *sides = c->in[more + GALVAN_CORNER_SIDES];
    sides[0] = gv_val_scalar(sign_of(c, bit_of(c, SIDES, vertex_index), -1.0f, 1.0f), GV_F);
    sides[1] = gv_val_scalar(sign_of(c, end, 1.0f, -1.0f), GV_F);
    gv_val_vector(gv_spv_driver_window(c), GV_F, 4, 4, c->in[more + GALVAN_CORNER_WINDOW]);
    gv_val_vector(gv_spv_driver_line(c), GV_F, 4, 4, c->in[more + GALVAN_CORNER_LINE]);
}

/* Loads a vertex of an expanded point. Such a point has the same vertices as an expanded line that
 * goes from left to right. */
void gv_spv_load_point_vertex(struct gv_spv_ctx *c)
{
    uint32_t vertex = c->stage->draw_value(c, GV_SPV_VERTEX_INDEX);
    uint32_t vertex_index = gv_spv_uint_op_const(c, SpvOpUMod, vertex, NUM_VERTICES);
    uint32_t point = gv_spv_uint_op_const(c, SpvOpUDiv, vertex, NUM_VERTICES);
    uint32_t index = gv_mem_block_load(c, block_of_tasks(c, 2), point);
    uint32_t sides[2];
    gv_spv_spill_vertex(c, (uint32_t[]){index, index, index}, gv_spv_uint(&c->b, 0, 1), index);
    sides[0] = sign_of(c, bit_of(c, ENDS, vertex_index), -1.0f, 1.0f);
    sides[1] = sign_of(c, bit_of(c, SIDES, vertex_index), -1.0f, 1.0f);
    c->point_side =
        gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_float(&c->b, 2), sides, 2);
    load_entry(c, block_of_tasks(c, 0), index, 0, c->scan->num_in);
}
