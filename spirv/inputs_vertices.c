/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Inputs of the stages that see whole primitives: IN[v][n] is register n of vertex v. Each is
 * loaded where an instruction reads it, since a shader seldom needs every register of every vertex.
 */
#include "translate.h"

bool gv_spv_reads_vertices(const struct gv_spv_ctx *c)
{
    return c->num_in_vertices > 0;
}

/* The element of a per-vertex input variable. */
static uint32_t load_element(struct gv_spv_ctx *c, uint32_t var, uint32_t type, uint32_t vertex)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassInput, type);
    return gv_spv_op1(b, SpvOpLoad, type, gv_spv_op2(b, SpvOpAccessChain, pointer, var, vertex));
}

static uint32_t vertex_array(struct gv_spv_ctx *c, uint32_t type)
{
    return gv_spv_type_array(&c->b, type, c->num_in_vertices);
}

static uint32_t varying(struct gv_spv_ctx *c, unsigned slot)
{
    if (!c->slot_var[slot]) {
        uint64_t mask = galvan_spirv_inputs(c->tgsi, c->key);
        uint32_t type = vertex_array(c, gv_spv_type_float(&c->b, 4));
        uint32_t var = gv_spv_global(&c->b, SpvStorageClassInput, type);
        gv_spv_decorate1(&c->b, var, SpvDecorationLocation, gv_spv_location(mask, slot));
        c->slot_var[slot] = var;
    }
    return c->slot_var[slot];
}

static uint32_t load_vec4(struct gv_spv_ctx *c, unsigned index, uint32_t vertex)
{
    const struct gv_tgsi_io *io = &c->scan->in[index];
    uint32_t type = gv_spv_type_float(&c->b, 4);
    uint32_t var = io->semantic == TGSI_SEMANTIC_POSITION
                       ? gv_spv_builtin(c, SpvBuiltInPosition, vertex_array(c, type), false)
                       : varying(c, (unsigned)io->slot);
    return load_element(c, var, type, vertex);
}

static uint32_t load_point_size(struct gv_spv_ctx *c, uint32_t vertex)
{
    uint32_t type = gv_spv_type_float(&c->b, 1);
    if (c->key->no_point_size)
        return gv_spv_const_float(&c->b, 1.0f);
    gv_spv_capability(&c->b, SpvCapabilityGeometryPointSize);
    uint32_t var = gv_spv_builtin(c, SpvBuiltInPointSize, vertex_array(c, type), false);
    return load_element(c, var, type, vertex);
}

/* Register index of a vertex; what the stage before has no place for reads as (0, 0, 0, 1). */
static void read_vertex(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    const struct gv_tgsi_io *io = &c->scan->in[index];
    uint32_t id = gv_spv_cache_find(&c->cache, GV_CACHED_INPUT, index, vertex);
    bool is_new = !id;
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (io->semantic == TGSI_SEMANTIC_PRIMID) {
        uint32_t type = gv_spv_type_uint(&c->b, 1);
        if (is_new)
            id = gv_spv_op1(&c->b, SpvOpLoad, type,
                            gv_spv_builtin(c, SpvBuiltInPrimitiveId, type, false));
        out_vals[0] = gv_val_scalar(id, GV_U);
    } else if (io->semantic == TGSI_SEMANTIC_PSIZE) {
        if (is_new)
            id = load_point_size(c, vertex);
        out_vals[0] = gv_val_scalar(id, GV_F);
    } else if (io->semantic == TGSI_SEMANTIC_POSITION || io->slot >= 0) {
        if (is_new)
            id = load_vec4(c, index, vertex);
        for (unsigned i = 0; i < 4; i++)
            out_vals[i] = gv_val_comp(id, GV_F, 4, i);
    }
    if (is_new && id)
        gv_spv_cache_put(&c->cache, GV_CACHED_INPUT, index, vertex, id);
}

/* A computed register: all of the vertex goes to an array first. */
static void read_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                         struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassFunction, vec4);
    if (!c->in_array)
        c->in_array = gv_spv_local(b, gv_spv_type_array(b, vec4, c->scan->num_in), 0);
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        struct gv_val vals[4];
        read_vertex(c, i, vertex, vals);
        uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, c->in_array, gv_spv_const_uint(b, i));
        gv_spv_store(b, p, gv_spv_gather(c, vals, 4, GV_F));
    }
    uint32_t index = gv_spv_index(c, &reg->ind, reg->index);
    uint32_t id = gv_spv_array_load(c, c->in_array, GV_F, c->scan->num_in, index);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_comp(id, GV_F, 4, i);
}

void gv_spv_vertices_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                           struct gv_val out_vals[4])
{
    unsigned num = c->num_in_vertices;
    int vertex = reg->dimension ? reg->dim_index : 0;
    uint32_t id;
    if (reg->dim_indirect) {
        id = gv_spv_ext2(&c->b, GLSLstd450UMin, gv_spv_type_uint(&c->b, 1),
                         gv_spv_index(c, &reg->dim_ind, vertex), gv_spv_uint(c, num - 1, 1));
    } else if (vertex < 0 || (unsigned)vertex >= num) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a vertex that the primitive lacks");
        return;
    } else {
        id = gv_spv_const_uint(&c->b, (uint32_t)vertex);
    }
    if (reg->indirect)
        read_indexed(c, reg, id, out_vals);
    else
        read_vertex(c, (unsigned)reg->index, id, out_vals);
}
