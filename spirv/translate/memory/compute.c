/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that only compute programs have: shared, private, input, and global buffers, which are
 * accessed by address. The device does not check the bounds of this memory, so the code does: out
 * of bounds, loads return 0 and stores are dropped. */
#include "spirv/translate/base/bounds.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/memory/memory.h"

/* ---- Checked accesses ----------------------------------------------------------------------- */

/* The `num` dwords of a variable from dword `first` on. */
struct words {
    SpvStorageClass storage;
    uint32_t var;
    uint32_t first, num;
};

/* Loads, stores or atomically changes dword `i` of an access. Returns the loaded or old value, or 0
 * for a store. */
static uint32_t touch(struct gv_spv_ctx *c, struct gv_mem_op *op, SpvStorageClass storage,
                      uint32_t pointer, unsigned i)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    bool physical = storage == SpvStorageClassPhysicalStorageBuffer;
    uint32_t value;
    switch (op->kind) {
    case GV_MEM_LOAD:
        return gv_spv_op(b, SpvOpLoad, type, (uint32_t[]){pointer, SpvMemoryAccessAlignedMask, 4},
                         physical ? 3 : 1);
    case GV_MEM_STORE:
        value = gv_spv_gather(b, &op->data[i], 1, GV_U);
        gv_spv_stmt(b, SpvOpStore, (uint32_t[]){pointer, value, SpvMemoryAccessAlignedMask, 4},
                    physical ? 4 : 2);
        return 0;
    default:
        return gv_mem_atomic(c, op, pointer, type, physical ? SpvScopeDevice : SpvScopeWorkgroup);
    }
}

/* Accesses a dword like touch(), but does nothing and returns 0 if `inside`, a bool id, is
 * false. */
static uint32_t touch_inside(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct words *w,
                             uint32_t index, uint32_t inside, unsigned i)
{
    struct gv_guard guard;
    gv_guard_begin(c, &op->block, inside, &guard);
    uint32_t id = touch(c, op, w->storage, gv_mem_word(c, w->storage, w->var, index), i);
    return gv_guard_end(c, &op->block, &guard, id, GV_U);
}

/* Returns the dword at a computed index; 0 if the index is past the end. */
static uint32_t load_checked(struct gv_spv_ctx *c, const struct words *w, uint32_t index,
                             uint32_t inside)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t safe = gv_spv_ext2(b, GLSLstd450UMin, type, index, gv_spv_uint(b, w->num - 1, 1));
    if (w->first)
        safe = gv_spv_op2(b, SpvOpIAdd, type, safe, gv_spv_uint(b, w->first, 1));
    uint32_t id = gv_spv_op1(b, SpvOpLoad, type, gv_mem_word(c, w->storage, w->var, safe));
    return gv_spv_op3(b, SpvOpSelect, type, inside, id, gv_spv_uint(b, 0, 1));
}

static uint32_t touch_word(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct words *w,
                           struct gv_val index, unsigned i)
{
    struct gv_spv_builder *b = &c->b;
    if (index.type == GV_IMM) {
        uint32_t number = gv_spv_uint(b, w->first + index.id, 1);
        return index.id < w->num
                   ? touch(c, op, w->storage, gv_mem_word(c, w->storage, w->var, number), i)
                   : 0;
    }
    uint32_t id = gv_spv_gather(b, &index, 1, GV_U);
    uint32_t inside = gv_spv_compare_uint(b, SpvOpULessThan, id, w->num);
    return op->kind == GV_MEM_LOAD ? load_checked(c, w, id, inside)
                                   : touch_inside(c, op, w, id, inside, i);
}

