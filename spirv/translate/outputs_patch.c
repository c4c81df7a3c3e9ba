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

static bool fits(const struct gv_spv_ctx *c)
{
    unsigned vertex = num_slots(c) + num_own(c, VARYING, c->scan->num_out);
    unsigned patch = num_patches(c) + num_own(c, PATCH, c->scan->num_out);
    unsigned max = c->key->max_locations;
    if (counts_apart(c))
        return vertex <= max && patch <= max;
    return !max || vertex + patch <= max;
}

/* ---- Arrays of varyings ---------------------------------------------------------------------- */

/* What only this stage reads lies behind what the next one reads, in arrays of its own: the others
 * are as the next stage has them. */
enum array {
    NO_ARRAY,
    SLOTS,
    PATCHES,
    OWN_SLOTS,
    OWN_PATCHES,
    NO_PLACE, /* all that is NOWHERE */
};

_Static_assert((int)OWN_PATCHES <= (int)GV_MAX_OUT_ARRAYS, "out_arrays[array - 1]");

static unsigned array_of(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element)
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    const struct galvan_spirv_key *key = c->key;
    enum kind kind = kind_of(c, io);
    *out_element = 0;
    if (kind != VARYING && kind != PATCH)
        return kind == NOWHERE ? NO_PLACE : NO_ARRAY;
    if (!is_consumed(c, io)) {
        *out_element = num_own(c, kind, index);
        return kind == PATCH ? OWN_PATCHES : OWN_SLOTS;
    }
    if (kind == PATCH) {
        *out_element = gv_spv_patch_element(key->consumer_patch_mask, io->semantic_index);
        return PATCHES;
    }
    *out_element = gv_spv_location(key->consumer_mask, (unsigned)io->slot);
    return SLOTS;
}

static bool is_of_patch(unsigned array)
{
    return array == PATCHES || array == OWN_PATCHES;
}

/* Where an array begins, and its length. */
static unsigned array_location(const struct gv_spv_ctx *c, unsigned array, unsigned *out_num)
{
    const struct galvan_spirv_key *key = c->key;
    unsigned own_slots = num_own(c, VARYING, c->scan->num_out);
    bool apart = counts_apart(c);
    switch (array) {
    case SLOTS:
        *out_num = num_slots(c);
        return 0;
    case PATCHES:
        *out_num = num_patches(c);
        return gv_spv_patch_base(key, key->consumer_mask, key->consumer_patch_mask);
    case OWN_SLOTS:
        *out_num = own_slots;
        return num_slots(c) + (apart ? 0 : num_patches(c));
    default:
        *out_num = num_own(c, PATCH, c->scan->num_out);
        return num_patches(c) + (apart ? 0 : num_slots(c) + own_slots);
    }
}

/* An array is invariant if a varying in it is. */
static bool is_invariant(const struct gv_spv_ctx *c, unsigned array)
{
    unsigned element;
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        if (c->scan->out[i].invariant && array_of(c, i, &element) == array)
            return true;
    }
    return false;
}

static uint32_t array_var(struct gv_spv_ctx *c, unsigned array)
{
    uint32_t *var = &c->out_arrays[array - 1];
    unsigned num;
    if (*var)
        return *var;
    unsigned location = array_location(c, array, &num);
    *var = gv_spv_varying_array(c, SpvStorageClassOutput, location, num,
                                is_of_patch(array) ? 0 : c->num_out_vertices);
    if (is_of_patch(array))
        gv_spv_decorate(&c->b, *var, SpvDecorationPatch);
    if (is_invariant(c, array))
        gv_spv_decorate(&c->b, *var, SpvDecorationInvariant);
    return *var;
}

/* A pointer to a component, or with comp 4 to the vec4. */
static uint32_t element_pointer(struct gv_spv_ctx *c, unsigned array, uint32_t element,
                                uint32_t vertex, unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, comp == 4 ? 4 : 1);
    uint32_t words[4] = {array_var(c, array)};
    unsigned num = 1;
    if (!is_of_patch(array))
        words[num++] = vertex;
    words[num++] = element;
    if (comp < 4)
        words[num++] = gv_spv_const_uint(b, comp);
    return gv_spv_op(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassOutput, type),
                     words, num);
}

/* ---- Built-ins ------------------------------------------------------------------------------- */

static uint32_t make_builtin(struct gv_spv_ctx *c, enum kind kind, bool outer)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    unsigned num = c->num_out_vertices;
    switch (kind) {
    case POSITION:
        return gv_spv_builtin_output(c, SpvBuiltInPosition,
                                     gv_spv_type_array(b, gv_spv_type_float(b, 4), num));
    case POINT_SIZE:
        gv_spv_capability(b, SpvCapabilityTessellationPointSize);
        return gv_spv_builtin_output(c, SpvBuiltInPointSize, gv_spv_type_array(b, f32, num));
    default:
        return gv_spv_builtin_output(c, outer ? SpvBuiltInTessLevelOuter : SpvBuiltInTessLevelInner,
                                     gv_spv_type_array(b, f32, outer ? 4 : 2));
    }
}

