/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* OUT of a lowered TESS_CTRL: dwords of vertex entries and of the patch's entry, in memory that all
 * invocations of the patch share. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/interface/patch_layout.h"
#include "spirv/translate/varyings/indexed_io.h"

static unsigned num_slots(const struct galvan_spirv_key *key)
{
    return (unsigned)__builtin_popcountll(key->vertex.consumer_mask);
}

static unsigned num_patches(const struct galvan_spirv_key *key)
{
    return (unsigned)__builtin_popcount(key->vertex.consumer_patch_mask);
}

static uint32_t num_dwords(const struct gv_tgsi_scan *scan, const struct galvan_spirv_key *key,
                           bool patch)
{
    unsigned num_private = gv_spv_patch_num_private(
        scan, key, patch ? GV_PATCH_PATCH : GV_PATCH_VARYING, scan->num_out);
    return patch ? GALVAN_PATCH_VARYINGS + 4 * (num_patches(key) + num_private)
                 : GALVAN_ENTRY_VARYINGS + 4 * (num_slots(key) + num_private);
}

void galvan_spirv_control_words(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key,
                                uint32_t *out_record, uint32_t *out_patch)
{
    *out_record = num_dwords(&tgsi->scan, key, false);
    *out_patch = num_dwords(&tgsi->scan, key, true);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Returns the offset of an array's first element in the vertex entry or the patch's entry. */
static unsigned array_offset(const struct galvan_spirv_key *key, unsigned array)
{
    switch (array) {
    case GV_PATCH_SLOTS:
        return GALVAN_ENTRY_VARYINGS;
    case GV_PATCH_PRIVATE_SLOTS:
        return GALVAN_ENTRY_VARYINGS + 4 * num_slots(key);
    case GV_PATCH_PATCHES:
        return GALVAN_PATCH_VARYINGS;
    default:
        return GALVAN_PATCH_VARYINGS + 4 * num_patches(key);
    }
}

static unsigned builtin_offset(enum gv_spv_patch_kind kind, const struct gv_tgsi_io *io)
{
    switch (kind) {
    case GV_PATCH_POSITION:
        return GALVAN_ENTRY_POSITION;
    case GV_PATCH_POINT_SIZE:
        return GALVAN_ENTRY_POINT_SIZE;
    default:
        return io->semantic == TGSI_SEMANTIC_TESSOUTER ? GALVAN_PATCH_OUTER : GALVAN_PATCH_INNER;
    }
}

/* Returns the first dword of a vertex's entry, or of the patch's entry. */
static uint32_t first_dword(struct gv_spv_ctx *c, bool patch, uint32_t vertex)
{
    uint32_t number = c->task.primitive;
    if (!patch)
        number = gv_spv_uint_op(
            c, SpvOpIAdd, gv_spv_uint_op_const(c, SpvOpIMul, number, c->num_out_vertices), vertex);
    return gv_spv_uint_op_const(c, SpvOpIMul, number, num_dwords(c->scan, c->key, patch));
}

struct target {
    uint32_t block, word;
    unsigned mask; /* components that are stored in `block` */
};

/* Finds the dwords of register `index` of a vertex. If `element`, an id, is not 0, finds the dwords
 * of that element of the register's array. */
static struct target find_target(struct gv_spv_ctx *c, unsigned index, uint32_t element,
                                 uint32_t vertex)
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(c->scan, c->key, index);
    bool patch = kind == GV_PATCH_PATCH || kind == GV_PATCH_LEVELS;
    struct target target = {patch ? c->task.out_patches : c->task.out_entries, 0,
                            gv_spv_patch_components(kind, io)};
    unsigned constant, array = gv_spv_patch_array(c->scan, c->key, index, &constant);
    if (!target.mask)
        return target;
    unsigned at = array ? array_offset(c->key, array) : builtin_offset(kind, io);
    target.word = first_dword(c, patch, vertex);
    if (array && element)
        target.word = gv_spv_uint_op(c, SpvOpIAdd, target.word,
                                     gv_spv_uint_op_const(c, SpvOpIMul, element, 4));
    target.word = gv_spv_uint_op_const(c, SpvOpIAdd, target.word,
                                       at + (array && !element ? 4 * constant : 0));
    return target;
}

