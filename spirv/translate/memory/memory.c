/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* LOAD, STORE, RESQ and atomics on storage buffers and atomic counters, which are arrays of dwords.
 * Robust buffer access of the device, if available, handles accesses out of bounds. Images and the
 * memory of compute programs have their own files. */
#include "spirv/translate/memory/memory.h"

#include "spirv/translate/base/bounds.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/switch.h"

/* ---- Variables ------------------------------------------------------------------------------ */

static uint32_t storage_buffers(struct gv_spv_ctx *c, unsigned binding, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = gv_spv_global(b, SpvStorageClassStorageBuffer, type);
    gv_spv_decorate1(b, var, SpvDecorationDescriptorSet, GALVAN_SET_BUFFER);
    gv_spv_decorate1(b, var, SpvDecorationBinding,
                     GALVAN_BUFFER_STAGE_BASE(c->tgsi->info.stage) + binding);
    return var;
}

static uint32_t storage_buffer(struct gv_spv_ctx *c, unsigned binding)
{
    return storage_buffers(c, binding, gv_mem_words_block(c));
}

/* ---- BUFFERs: separate variables, or one array */

static bool buffers_are_array(const struct gv_spv_ctx *c)
{
    return c->key->device.buffer_array && c->tgsi->info.shader_buffers_indexed;
}

static unsigned num_elements(const struct gv_spv_ctx *c)
{
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    return (unsigned)__builtin_popcount(info->shader_buffers_mask);
}

static uint32_t array_var(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    uint32_t *var = &c->buffer_var[0];
    if (!*var) {
        uint32_t type = gv_spv_type_array(b, gv_mem_words_block(c), num_elements(c));
        *var = storage_buffers(c, GALVAN_BUFFER_BASE_SSBO, type);
        if (!info->shader_buffers_write_mask)
            gv_spv_decorate(b, *var, SpvDecorationNonWritable);
        if (c->scan->buffer_coherent_mask)
            gv_spv_decorate(b, *var, SpvDecorationCoherent);
        if (c->scan->buffer_volatile_mask)
            gv_spv_decorate(b, *var, SpvDecorationVolatile);
    }
    return *var;
}

/* Returns a pointer to an element of the array of BUFFERs. */
static uint32_t array_element(struct gv_spv_ctx *c, uint32_t slot)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = array_var(c);
    uint32_t p = gv_spv_cache_find(&b->cache, GV_CACHED_POINTER, var, slot);
    if (!p) {
        uint32_t type = gv_spv_type_pointer(b, SpvStorageClassStorageBuffer, gv_mem_words_block(c));
        p = gv_spv_op2(b, SpvOpAccessChain, type, var, slot);
        gv_spv_cache_put(&b->cache, GV_CACHED_POINTER, var, slot, p);
    }
    return p;
}

static uint32_t buffer_var(struct gv_spv_ctx *c, unsigned slot)
{
    struct gv_spv_builder *b = &c->b;
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    if (slot >= GV_MAX_BUFFER_BINDINGS) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a storage buffer past the last binding");
        return 0;
    }
    if (buffers_are_array(c))
        return array_element(c, gv_spv_uint(b, slot, 1));
    uint32_t *var = &c->buffer_var[slot];
    if (!*var) {
        *var = storage_buffer(c, GALVAN_BUFFER_BASE_SSBO + slot);
        if (!(info->shader_buffers_write_mask >> slot & 1))
            gv_spv_decorate(b, *var, SpvDecorationNonWritable);
        if (c->scan->buffer_coherent_mask >> slot & 1)
            gv_spv_decorate(b, *var, SpvDecorationCoherent);
        if (c->scan->buffer_volatile_mask >> slot & 1)
            gv_spv_decorate(b, *var, SpvDecorationVolatile);
    }
    return *var;
}

/* Returns the storage buffer of a RAW image of target BUFFER. */
static uint32_t raw_buffer_var(struct gv_spv_ctx *c, unsigned unit)
{
    uint32_t *var = &c->image_var[unit];
    if (!*var) {
        *var = storage_buffer(c, GALVAN_BUFFER_BASE_IMAGE + unit);
        gv_mem_decorate_image(c, *var, unit);
    }
    return *var;
}

