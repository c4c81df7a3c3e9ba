/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Registers of TEMP, OUT and ADDR: SSA values if the register allocation found them sufficient,
 * otherwise variables to which every write stores, and Function arrays for indirectly addressed
 * registers. */
#include "spirv/translate/base/registers.h"

#include "spirv/translate/base/item_vars.h"

uint32_t gv_spv_reg_index(const struct gv_spv_ctx *c, unsigned file, unsigned index)
{
    switch (file) {
    case TGSI_FILE_OUTPUT:
        return c->first_out + index;
    case TGSI_FILE_ADDRESS:
        return c->first_addr + index;
    default:
        return index;
    }
}

/* Registers begin as zero, so that a register that was never written reads as the same value on
 * every device. */
static uint32_t zeroed_local(struct gv_spv_ctx *c, uint32_t type)
{
    uint32_t null = gv_spv_unique(&c->b, SpvOpConstantNull, &type, 1, true);
    return gv_spv_local(&c->b, type, null);
}

static unsigned comp_type(const struct gv_spv_reg *reg, unsigned comp)
{
    return reg->vote[comp] >= 0 ? GV_F : GV_U;
}

static uint32_t comp_var(struct gv_spv_ctx *c, struct gv_spv_reg *reg, unsigned comp)
{
    uint32_t type = gv_spv_type(&c->b, comp_type(reg, comp), 1);
    if (!reg->var[comp])
        reg->var[comp] = zeroed_local(c, gv_spv_items_type(c, type));
    return gv_spv_item_pointer(c, reg->var[comp], type);
}

static uint32_t array_var(struct gv_spv_ctx *c, struct gv_spv_array *array)
{
    uint32_t type = gv_spv_type_array(&c->b, gv_spv_type(&c->b, array->type, 4), array->num);
    if (!array->var) {
        array->var = zeroed_local(c, gv_spv_items_type(c, type));
    }
    return gv_spv_item_pointer(c, array->var, type);
}

static uint32_t element(struct gv_spv_ctx *c, uint32_t var, unsigned type, uint32_t index)
{
    uint32_t pointer =
        gv_spv_type_pointer(&c->b, SpvStorageClassFunction, gv_spv_type(&c->b, type, 4));
    return gv_spv_op2(&c->b, SpvOpAccessChain, pointer, var, index);
}

static void store_component(struct gv_spv_ctx *c, uint32_t pointer, unsigned type, unsigned comp,
                            uint32_t value)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t scalar = gv_spv_type_pointer(b, SpvStorageClassFunction, gv_spv_type(b, type, 1));
    uint32_t p = gv_spv_cache_find(&b->cache, GV_CACHED_POINTER, pointer, comp);
    if (!p) {
        p = gv_spv_op2(b, SpvOpAccessChain, scalar, pointer, gv_spv_uint(b, comp, 1));
        gv_spv_cache_put(&b->cache, GV_CACHED_POINTER, pointer, comp, p);
    }
    gv_spv_store(b, p, value);
}

/* Stores the components of `mask` through a pointer to a vec4. Several components are stored at
 * once, as a whole vector: drivers turn a store of one component into a load and a store of the
 * whole vector and, if the index is dynamic, add a branch for every element. */
static void store(struct gv_spv_ctx *c, uint32_t pointer, unsigned type, unsigned mask,
                  const struct gv_val vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val whole[4];
    if (!(mask & (mask - 1))) {
        for (unsigned i = 0; i < 4; i++) {
            if (mask >> i & 1)
                store_component(c, pointer, type, i, gv_spv_gather(b, &vals[i], 1, type));
        }
        return;
    }
    if (mask != 0xf)
        gv_val_vector(gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, type, 4), pointer), type, 4, 4,
                      whole);
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1)
            whole[i] = vals[i];
    }
    gv_spv_store(b, pointer, gv_spv_gather(b, whole, 4, type));
}

/* Returns the vec4 of a register that lies in an array. */
static uint32_t load_vec4(struct gv_spv_ctx *c, uint32_t r)
{
    struct gv_spv_array *a = &c->arrays[c->regs[r].array - 1];
    uint32_t index = gv_spv_uint(&c->b, r - a->first, 1);
    uint32_t p = element(c, array_var(c, a), a->type, index);
    return gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type(&c->b, a->type, 4), p);
}

struct gv_val gv_spv_reg_read(struct gv_spv_ctx *c, uint32_t r, unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_reg *reg = &c->regs[r];
    if (reg->array)
        return gv_val_comp(load_vec4(c, r), c->arrays[reg->array - 1].type, 4, comp);
    if (gv_tgsi_defs_known(&c->defs, r, comp))
        return reg->comp[comp];
    if (!(reg->var_mask >> comp & 1))
        return gv_val_imm(0);
    unsigned type = comp_type(reg, comp);
    uint32_t var = comp_var(c, reg, comp);
    uint32_t id = gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, type, 1), var);
    reg->comp[comp] = gv_val_scalar(id, type);
    gv_tgsi_defs_define(&c->defs, r, comp);
    return reg->comp[comp];
}

