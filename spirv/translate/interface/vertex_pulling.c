/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex pulling: the shader fetches an input by loads from memory, from any byte address, with any
 * stride, format and divisor, and reads zeros out of bounds on every device. */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"

/* Returns the index of the element that this vertex reads. */
static uint32_t element_number(struct gv_spv_ctx *c, uint32_t layout, uint32_t divisor)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t vertex = c->stage->draw_value(c, GV_SPV_VERTEX_INDEX);
    if (layout & GALVAN_ATTRIB_PER_VERTEX)
        return vertex;
    uint32_t instance = c->stage->draw_value(c, GV_SPV_INSTANCE_INDEX);
    uint32_t base = c->stage->draw_value(c, GV_SPV_BASE_INSTANCE);
    uint32_t by = gv_spv_ext2(b, GLSLstd450UMax, type, divisor, gv_spv_uint(b, 1, 1));
    instance = gv_spv_op2(b, SpvOpISub, type, instance, base);
    instance = gv_spv_op2(b, SpvOpUDiv, type, instance, by);
    instance = gv_spv_op2(b, SpvOpIAdd, type, instance, base);
    uint32_t per_vertex = gv_spv_compare_uint(b, SpvOpIEqual, divisor, 0);
    return gv_spv_op3(b, SpvOpSelect, type, per_vertex, vertex, instance);
}

/* Loads `num` dwords from the byte address `at_B`, a multiple of 4. */
static void load_aligned(struct gv_spv_ctx *c, uint32_t block, uint32_t at_B, unsigned num,
                         uint32_t *out_words)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t first = gv_spv_op2(b, SpvOpShiftRightLogical, type, at_B, gv_spv_uint(b, 2, 1));
    for (unsigned i = 0; i < num; i++)
        out_words[i] = gv_mem_block_load(
            c, block, gv_spv_op2(b, SpvOpIAdd, type, first, gv_spv_uint(b, i, 1)));
}

/* Loads `size_B` bytes from any byte address on. Reads only the dwords that contain these bytes. */
static void load_bytes(struct gv_spv_ctx *c, uint32_t block, uint32_t at_B, unsigned size_B,
                       uint32_t *out_words)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t two = gv_spv_uint(b, 2, 1);
    uint32_t first = gv_spv_op2(b, SpvOpShiftRightLogical, type, at_B, two);
    uint32_t last = gv_spv_op2(b, SpvOpIAdd, type, at_B, gv_spv_uint(b, size_B - 1, 1));
    last = gv_spv_op2(b, SpvOpShiftRightLogical, type, last, two);
    uint32_t shift = gv_spv_op2(b, SpvOpBitwiseAnd, type, at_B, gv_spv_uint(b, 3, 1));
    shift = gv_spv_op2(b, SpvOpShiftLeftLogical, type, shift, gv_spv_uint(b, 3, 1));
    uint32_t back = gv_spv_op2(b, SpvOpISub, type, gv_spv_uint(b, 31, 1), shift);

    unsigned num = (size_B + 3) / 4;
    uint32_t word = gv_mem_block_load(c, block, first);
    for (unsigned i = 0; i < num; i++) {
        uint32_t next = gv_spv_op2(b, SpvOpIAdd, type, first, gv_spv_uint(b, i + 1, 1));
        next = gv_mem_block_load(c, block, gv_spv_ext2(b, GLSLstd450UMin, type, next, last));
        uint32_t low = gv_spv_op2(b, SpvOpShiftRightLogical, type, word, shift);
        /* Shifts in two steps, because a shift by 32 is undefined. */
        uint32_t high = gv_spv_op2(b, SpvOpShiftLeftLogical, type, next, back);
        high = gv_spv_op2(b, SpvOpShiftLeftLogical, type, high, gv_spv_uint(b, 1, 1));
        out_words[i] = gv_spv_op2(b, SpvOpBitwiseOr, type, low, high);
        word = next;
    }
}

void gv_spv_pull_attrib(struct gv_spv_ctx *c, unsigned location, uint32_t layout, unsigned size_B,
                        uint32_t out_words[GV_MAX_ATTRIB_WORDS])
{
    struct gv_spv_builder *b = &c->b;
    const unsigned num = (size_B + 3) / 4;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t where = gv_spv_pulled_input(c, location, 0);
    uint32_t how = gv_spv_pulled_input(c, location, 1);

    uint32_t index = element_number(c, layout, gv_spv_extract(b, how, GV_U, 1));
    uint32_t num_elements = gv_spv_extract(b, where, GV_U, 3);
    uint32_t exists = gv_spv_op2(b, SpvOpULessThan, gv_spv_type(b, GV_B, 1), index, num_elements);
    index = gv_spv_op3(b, SpvOpSelect, type, exists, index, gv_spv_uint(b, 0, 1));
    uint32_t at_B = gv_spv_op2(b, SpvOpIMul, type, index, gv_spv_extract(b, where, GV_U, 2));
    at_B = gv_spv_op2(b, SpvOpIAdd, type, at_B, gv_spv_extract(b, how, GV_U, 0));

    uint32_t address = gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type(b, GV_U, 2),
                                 (uint32_t[]){where, where, 0, 1}, 4);
    uint32_t block = gv_mem_block_at(c, address, false);
    if (layout & GALVAN_ATTRIB_ALIGNED)
        load_aligned(c, block, at_B, num, out_words);
    else
        load_bytes(c, block, at_B, size_B, out_words);
    for (unsigned i = 0; i < num; i++)
        out_words[i] = gv_spv_op3(b, SpvOpSelect, type, exists, out_words[i], gv_spv_uint(b, 0, 1));
}
