/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Inputs of the stages that process whole primitives: IN[v][n] is register n of vertex v. A
 * register is loaded at the instruction that reads it, because shaders rarely read every register
 * of every vertex. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/varyings/indexed_io.h"
#include "spirv/translate/varyings/locations.h"

/* Loads an element of an input variable that is an array. */
static uint32_t load_element(struct gv_spv_ctx *c, uint32_t var, uint32_t type, uint32_t element)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassInput, type);
    return gv_spv_op1(b, SpvOpLoad, type, gv_spv_op2(b, SpvOpAccessChain, pointer, var, element));
}

static uint32_t vertex_array(struct gv_spv_ctx *c, uint32_t type)
{
    return gv_spv_type_array(&c->b, type, c->num_in_vertices);
}

bool gv_spv_is_patch_varying(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->semantic == TGSI_SEMANTIC_PATCH && c->stage->patch_inputs;
}

static uint32_t load_patch_varying(struct gv_spv_ctx *c, uint32_t element)
{
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    if (!c->in_patches_var) {
        unsigned num = (unsigned)__builtin_popcount(info->patch_inputs_mask);
        c->in_patches_var = gv_spv_varying_array(
            c, SpvStorageClassInput,
            gv_spv_patch_base(c->key, info->inputs_mask, info->patch_inputs_mask), num, 0);
        gv_spv_decorate(&c->b, c->in_patches_var, SpvDecorationPatch);
    }
    return load_element(c, c->in_patches_var, gv_spv_type_float(&c->b, 4), element);
}

static uint32_t load_varying(struct gv_spv_ctx *c, uint32_t vertex, uint32_t element)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    if (!c->in_slots_var) {
        unsigned num = (unsigned)__builtin_popcountll(c->tgsi->info.inputs_mask);
        c->in_slots_var = gv_spv_varying_array(c, SpvStorageClassInput, 0, num, c->num_in_vertices);
    }
    uint32_t pointer =
        gv_spv_op3(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassInput, vec4),
                   c->in_slots_var, vertex, element);
    return gv_spv_op1(b, SpvOpLoad, vec4, pointer);
}

unsigned gv_spv_input_array(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element)
{
    const struct gv_tgsi_io *io = &c->scan->in[index];
    const struct galvan_tgsi_info *info = &c->tgsi->info;
    if (gv_spv_is_patch_varying(c, io)) {
        *out_element = gv_spv_patch_element(info->patch_inputs_mask, io->semantic_index);
        return GV_VARYING_PATCHES;
    }
    if (io->slot < 0)
        return 0;
    *out_element = gv_spv_location(info->inputs_mask, (unsigned)io->slot);
    return GV_VARYING_SLOTS;
}

static uint32_t load_vec4(struct gv_spv_ctx *c, unsigned index, uint32_t vertex)
{
    unsigned element = 0;
    unsigned array = gv_spv_input_array(c, index, &element);
    uint32_t type = gv_spv_type_float(&c->b, 4);
    if (!array)
        return load_element(c, gv_spv_builtin(c, SpvBuiltInPosition, vertex_array(c, type)), type,
                            vertex);
    uint32_t id = gv_spv_const_uint(&c->b, element);
    return array == GV_VARYING_PATCHES ? load_patch_varying(c, id) : load_varying(c, vertex, id);
}

static uint32_t load_point_size(struct gv_spv_ctx *c, uint32_t vertex)
{
    uint32_t type = gv_spv_type_float(&c->b, 1);
    if (gv_spv_lacks_point_size(c->key))
        return gv_spv_const_float(&c->b, 1.0f);
    gv_spv_capability(&c->b, c->stage->point_size);
    uint32_t var = gv_spv_builtin(c, SpvBuiltInPointSize, vertex_array(c, type));
    return load_element(c, var, type, vertex);
}

/* Reads register `index` of a vertex. If the register has no varying or built-in, reads (0, 0, 0,
 * 1). */
static void read_vertex(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_io *io = &c->scan->in[index];
    uint32_t id = gv_spv_cache_find(&b->cache, GV_CACHED_INPUT, index, vertex);
    bool is_new = !id;
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (io->semantic == TGSI_SEMANTIC_PRIMID) {
        uint32_t type = gv_spv_type_uint(b, 1);
        if (is_new)
            id = gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInPrimitiveId, type));
        out_vals[0] = gv_val_scalar(id, GV_U);
    } else if (io->semantic == TGSI_SEMANTIC_PSIZE) {
        if (is_new)
            id = load_point_size(c, vertex);
        out_vals[0] = gv_val_scalar(id, GV_F);
    } else if (io->semantic == TGSI_SEMANTIC_POSITION || gv_spv_is_patch_varying(c, io) ||
               io->slot >= 0) {
        if (is_new)
            id = load_vec4(c, index, vertex);
        gv_val_vector(id, GV_F, 4, 4, out_vals);
    }
    if (is_new && id)
        gv_spv_cache_put(&b->cache, GV_CACHED_INPUT, index, vertex, id);
}

uint32_t gv_spv_vertex_index(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    int vertex = reg->dimension ? reg->dim_index : 0;
    if (!reg->dim_indirect) {
        if (vertex < 0 || (unsigned)vertex >= num)
            gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED,
                               "a vertex that the primitive or patch lacks");
        return gv_spv_const_uint(b, (uint32_t)vertex);
    }
    uint32_t index = gv_spv_index(c, &reg->dim_ind, vertex);
    /* The vertex index of the invocation itself needs no clamp, and devices generate better code
     * without a clamp. */
    if (c->invocation && index == c->invocation && c->num_out_vertices <= num)
        return index;
    uint32_t last = gv_spv_uint(b, num - 1, 1);
    return gv_spv_ext2(b, GLSLstd450UMin, gv_spv_type_uint(b, 1), index, last);
}

static void read_input(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                       struct gv_val out_vals[4])
{
    unsigned constant;
    if (!element) {
        read_vertex(c, index, vertex, out_vals);
        return;
    }
    uint32_t id = gv_spv_input_array(c, index, &constant) == GV_VARYING_PATCHES
                      ? load_patch_varying(c, element)
                      : load_varying(c, vertex, element);
    gv_val_vector(id, GV_F, 4, 4, out_vals);
}

static const struct gv_spv_io_file inputs = {.array_of = gv_spv_input_array, .read = read_input};

void gv_spv_read_vertex_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                              struct gv_val out_vals[4])
{
    gv_spv_io_read(c, reg, gv_spv_vertex_index(c, reg, c->num_in_vertices), &inputs, out_vals);
}