static uint32_t atomic_var(struct gv_spv_ctx *c, unsigned buffer)
{
    if (buffer >= GV_MAX_BUFFER_BINDINGS) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "an atomic buffer past the last binding");
        return 0;
    }
    if (!c->atomic_var[buffer])
        c->atomic_var[buffer] = storage_buffer(c, GALVAN_BUFFER_BASE_ATOMIC + buffer);
    return c->atomic_var[buffer];
}

/* ---- Words ---------------------------------------------------------------------------------- */

static uint32_t num_words(struct gv_spv_ctx *c, uint32_t var)
{
    return gv_spv_op2(&c->b, SpvOpArrayLength, gv_spv_type(&c->b, GV_U, 1), var, 0);
}

/* Loads, stores or atomically changes dword `i` of an access. Returns the loaded or old value, or 0
 * for a store. */
static uint32_t touch(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t var, uint32_t index,
                      unsigned i)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t p = gv_mem_word(c, SpvStorageClassStorageBuffer, var, index);
    if (op->kind == GV_MEM_LOAD)
        return gv_spv_op1(b, SpvOpLoad, type, p);
    if (op->kind == GV_MEM_ATOMIC)
        return gv_mem_atomic(c, op, p, type, SpvScopeDevice);
    gv_spv_store(b, p, gv_spv_gather(b, &op->data[i], 1, GV_U));
    return 0;
}

static uint32_t touch_checked(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t var,
                              uint32_t index, unsigned i)
{
    struct gv_guard guard;
    uint32_t inside = gv_bounds_inside(c, index, num_words(c, var));
    if (op->kind == GV_MEM_LOAD)
        return gv_bounds_loaded(c, inside, touch(c, op, var, gv_bounds_index(c, inside, index), i),
                                GV_U, 1);
    gv_guard_begin(c, &op->block, inside, &guard);
    return gv_guard_end(c, &op->block, &guard, touch(c, op, var, index, i), GV_U);
}

static void access_buffer(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t var,
                          struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    if (op->kind == GV_MEM_SIZE) {
        uint32_t four = gv_spv_uint(b, 4, 1);
        uint32_t size_dw = num_words(c, var);
        uint32_t size_B = gv_spv_op2(b, SpvOpIMul, gv_spv_type(b, GV_U, 1), size_dw, four);
        out_vals[0] = gv_val_scalar(size_B, GV_U);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(op->mask >> i & 1))
            continue;
        struct gv_val word = gv_mem_word_after(c, op->word, i);
        uint32_t index = gv_spv_gather(b, &word, 1, GV_U);
        uint32_t id = c->key->device.check_bounds ? touch_checked(c, op, var, index, i)
                                                  : touch(c, op, var, index, i);
        if (id)
            out_vals[i] = gv_val_scalar(id, GV_U);
    }
}

/* ---- Operands -------------------------------------------------------------------------------- */

static enum gv_mem_kind kind_of(unsigned opcode)
{
    switch (opcode) {
    case TGSI_OPCODE_LOAD:
        return GV_MEM_LOAD;
    case TGSI_OPCODE_STORE:
        return GV_MEM_STORE;
    case TGSI_OPCODE_RESQ:
        return GV_MEM_SIZE;
    default:
        return GV_MEM_ATOMIC;
    }
}

/* Returns the byte address in source `s` as the index of a dword. */
static struct gv_val address(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s)
{
    struct gv_val vals[4];
    gv_spv_fetch(c, &in->src[s], 1, vals);
    if (vals[0].type == GV_IMM && !in->src[s].negate && !in->src[s].absolute)
        return gv_val_imm(vals[0].id >> 2);
    return gv_mem_word_at(c, gv_spv_src(c, in, s, 0, 1, GV_U));
}

/* Returns the index of an atomic counter's dword, which is its register number; the address operand
 * repeats the number and is not read. */
static struct gv_val counter(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg)
{
    if (!reg->indirect)
        return gv_val_imm((uint32_t)reg->index);
    return gv_val_scalar(gv_spv_index(c, &reg->ind, reg->index), GV_U);
}