void gv_spv_reg_read_mask(struct gv_spv_ctx *c, uint32_t r, unsigned mask,
                          struct gv_val out_vals[4])
{
    unsigned array = c->regs[r].array;
    uint32_t id = array && mask ? load_vec4(c, r) : 0;
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1)
            out_vals[i] =
                id ? gv_val_comp(id, c->arrays[array - 1].type, 4, i) : gv_spv_reg_read(c, r, i);
    }
}

void gv_spv_reg_write(struct gv_spv_ctx *c, uint32_t r, unsigned mask, const struct gv_val vals[4])
{
    struct gv_spv_reg *reg = &c->regs[r];
    if (reg->array) {
        struct gv_spv_array *a = &c->arrays[reg->array - 1];
        uint32_t index = gv_spv_uint(&c->b, r - a->first, 1);
        uint32_t p = element(c, array_var(c, a), a->type, index);
        store(c, p, a->type, mask, vals);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        if (reg->var_mask >> i & 1) {
            uint32_t value = gv_spv_gather(&c->b, &vals[i], 1, comp_type(reg, i));
            gv_spv_store(&c->b, comp_var(c, reg, i), value);
        }
        reg->comp[i] = vals[i];
        gv_tgsi_defs_define(&c->defs, r, i);
    }
}

uint32_t gv_spv_index(struct gv_spv_ctx *c, const struct gv_tgsi_ind *ind, int base)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t reg = gv_spv_reg_index(c, ind->file, (unsigned)ind->index);
    struct gv_val v = gv_spv_reg_read(c, reg, ind->comp);
    uint32_t id = gv_spv_gather(b, &v, 1, GV_U);
    if (base == 0)
        return id;
    uint32_t first = gv_spv_uint(b, (uint32_t)base, 1);
    return gv_spv_op2(b, SpvOpIAdd, gv_spv_type(b, GV_U, 1), id, first);
}

/* Clamps an index to the array. TGSI leaves indices out of bounds undefined, but they must not
 * access memory outside the array. */
static uint32_t clamp_index(struct gv_spv_ctx *c, uint32_t index, uint32_t num)
{
    uint32_t last = gv_spv_uint(&c->b, num - 1, 1);
    return gv_spv_ext2(&c->b, GLSLstd450UMin, gv_spv_type(&c->b, GV_U, 1), index, last);
}

/* Loads the vec4 at a computed index, relative to the array's first element. */
static uint32_t array_load(struct gv_spv_ctx *c, uint32_t var, unsigned type, uint32_t num,
                           uint32_t index)
{
    uint32_t p = element(c, var, type, clamp_index(c, index, num));
    return gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type(&c->b, type, 4), p);
}

struct gv_spv_array *gv_spv_find_array(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg)
{
    uint32_t first = 0;
    if (reg->file == TGSI_FILE_OUTPUT) {
        first = c->first_out;
    } else if (!c->scan->temp_indexed) {
        int array = gv_tgsi_find_array(c->scan, reg->ind.array_id, reg->index);
        first = array >= 0 ? c->scan->arrays[array].first : 0;
    }
    if (first >= c->num_regs || !c->regs[first].array)
        return NULL;
    return &c->arrays[c->regs[first].array - 1];
}

static uint32_t array_index(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                            const struct gv_spv_array *a)
{
    int file_base = reg->file == TGSI_FILE_OUTPUT ? (int)c->first_out : 0;
    return gv_spv_index(c, &reg->ind, reg->index + file_base - (int)a->first);
}

void gv_spv_reg_write_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              const struct gv_val vals[4])
{
    struct gv_spv_array *a = gv_spv_find_array(c, reg);
    if (!a) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "indexed destination");
        return;
    }
    uint32_t index = clamp_index(c, array_index(c, reg, a), a->num);
    store(c, element(c, array_var(c, a), a->type, index), a->type, mask, vals);
}

bool gv_spv_reg_read_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                             struct gv_val out_vals[4])
{
    unsigned type = GV_F;
    uint32_t id;
    if (reg->file == TGSI_FILE_INPUT && c->in_array) {
        id = array_load(c, c->in_array, GV_F, c->scan->num_in,
                        gv_spv_index(c, &reg->ind, reg->index));
    } else if (reg->file == TGSI_FILE_IMMEDIATE && c->imm_array) {
        type = GV_U;
        id = array_load(c, c->imm_array, GV_U, c->scan->num_imms,
                        gv_spv_index(c, &reg->ind, reg->index));
    } else if (reg->file == TGSI_FILE_TEMPORARY || reg->file == TGSI_FILE_OUTPUT) {
        struct gv_spv_array *a = gv_spv_find_array(c, reg);
        if (!a)
            return false;
        type = a->type;
        uint32_t index = array_index(c, reg, a);
        id = array_load(c, array_var(c, a), type, a->num, index);
    } else {
        return false;
    }
    gv_val_vector(id, type, 4, 4, out_vals);
    return true;
}

void gv_spv_out_read(struct gv_spv_ctx *c, unsigned index, struct gv_val out_vals[4])
{
    unsigned written = c->scan->out_indexed ? 0xf : c->scan->out[index].written;
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    gv_spv_reg_read_mask(c, c->first_out + index, written, out_vals);
}