/* ---- Access ---------------------------------------------------------------------------------- */

static unsigned array_of(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element)
{
    return gv_spv_patch_array(c->scan, c->key, index, out_element);
}

static void read_output(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    const struct target target = find_target(c, index, element, vertex);
    for (unsigned i = 0; i < 4; i++) {
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
        if (target.mask >> i & 1)
            out_vals[i] =
                gv_val_scalar(gv_mem_block_load(c, target.block,
                                                gv_spv_uint_op_const(c, SpvOpIAdd, target.word, i)),
                              GV_U);
    }
}

static void write_output(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                         unsigned mask, const struct gv_val vals[4])
{
    const struct target target = find_target(c, index, element, vertex);
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask & target.mask & 1u << i))
            continue;
        uint32_t value = gv_spv_gather(&c->b, &vals[i], 1, GV_U);
        gv_mem_block_store(c, target.block, gv_spv_uint_op_const(c, SpvOpIAdd, target.word, i),
                           value);
    }
}

static const struct gv_spv_io_file outputs = {
    .array_of = array_of, .read = read_output, .write = write_output};

void gv_spv_patch_entry_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                             struct gv_val out_vals[4])
{
    (void)mask;
    gv_spv_io_read(c, reg, gv_spv_patch_vertex(c, reg), &outputs, out_vals);
}

void gv_spv_patch_entry_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              const struct gv_val vals[4])
{
    gv_spv_io_write(c, reg, gv_spv_patch_vertex(c, reg), mask, vals, &outputs);
}

/* ---- Outputs that no instruction writes */

static void store(struct gv_spv_ctx *c, bool patch, unsigned word, uint32_t bits)
{
    uint32_t at =
        gv_spv_uint_op_const(c, SpvOpIAdd, first_dword(c, patch, gv_spv_invocation(c)), word);
    gv_mem_block_store(c, patch ? c->task.out_patches : c->task.out_entries, at,
                       gv_spv_uint(&c->b, bits, 1));
}

/* Stores defaults to the components that the next stage reads but no instruction writes. */
static void store_varyings(struct gv_spv_ctx *c, bool patch)
{
    const unsigned array = patch ? GV_PATCH_PATCHES : GV_PATCH_SLOTS;
    const unsigned num = patch ? num_patches(c->key) : num_slots(c->key);
    for (unsigned e = 0; e < num; e++) {
        unsigned written = gv_spv_patch_written(c, array, e);
        for (unsigned i = 0; i < 4; i++) {
            if (!(written >> i & 1))
                store(c, patch, array_offset(c->key, array) + 4 * e + i, i == 3 ? 0x3f800000 : 0);
        }
    }
}

static void store_builtin(struct gv_spv_ctx *c, unsigned semantic, bool patch, unsigned word,
                          const uint32_t *values, unsigned num)
{
    int out = gv_tgsi_find_output(c->scan, semantic, 0);
    unsigned written = out >= 0 ? c->scan->out[out].written : 0;
    for (unsigned i = 0; i < num; i++) {
        if (!(written >> i & 1))
            store(c, patch, word + i, values[i]);
    }
}

void gv_spv_patch_entries(struct gv_spv_ctx *c)
{
    static const uint32_t zeros[4], position[4] = {0, 0, 0, 0x3f800000}, size = 0x3f800000;
    store_varyings(c, false);
    store_varyings(c, true);
    store_builtin(c, TGSI_SEMANTIC_POSITION, false, GALVAN_ENTRY_POSITION, position, 4);
    store_builtin(c, TGSI_SEMANTIC_PSIZE, false, GALVAN_ENTRY_POINT_SIZE, &size, 1);
    store_builtin(c, TGSI_SEMANTIC_TESSOUTER, true, GALVAN_PATCH_OUTER, zeros, 4);
    store_builtin(c, TGSI_SEMANTIC_TESSINNER, true, GALVAN_PATCH_INNER, zeros, 2);
    uint32_t at =
        gv_spv_uint_op_const(c, SpvOpIAdd, first_dword(c, true, 0), GALVAN_PATCH_PRIMITIVE_ID);
    gv_mem_block_store(c, c->task.out_patches, at, c->task.primitive_id);
}