static void decode_words(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct gv_tgsi_reg *reg)
{
    const struct gv_tgsi_insn *in = op->in;
    unsigned first = op->kind == GV_MEM_STORE ? 0 : 1; /* source of the address */
    op->value_type = GV_U;
    if (op->kind == GV_MEM_SIZE)
        return;
    op->word = reg->file == TGSI_FILE_HW_ATOMIC ? counter(c, reg) : address(c, in, first);
    if (op->kind == GV_MEM_STORE) {
        const struct gv_tgsi_src *src = &in->src[1];
        gv_spv_fetch(c, src, op->mask, op->data);
        for (unsigned i = 0; (src->negate || src->absolute) && i < 4; i++) {
            if (op->mask >> i & 1)
                op->data[i] = gv_val_scalar(gv_spv_src(c, in, 1, i, 1, GV_F), GV_F);
        }
    }
    if (op->kind == GV_MEM_ATOMIC) {
        /* Float atomics compute on floats, but the dwords in memory have the type uint. */
        op->mask = 1;
        op->value_type = gv_mem_atomic_is_float(in->opcode) ? GV_F : GV_U;
        op->value = gv_spv_src(c, in, 2, 0, 1, op->value_type);
        if (in->opcode == TGSI_OPCODE_ATOMCAS) {
            op->compare = op->value;
            op->value = gv_spv_src(c, in, 3, 0, 1, GV_U);
        }
    }
}

/* ---- Dispatch -------------------------------------------------------------------------------- */

static bool is_write(const struct gv_mem_op *op)
{
    return op->kind == GV_MEM_STORE || op->kind == GV_MEM_ATOMIC;
}

static bool is_raw_buffer(const struct gv_spv_ctx *c, unsigned unit)
{
    return c->scan->images[unit].raw && c->scan->images[unit].target == TGSI_TEXTURE_BUFFER;
}

/* Returns the index of an atomic counter's dword in the buffer that is bound. */
static struct gv_val from_start(struct gv_spv_ctx *c, unsigned buffer, struct gv_val index)
{
    struct gv_spv_builder *b = &c->b;
    const uint8_t *starts = c->key->common.counter_start;
    const uint32_t start = buffer < sizeof(c->key->common.counter_start) ? starts[buffer] : 0;
    if (index.type == GV_IMM)
        return gv_val_imm(index.id + start);
    if (!start)
        return index;
    const uint32_t type = gv_spv_type(b, GV_U, 1);
    const uint32_t number = gv_spv_uint(b, start, 1);
    return gv_val_scalar(gv_spv_op2(b, SpvOpIAdd, type, index.id, number), GV_U);
}

static void access_unit(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned file, unsigned unit,
                        struct gv_val out_vals[4])
{
    uint32_t var;
    struct gv_mem_op counter;
    if (is_write(op) && c->key->common.no_stores)
        return;
    switch (file) {
    case TGSI_FILE_IMAGE:
        if (c->key->common.images_absent >> unit & 1 ||
            (is_write(op) && c->key->common.images_read_only >> unit & 1))
            break;
        if (is_raw_buffer(c, unit))
            access_buffer(c, op, raw_buffer_var(c, unit), out_vals);
        else
            gv_mem_image(c, op, unit, out_vals);
        break;
    case TGSI_FILE_HW_ATOMIC:
        var = atomic_var(c, unit);
        counter = *op;
        counter.word = from_start(c, unit, op->word);
        if (var)
            access_buffer(c, &counter, var, out_vals);
        break;
    default:
        var = buffer_var(c, unit);
        if (var)
            access_buffer(c, op, var, out_vals);
        break;
    }
}

/* Returns the image whose declaration describes the images that IMAGE[ADDR + first] can name: the
 * first one with the instruction's target and format. Mesa adds the index of an array's first image
 * to the address, so IMAGE[first] may be an image of another kind. */
static unsigned model_image(const struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                            unsigned first)
{
    for (unsigned unit = first; unit < GV_TGSI_MAX_IMAGES; unit++) {
        const struct gv_tgsi_image *image = &c->scan->images[unit];
        if ((c->scan->image_declared_mask >> unit & 1) && image->target == in->mem_target &&
            image->format == in->mem_format)
            return unit;
    }
    return first;
}

/* Lists the declared units that FILE[ADDR + first] can name: of images, those that are translated
 * like `model`; of counters, those up to the first one that is not declared. */