static void access_words(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct words *w,
                         struct gv_val out_vals[4])
{
    for (unsigned i = 0; i < 4; i++) {
        if (!(op->mask >> i & 1))
            continue;
        uint32_t id = touch_word(c, op, w, gv_mem_word_after(c, op->word, i), i);
        if (id)
            out_vals[i] = gv_val_scalar(id, GV_U);
    }
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

static struct words array(struct gv_spv_ctx *c, SpvStorageClass storage, uint32_t *var,
                          uint32_t size_B)
{
    uint32_t num = size_B / 4 + (size_B % 4 != 0);
    num = num ? num : 1;
    if (!*var)
        *var = gv_spv_global(&c->b, storage,
                             gv_spv_type_array(&c->b, gv_spv_type_uint(&c->b, 1), num));
    return (struct words){storage, *var, 0, num};
}

static void access_array(struct gv_spv_ctx *c, struct gv_mem_op *op, SpvStorageClass storage,
                         uint32_t *var, uint32_t size_B, struct gv_val out_vals[4])
{
    if (op->kind == GV_MEM_SIZE) {
        out_vals[0] = gv_val_imm(size_B);
        return;
    }
    const struct words words = array(c, storage, var, size_B);
    access_words(c, op, &words, out_vals);
}

static void access_input(struct gv_spv_ctx *c, struct gv_mem_op *op, struct gv_val out_vals[4])
{
    const struct words words = {
        .storage = SpvStorageClassStorageBuffer,
        .var = gv_spv_compute_block(c),
        .first = offsetof(struct galvan_compute_block, input) / 4,
        .num = GALVAN_MAX_INPUT_B / 4,
    };
    access_words(c, op, &words, out_vals);
}

/* ---- Buffers by address ---------------------------------------------------------------------- */

enum {
    SLOT_SHIFT = GALVAN_GLOBAL_SHIFT - 2, /* shift of the index of a dword */
    SLOT_WORDS = 4,
};

static void access_global(struct gv_spv_ctx *c, struct gv_mem_op *op, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t word = gv_spv_gather(b, &op->word, 1, GV_U);
    uint32_t slot =
        gv_spv_op2(b, SpvOpShiftRightLogical, type, word, gv_spv_uint(b, SLOT_SHIFT, 1));
    uint32_t index =
        gv_spv_op2(b, SpvOpBitwiseAnd, type, word, gv_spv_uint(b, (1u << SLOT_SHIFT) - 1, 1));
    uint32_t at = gv_spv_op2(b, SpvOpIMul, type, slot, gv_spv_uint(b, SLOT_WORDS, 1));
    uint32_t entry[3]; /* address, size */
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t first = offsetof(struct galvan_compute_block, globals) / 4 + k;
        uint32_t place = gv_spv_op2(b, SpvOpIAdd, type, at, gv_spv_uint(b, first, 1));
        entry[k] = gv_spv_op1(
            b, SpvOpLoad, type,
            gv_mem_word(c, SpvStorageClassStorageBuffer, gv_spv_compute_block(c), place));
    }
    gv_spv_physical_addresses(b);
    uint32_t address =
        gv_spv_op2(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, 2), entry[0], entry[1]);
    uint32_t pointer =
        gv_spv_type_pointer(b, SpvStorageClassPhysicalStorageBuffer, gv_mem_global_block(c));
    const struct words words = {.storage = SpvStorageClassPhysicalStorageBuffer,
                                .var = gv_spv_op1(b, SpvOpBitcast, pointer, address)};
    for (uint32_t i = 0; i < 4; i++) {
        if (!(op->mask >> i & 1))
            continue;
        uint32_t number = gv_spv_op2(b, SpvOpIAdd, type, index, gv_spv_uint(b, i, 1));
        uint32_t inside = gv_spv_op2(b, SpvOpULessThan, gv_spv_type(b, GV_B, 1), number, entry[2]);
        uint32_t id = touch_inside(c, op, &words, number, inside, i);
        if (id)
            out_vals[i] = gv_val_scalar(id, GV_U);
    }
}

/* ---- Dispatch -------------------------------------------------------------------------------- */

void gv_mem_compute(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned type,
                    struct gv_val out_vals[4])
{
    const char *why = NULL;
    if (type == TGSI_MEMORY_TYPE_INPUT && op->kind != GV_MEM_LOAD)
        why = "INPUT memory but to load from";
    else if (type == TGSI_MEMORY_TYPE_GLOBAL && op->kind == GV_MEM_SIZE)
        why = "the size of GLOBAL memory";
    else if (type == TGSI_MEMORY_TYPE_PRIVATE && op->kind == GV_MEM_ATOMIC)
        why = "atomics on PRIVATE memory, which no other thread sees";
    if (why) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, why);
        return;
    }
    switch (type) {
    case TGSI_MEMORY_TYPE_GLOBAL:
        access_global(c, op, out_vals);
        break;
    case TGSI_MEMORY_TYPE_PRIVATE:
        access_array(c, op, SpvStorageClassPrivate, &c->private_var, c->key->compute.private_size_B,
                     out_vals);
        break;
    case TGSI_MEMORY_TYPE_INPUT:
        access_input(c, op, out_vals);
        break;
    default:
        access_array(c, op, SpvStorageClassWorkgroup, &c->shared_var, c->key->compute.shared_size_B,
                     out_vals);
        break;
    }
}