static uint32_t builtin(struct gv_spv_ctx *c, unsigned index)
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    unsigned made = c->num_out_builtins;
    enum kind kind = kind_of(c, io);
    uint32_t var = make_builtin(c, kind, io->semantic == TGSI_SEMANTIC_TESSOUTER);
    bool is_new = c->num_out_builtins > made;
    if (is_new && kind == LEVELS)
        gv_spv_decorate(&c->b, var, SpvDecorationPatch);
    if (is_new && io->invariant)
        gv_spv_decorate(&c->b, var, SpvDecorationInvariant);
    return var;
}

/* ---- Access ---------------------------------------------------------------------------------- */

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

/* A pointer to a component of a register, or with comp 4 to the vec4. */
static uint32_t pointer(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                        unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    enum kind kind = kind_of(c, &c->scan->out[index]);
    unsigned own;
    unsigned array = array_of(c, index, &own);
    if (array)
        return element_pointer(c, array, element ? element : gv_spv_const_uint(b, own), vertex,
                               comp);
    uint32_t words[3] = {builtin(c, index)};
    uint32_t type = gv_spv_type_float(b, comp == 4 ? 4 : 1);
    unsigned num = 1;
    if (kind != LEVELS)
        words[num++] = vertex;
    if (comp < 4 && kind != POINT_SIZE)
        words[num++] = gv_spv_const_uint(b, comp);
    return gv_spv_op(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassOutput, type),
                     words, num);
}

/* wanted: components that somebody asks for. */
static void read_components(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                            unsigned wanted, struct gv_val out_vals[4])
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum kind kind = kind_of(c, io);
    struct gv_spv_builder *b = &c->b;
    unsigned mask = places(kind, io);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (mask == 0xf && kind != LEVELS) {
        uint32_t id = gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 4),
                                 pointer(c, index, element, vertex, 4));
        gv_val_vector(id, GV_F, 4, 4, out_vals);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (mask & wanted & 1u << i)
            out_vals[i] = gv_val_scalar(gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 1),
                                                   pointer(c, index, element, vertex, i)),
                                        GV_F);
    }
}

static void read_output(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                        struct gv_val out_vals[4])
{
    read_components(c, index, element, vertex, 0xf, out_vals);
}

static void write_output(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                         unsigned mask, const struct gv_val vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum kind kind = kind_of(c, io);
    mask &= places(kind, io);
    if (mask == 0xf && kind != LEVELS) {
        gv_spv_store(b, pointer(c, index, element, vertex, 4), gv_spv_gather(b, vals, 4, GV_F));
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1)
            gv_spv_store(b, pointer(c, index, element, vertex, i),
                         gv_spv_gather(b, &vals[i], 1, GV_F));
    }
}

static const struct gv_spv_io_file outputs = {
    .array_of = array_of, .read = read_output, .write = write_output};

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
        gv_spv_indexed_io_read(c, reg, vertex, &outputs, out_vals);
    else
        read_components(c, (unsigned)reg->index, 0, vertex, mask, out_vals);
}

void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4])
{
    uint32_t vertex = vertex_of(c, reg);
    if (reg->indirect)
        gv_spv_indexed_io_write(c, reg, vertex, mask, vals, &outputs);
    else
        write_output(c, (unsigned)reg->index, 0, vertex, mask, vals);
}

/* ---- What the next stage reads and nothing writes -------------------------------------------- */

/* Components of a varying that the next stage reads, at its element. */
static void store_defaults(struct gv_spv_ctx *c, unsigned array, unsigned element, unsigned mask)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_const_uint(b, element);
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1)
            gv_spv_store(b, element_pointer(c, array, id, gv_spv_invocation(c), i),
                         gv_spv_const_float(b, i == 3 ? 1.0f : 0.0f));
    }
}

/* The components of a varying that some instruction writes. */
static unsigned written(const struct gv_spv_ctx *c, unsigned array, unsigned element)
{
    unsigned own;
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        if (array_of(c, i, &own) == array && own == element)
            return c->scan->out[i].written;
    }
    return 0;
}

void gv_spv_patch_outputs(struct gv_spv_ctx *c)
{
    static const uint8_t arrays[] = {SLOTS, PATCHES};
    const unsigned lengths[] = {num_slots(c), num_patches(c)};
    if (!fits(c)) {
        gv_spv_unsupported(c, GV_DIAG_LOCATIONS, "so many varyings of vertices or of the patch");
        return;
    }
    gv_spv_invocation(c);
    for (unsigned a = 0; a < 2; a++) {
        for (unsigned e = 0; e < lengths[a]; e++)
            store_defaults(c, arrays[a], e, ~written(c, arrays[a], e) & 0xf);
    }
}