static unsigned list_units(const struct gv_spv_ctx *c, const struct gv_mem_op *op, unsigned file,
                           unsigned first, unsigned model, uint8_t out_units[GV_TGSI_MAX_IMAGES])
{
    bool image = file == TGSI_FILE_IMAGE, counters = file == TGSI_FILE_HW_ATOMIC;
    uint32_t declared = image      ? c->scan->image_declared_mask
                        : counters ? c->scan->atomic_declared_mask
                                   : c->scan->buffer_declared_mask;
    unsigned num = 0;
    for (unsigned unit = first; unit < GV_TGSI_MAX_IMAGES; unit++) {
        bool is_declared = declared >> unit & 1;
        if (counters && !is_declared)
            break;
        if (is_declared && (!image || gv_mem_same_image(c, model, unit, op->kind)))
            out_units[num++] = (uint8_t)unit;
    }
    return num;
}

/* Accesses BUFFER[index] of an array of buffers with a computed index. If the index is out of
 * bounds, accesses the first buffer at a word past every buffer's end, so that loads return 0 and
 * stores are dropped. */
static void access_indexed(struct gv_spv_ctx *c, struct gv_mem_op *op,
                           const struct gv_tgsi_reg *reg, struct gv_val out_vals[4])
{
    enum {
        NO_WORD = 0x3ffffff0
    };
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1), zero = gv_spv_uint(b, 0, 1);
    if (is_write(op) && c->key->common.no_stores)
        return;
    gv_spv_capability(b, SpvCapabilityStorageBufferArrayDynamicIndexing);
    uint32_t slot = gv_spv_index(c, &reg->ind, reg->index);
    uint32_t inside = gv_spv_compare_uint(b, SpvOpULessThan, slot, num_elements(c));
    slot = gv_spv_op3(b, SpvOpSelect, type, inside, slot, zero);
    if (op->kind != GV_MEM_SIZE) {
        uint32_t no_word = gv_spv_uint(b, NO_WORD, 1);
        uint32_t word = gv_spv_gather(b, &op->word, 1, GV_U);
        word = gv_spv_op3(b, SpvOpSelect, type, inside, word, no_word);
        op->word = gv_val_scalar(word, GV_U);
    }
    access_buffer(c, op, array_element(c, slot), out_vals);
    if (op->kind == GV_MEM_SIZE) {
        uint32_t size_B = gv_spv_gather(b, &out_vals[0], 1, GV_U);
        out_vals[0] = gv_val_scalar(gv_spv_op3(b, SpvOpSelect, type, inside, size_B, zero), GV_U);
    }
}

/* Accesses a unit with a computed, dynamically uniform index. The candidate units are separate
 * bindings, so the code is a switch with a case for each unit. Out of bounds, loads return 0 and
 * stores are dropped. */
