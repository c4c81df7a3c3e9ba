/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* OUT of TESS_CTRL. All invocations of a patch can read its outputs, and write those of the whole
 * patch. So every access goes to the Output variable itself and never to a value known before. */
#include "spirv/translate/builtins.h"
#include "spirv/translate/indexed_io.h"
#include "spirv/translate/inputs.h"
#include "spirv/translate/locations.h"
#include "spirv/translate/outputs.h"

/* What becomes of a register. */
enum kind {
    NOWHERE, /* nobody reads it, or Vulkan has no place for it */
    POSITION,
    POINT_SIZE,
    VARYING,
    PATCH,
    LEVELS,
};

static bool is_consumed(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    if (io->semantic == TGSI_SEMANTIC_PATCH)
        return c->key->consumer_patch_mask >> io->semantic_index & 1;
    return io->slot >= 0 && (c->key->consumer_mask >> io->slot & 1);
}

static enum kind kind_of(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    if (!io->used)
        return NOWHERE;
    switch (io->semantic) {
    case TGSI_SEMANTIC_POSITION:
        return POSITION;
    case TGSI_SEMANTIC_PSIZE:
        return c->key->no_point_size ? NOWHERE : POINT_SIZE;
    case TGSI_SEMANTIC_TESSOUTER:
    case TGSI_SEMANTIC_TESSINNER:
        return LEVELS;
    case TGSI_SEMANTIC_PATCH:
        return is_consumed(c, io) || io->read ? PATCH : NOWHERE;
    default:
        return io->slot >= 0 && (is_consumed(c, io) || io->read) ? VARYING : NOWHERE;
    }
}

static unsigned num_slots(const struct gv_spv_ctx *c)
{
    return (unsigned)__builtin_popcountll(c->key->consumer_mask);
}

static unsigned num_patches(const struct gv_spv_ctx *c)
{
    return (unsigned)__builtin_popcount(c->key->consumer_patch_mask);
}

/* Whether locations of vertices and of the patch are both counted from 0. */
static bool counts_apart(const struct gv_spv_ctx *c)
{
    const struct galvan_spirv_key *key = c->key;
    return num_slots(c) > 0 &&
           gv_spv_patch_base(key, key->consumer_mask, key->consumer_patch_mask) == 0;
}

/* The number of registers of a kind, among the first num, that only this stage reads. */
static unsigned num_own(const struct gv_spv_ctx *c, enum kind kind, unsigned num)
{
    unsigned own = 0;
    for (unsigned i = 0; i < num; i++) {
        const struct gv_tgsi_io *io = &c->scan->out[i];
        own += kind_of(c, io) == kind && !is_consumed(c, io);
    }
    return own;
}

/* They lie behind those that the next stage reads. */
static unsigned own_location(const struct gv_spv_ctx *c, enum kind kind, unsigned index)
{
    if (counts_apart(c))
        return (kind == PATCH ? num_patches(c) : num_slots(c)) + num_own(c, kind, index);
    return num_slots(c) + num_patches(c) + num_own(c, VARYING, index) + num_own(c, PATCH, index);
}

static bool fits(const struct gv_spv_ctx *c)
{
    unsigned vertex = num_slots(c) + num_own(c, VARYING, c->scan->num_out);
    unsigned patch = num_patches(c) + num_own(c, PATCH, c->scan->num_out);
    unsigned max = c->key->max_locations;
    if (counts_apart(c))
        return vertex <= max && patch <= max;
    return !max || vertex + patch <= max;
}

static unsigned location(const struct gv_spv_ctx *c, unsigned index)
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    const struct galvan_spirv_key *key = c->key;
    if (!is_consumed(c, io))
        return own_location(c, kind_of(c, io), index);
    if (io->semantic == TGSI_SEMANTIC_PATCH)
        return gv_spv_patch_location(key, key->consumer_mask, key->consumer_patch_mask,
                                     io->semantic_index);
    return gv_spv_location(key->consumer_mask, (unsigned)io->slot);
}

