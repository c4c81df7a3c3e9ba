/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Inputs of lowered stages that process whole primitives: IN[v][n] consists of dwords of the vertex
 * entry of vertex v. */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/varyings/indexed_io.h"
#include "spirv/translate/varyings/locations.h"

/* Returns the first dword of a vertex's entry. A vertex index past the end of the patch is clamped
 * to the index of the patch's last vertex. */
static uint32_t entry(struct gv_spv_ctx *c, uint32_t vertex)
{
    if (c->task.last_vertex)
        vertex = gv_spv_ext2(&c->b, GLSLstd450UMin, gv_spv_type(&c->b, GV_U, 1), vertex,
                             c->task.last_vertex);
    uint32_t index = gv_spv_uint_op(c, SpvOpIAdd, c->task.first_entry, vertex);
    if (c->task.indices)
        index = gv_mem_block_load(c, c->task.indices, index);
    return gv_spv_uint_op(c, SpvOpIMul, index, c->task.entry_dwords);
}

/* Loads `num` dwords, beginning at dword `first` (an id). */
static uint32_t load_dwords(struct gv_spv_ctx *c, uint32_t block, uint32_t first, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t words[4];
    for (unsigned i = 0; i < num; i++)
        words[i] = gv_mem_block_load(c, block, gv_spv_uint_op_const(c, SpvOpIAdd, first, i));
    return num == 1 ? words[0]
                    : gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, num), words, num);
}

uint32_t gv_spv_load_entry(struct gv_spv_ctx *c, uint32_t vertex, unsigned at, unsigned num)
{
    return load_dwords(c, c->task.entries, gv_spv_uint_op_const(c, SpvOpIAdd, entry(c, vertex), at),
                       num);
}

uint32_t gv_spv_primitive_id(struct gv_spv_ctx *c, uint32_t num_vertices)
{
    uint32_t vertex = gv_spv_load_entry(c, gv_spv_uint(&c->b, 0, 1), GALVAN_ENTRY_PRIMITIVE_ID, 1);
    return gv_spv_uint_op(c, SpvOpUDiv, vertex, num_vertices);
}

uint32_t gv_spv_load_patch(struct gv_spv_ctx *c, unsigned at, unsigned num)
{
    return load_dwords(c, c->task.patches,
                       gv_spv_uint_op_const(c, SpvOpIAdd, c->task.first_patch_dword, at), num);
}

/* Loads the vec4 at an element (an id) of an array. */
static uint32_t load_element(struct gv_spv_ctx *c, unsigned array, uint32_t element,
                             uint32_t vertex)
{
    bool patch = array == GV_VARYING_PATCHES;
    uint32_t first = patch ? c->task.first_patch_dword : entry(c, vertex);
    first = gv_spv_uint_op_const(c, SpvOpIAdd, first,
                                 patch ? (unsigned)GALVAN_PATCH_VARYINGS : GALVAN_ENTRY_VARYINGS);
    first = gv_spv_uint_op(c, SpvOpIAdd, first, gv_spv_uint_op_const(c, SpvOpIMul, element, 4));
    return load_dwords(c, patch ? c->task.patches : c->task.entries, first, 4);
}

/* Loads a register of a vertex or of the patch, as 4 dwords or one dword. Returns 0 if no entry has
 * the register. */
static uint32_t load_register(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                              unsigned *out_num)
{
    const struct gv_tgsi_io *io = &c->scan->in[index];
    unsigned element, array = gv_spv_input_array(c, index, &element);
    *out_num = 4;
    if (array == GV_VARYING_PATCHES)
        return gv_spv_load_patch(c, GALVAN_PATCH_VARYINGS + 4 * element, 4);
    if (array == GV_VARYING_SLOTS)
        return gv_spv_load_entry(c, vertex, GALVAN_ENTRY_VARYINGS + 4 * element, 4);
    if (io->semantic == TGSI_SEMANTIC_POSITION)
        return gv_spv_load_entry(c, vertex, GALVAN_ENTRY_POSITION, 4);
    *out_num = 1;
    if (io->semantic == TGSI_SEMANTIC_PRIMID)
        return c->task.primitive_id;
    const int word = gv_tgsi_header_word(io->semantic);
    return word >= 0 ? gv_spv_load_entry(c, vertex, (unsigned)word, 1) : 0;
}

/* Reads register `index` of a vertex. If no entry has the register, reads (0, 0, 0, 1). */
static void read_vertex(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const unsigned semantic = c->scan->in[index].semantic;
    uint32_t id = gv_spv_cache_find(&b->cache, GV_CACHED_INPUT, index, vertex);
    unsigned num = gv_tgsi_header_word(semantic) >= 0 ? 1 : 4;
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (!id) {
        id = load_register(c, index, vertex, &num);
        if (id)
            gv_spv_cache_put(&b->cache, GV_CACHED_INPUT, index, vertex, id);
    }
    if (id && num == 1)
        out_vals[0] = gv_val_scalar(id, GV_U);
    else if (id)
        gv_val_vector(id, GV_U, 4, 4, out_vals);
}

static void read_input(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                       struct gv_val out_vals[4])
{
    unsigned constant;
    if (!element)
        read_vertex(c, index, vertex, out_vals);
    else
        gv_val_vector(load_element(c, gv_spv_input_array(c, index, &constant), element, vertex),
                      GV_U, 4, 4, out_vals);
}

static const struct gv_spv_io_file inputs = {.array_of = gv_spv_input_array, .read = read_input};

void gv_spv_read_entry_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                             struct gv_val out_vals[4])
{
    gv_spv_io_read(c, reg, gv_spv_vertex_index(c, reg, c->num_in_vertices), &inputs, out_vals);
}