static void access_any(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct gv_tgsi_reg *reg,
                       unsigned model, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    bool counters = reg->file == TGSI_FILE_HW_ATOMIC;
    unsigned first = (unsigned)(counters ? reg->dim_index : reg->index);
    uint8_t units[GV_TGSI_MAX_IMAGES];
    unsigned num = list_units(c, op, reg->file, first, model, units);
    unsigned type = reg->file == TGSI_FILE_IMAGE && op->kind != GV_MEM_SIZE
                        ? gv_mem_image_type(c, model)
                        : GV_U;
    uint32_t selector = counters ? gv_spv_index(c, &reg->dim_ind, reg->dim_index)
                                 : gv_spv_index(c, &reg->ind, reg->index);
    uint32_t header = gv_spv_id(b);
    const struct gv_val zero[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    uint32_t zeros = gv_spv_gather(b, zero, 4, type);
    struct gv_spv_switch s;
    gv_spv_branch(b, header);
    gv_spv_label(b, header);
    gv_spv_switch_begin(c, selector, units, num, num, &s);
    gv_spv_switch_value(&s, zeros, header);
    for (unsigned i = 0; i < num; i++) {
        struct gv_val vals[4] = {zero[0], zero[0], zero[0], zero[0]};
        gv_spv_switch_case(c, &s, i);
        op->block = s.labels[i];
        access_unit(c, op, reg->file, units[i], vals);
        gv_spv_switch_value(&s, op->kind == GV_MEM_STORE ? 0 : gv_spv_gather(b, vals, 4, type),
                            op->block);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, type, op->kind == GV_MEM_STORE ? NULL : out_vals);
}

/* Returns the register that an instruction accesses. BUFFERs are counted from the lowest declared
 * BUFFER. */
static struct gv_tgsi_reg resource_operand(const struct gv_spv_ctx *c,
                                           const struct gv_tgsi_insn *in, enum gv_mem_kind kind)
{
    struct gv_tgsi_reg reg = kind == GV_MEM_STORE ? in->dst[0].reg : in->src[0].reg;
    if (reg.file == TGSI_FILE_BUFFER)
        reg.index -= (int)c->tgsi->info.shader_buffer_base;
    return reg;
}

/* Whether translation supports an access to the operand's register file. Records a diagnostic if
 * not. */
static bool check_resource(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_tgsi_reg *reg)
{
    bool known = reg->file == TGSI_FILE_MEMORY || reg->file == TGSI_FILE_BUFFER ||
                 reg->file == TGSI_FILE_IMAGE || reg->file == TGSI_FILE_HW_ATOMIC;
    const char *why = NULL;
    bool is_value = reg->file == TGSI_FILE_TEMPORARY || reg->file == TGSI_FILE_INPUT ||
                    reg->file == TGSI_FILE_IMMEDIATE || reg->file == TGSI_FILE_SYSTEM_VALUE ||
                    (reg->file == TGSI_FILE_CONSTANT && in->mem_target != 0);
    if (is_value) {
        gv_spv_unsupported(c, GV_DIAG_BINDLESS, "bindless images");
        return false;
    }
    if (!known)
        why = "this register file as memory";
    else if (reg->file == TGSI_FILE_MEMORY && !c->stage->workgroup)
        why = "shared memory outside COMP";
    if (why)
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, why);
    return !why;
}

static void write_result(struct gv_spv_ctx *c, const struct gv_mem_op *op, struct gv_val vals[4])
{
    const struct gv_tgsi_insn *in = op->in;
    if (op->kind == GV_MEM_ATOMIC)
        vals[1] = vals[2] = vals[3] = vals[0];
    if (in->saturate)
        gv_spv_write_vec4(c, in, gv_spv_gather(&c->b, vals, 4, GV_F), GV_F);
    else
        gv_spv_write(c, in, vals);
}

void gv_spv_emit_memory(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    enum gv_mem_kind kind = kind_of(in->opcode);
    const struct gv_tgsi_reg operand = resource_operand(c, in, kind), *reg = &operand;
    struct gv_mem_op op = {.in = in, .kind = kind, .mask = in->dst[0].mask};
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    unsigned unit = (unsigned)reg->index;
    bool is_const = reg->file == TGSI_FILE_CONSTANT || reg->file == TGSI_FILE_CONSTBUF;
    if (is_const && kind == GV_MEM_LOAD && in->mem_target == TGSI_TEXTURE_BUFFER) {
        gv_mem_load_const(c, in);
        return;
    }
    if (!check_resource(c, in, reg))
        return;
    int memory = gv_tgsi_memory_type(c->scan, reg);
    bool image = reg->file == TGSI_FILE_IMAGE && memory < 0;
    if (image && reg->indirect)
        unit = model_image(c, in, unit);
    if (!image || c->scan->images[unit].raw)
        decode_words(c, &op, reg);
    if (image && !is_raw_buffer(c, unit) && !gv_mem_decode_image(c, &op, unit))
        return;
    if (reg->file == TGSI_FILE_HW_ATOMIC)
        unit = reg->dimension ? (unsigned)reg->dim_index : 0;
    if (memory >= 0)
        gv_mem_compute(c, &op, (unsigned)memory, vals);
    else if (reg->file == TGSI_FILE_BUFFER && reg->indirect && buffers_are_array(c))
        access_indexed(c, &op, reg, vals);
    else if (reg->file == TGSI_FILE_HW_ATOMIC ? reg->dim_indirect : reg->indirect)
        access_any(c, &op, reg, unit, vals);
    else
        access_unit(c, &op, reg->file, unit, vals);
    if (kind != GV_MEM_STORE && c->result == GALVAN_OK)
        write_result(c, &op, vals);
}