static bool is_per_vertex(enum kind kind)
{
    return kind == POSITION || kind == POINT_SIZE || kind == VARYING;
}

/* A variable of a varying; of the kinds that have a location. */
static uint32_t varying(struct gv_spv_ctx *c, enum kind kind, unsigned where)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    if (kind == VARYING)
        type = gv_spv_type_array(b, type, c->num_out_vertices);
    uint32_t var = gv_spv_global(b, SpvStorageClassOutput, type);
    gv_spv_decorate1(b, var, SpvDecorationLocation, where);
    if (kind == PATCH)
        gv_spv_decorate(b, var, SpvDecorationPatch);
    return var;
}

static uint32_t builtin(struct gv_spv_ctx *c, enum kind kind, bool outer)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t var;
    switch (kind) {
    case POSITION:
        return gv_spv_builtin_output(
            c, SpvBuiltInPosition,
            gv_spv_type_array(b, gv_spv_type_float(b, 4), c->num_out_vertices));
    case POINT_SIZE:
        gv_spv_capability(b, SpvCapabilityTessellationPointSize);
        return gv_spv_builtin_output(c, SpvBuiltInPointSize,
                                     gv_spv_type_array(b, f32, c->num_out_vertices));
    default:
        var = gv_spv_builtin_output(c, outer ? SpvBuiltInTessLevelOuter : SpvBuiltInTessLevelInner,
                                    gv_spv_type_array(b, f32, outer ? 4 : 2));
        gv_spv_decorate(b, var, SpvDecorationPatch);
        return var;
    }
}

static uint32_t variable(struct gv_spv_ctx *c, unsigned index)
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    uint32_t *var = &c->patch_out_var[index];
    enum kind kind = kind_of(c, io);
    if (*var)
        return *var;
    if (kind == VARYING || kind == PATCH)
        *var = varying(c, kind, location(c, index));
    else
        *var = builtin(c, kind, io->semantic == TGSI_SEMANTIC_TESSOUTER);
    if (io->invariant)
        gv_spv_decorate(&c->b, *var, SpvDecorationInvariant);
    return *var;
}

/* Components of a register that have a place. */
static unsigned places(enum kind kind, const struct gv_tgsi_io *io)
{
    switch (kind) {
    case NOWHERE:
        return 0;
    case POINT_SIZE:
        return 1;
    case LEVELS:
        return io->semantic == TGSI_SEMANTIC_TESSOUTER ? 0xf : 3;
    default:
        return 0xf;
    }
}

/* A pointer to a component, or with comp 4 to the vec4. */
static uint32_t pointer(struct gv_spv_ctx *c, unsigned index, uint32_t vertex, unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    enum kind kind = kind_of(c, &c->scan->out[index]);
    uint32_t words[3] = {variable(c, index)};
    unsigned num = 1;
    uint32_t type = gv_spv_type_float(b, comp == 4 ? 4 : 1);
    if (is_per_vertex(kind))
        words[num++] = vertex;
    if (comp < 4 && kind != POINT_SIZE)
        words[num++] = gv_spv_const_uint(b, comp);
    if (num == 1)
        return words[0];
    return gv_spv_op(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassOutput, type),
                     words, num);
}

/* wanted: components that somebody asks for. */
static void read_components(struct gv_spv_ctx *c, unsigned index, uint32_t vertex, unsigned wanted,
                            struct gv_val out_vals[4])
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum kind kind = kind_of(c, io);
    struct gv_spv_builder *b = &c->b;
    unsigned mask = places(kind, io);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (mask == 0xf && kind != LEVELS) {
        uint32_t id =
            gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 4), pointer(c, index, vertex, 4));
        gv_val_vector(id, GV_F, 4, 4, out_vals);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (mask & wanted & 1u << i)
            out_vals[i] = gv_val_scalar(
                gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 1), pointer(c, index, vertex, i)),
                GV_F);
    }
}

static void read_output(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    read_components(c, index, vertex, 0xf, out_vals);
}

static void write_output(struct gv_spv_ctx *c, unsigned index, uint32_t vertex, unsigned mask,
                         const struct gv_val vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum kind kind = kind_of(c, io);
    mask &= places(kind, io);
    if (mask == 0xf && kind != LEVELS) {
        gv_spv_store(b, pointer(c, index, vertex, 4), gv_spv_gather(b, vals, 4, GV_F));
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1)
            gv_spv_store(b, pointer(c, index, vertex, i), gv_spv_gather(b, &vals[i], 1, GV_F));
    }
}

/* An operand without a bracket means the invocation's own vertex. */
static uint32_t vertex_of(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg)
{
    return reg->dimension ? gv_spv_vertex_index(c, reg, c->num_out_vertices) : gv_spv_invocation(c);
}

void gv_spv_patch_output_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              struct gv_val out_vals[4])
{
    uint32_t vertex = vertex_of(c, reg);
    if (reg->indirect)
        gv_spv_indexed_io_read(c, reg, vertex, read_output, out_vals);
    else
        read_components(c, (unsigned)reg->index, vertex, mask, out_vals);
}

void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4])
{
    uint32_t vertex = vertex_of(c, reg);
    if (reg->indirect)
        gv_spv_indexed_io_write(c, reg, vertex, mask, vals, write_output);
    else
        write_output(c, (unsigned)reg->index, vertex, mask, vals);
}

/* What a consumed register holds where no instruction writes it. */
static void store_defaults(struct gv_spv_ctx *c, enum kind kind, unsigned mask, uint32_t var)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_pointer(b, SpvStorageClassOutput, gv_spv_type_float(b, 1));
    for (unsigned i = 0; i < 4; i++) {
        uint32_t words[3] = {var, gv_spv_const_uint(b, i)};
        unsigned num = 2;
        if (!(mask >> i & 1))
            continue;
        if (kind == VARYING) {
            words[2] = words[1];
            words[1] = gv_spv_invocation(c);
            num = 3;
        }
        gv_spv_store(b, gv_spv_op(b, SpvOpAccessChain, f32, words, num),
                     gv_spv_const_float(b, i == 3 ? 1.0f : 0.0f));
    }
}

/* Stores the components that no instruction writes; all of them where OUT lacks the varying. */
static void complete(struct gv_spv_ctx *c, enum kind kind, unsigned number, unsigned where)
{
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        const struct gv_tgsi_io *io = &c->scan->out[i];
        bool same = kind == PATCH
                        ? io->semantic == TGSI_SEMANTIC_PATCH && io->semantic_index == number
                        : io->slot == (int)number;
        if (!io->used || !same)
            continue;
        if (io->written != 0xf)
            store_defaults(c, kind, ~(unsigned)io->written, variable(c, i));
        return;
    }
    store_defaults(c, kind, 0xf, varying(c, kind, where));
}

void gv_spv_patch_outputs(struct gv_spv_ctx *c)
{
    const struct galvan_spirv_key *key = c->key;
    if (!fits(c)) {
        gv_spv_unsupported(c, GV_DIAG_LOCATIONS, "so many varyings of vertices or of the patch");
        return;
    }
    gv_spv_invocation(c);
    for (unsigned slot = 0; slot < GALVAN_NUM_SLOTS; slot++) {
        if (key->consumer_mask >> slot & 1)
            complete(c, VARYING, slot, gv_spv_location(key->consumer_mask, slot));
    }
    for (unsigned n = 0; n < GALVAN_NUM_PATCHES; n++) {
        if (key->consumer_patch_mask >> n & 1)
            complete(c, PATCH, n,
                     gv_spv_patch_location(key, key->consumer_mask, key->consumer_patch_mask, n));
    }
}
