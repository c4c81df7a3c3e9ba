/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* OUT of TESS_CTRL. All invocations of a patch can read the outputs of all vertices of the patch,
 * and can write the outputs of the patch. So each access loads or stores the Output variable;
 * values that were loaded before are not reused. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/interface/patch_layout.h"
#include "spirv/translate/varyings/indexed_io.h"
#include "spirv/translate/varyings/locations.h"

static unsigned num_slots(const struct gv_spv_ctx *c)
{
    return (unsigned)__builtin_popcountll(c->key->vertex.consumer_mask);
}

static unsigned num_patches(const struct gv_spv_ctx *c)
{
    return (unsigned)__builtin_popcount(c->key->vertex.consumer_patch_mask);
}

/* Whether the locations of vertex outputs and the locations of patch outputs both begin at 0. */
static bool counts_apart(const struct gv_spv_ctx *c)
{
    const struct galvan_spirv_key *key = c->key;
    return num_slots(c) > 0 &&
           gv_spv_patch_base(key, key->vertex.consumer_mask, key->vertex.consumer_patch_mask) == 0;
}

static unsigned num_private(const struct gv_spv_ctx *c, enum gv_spv_patch_kind kind)
{
    return gv_spv_patch_num_private(c->scan, c->key, kind, c->scan->num_out);
}

static bool fits(const struct gv_spv_ctx *c)
{
    unsigned vertex = num_slots(c) + num_private(c, GV_PATCH_VARYING);
    unsigned patch = num_patches(c) + num_private(c, GV_PATCH_PATCH);
    unsigned max = c->key->device.max_locations;
    if (counts_apart(c))
        return vertex <= max && patch <= max;
    return !max || vertex + patch <= max;
}

/* ---- Arrays of varyings ---------------------------------------------------------------------- */

_Static_assert((int)GV_PATCH_PRIVATE_PATCHES <= (int)GV_MAX_OUT_ARRAYS, "out_arrays[array - 1]");

static unsigned array_of(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element)
{
    return gv_spv_patch_array(c->scan, c->key, index, out_element);
}

static bool is_of_patch(unsigned array)
{
    return array == GV_PATCH_PATCHES || array == GV_PATCH_PRIVATE_PATCHES;
}

/* Returns the first location of an array, and in *out_num the array's length. */
static unsigned array_location(const struct gv_spv_ctx *c, unsigned array, unsigned *out_num)
{
    const struct galvan_spirv_key *key = c->key;
    unsigned private_slots = num_private(c, GV_PATCH_VARYING);
    bool apart = counts_apart(c);
    switch (array) {
    case GV_PATCH_SLOTS:
        *out_num = num_slots(c);
        return 0;
    case GV_PATCH_PATCHES:
        *out_num = num_patches(c);
        return gv_spv_patch_base(key, key->vertex.consumer_mask, key->vertex.consumer_patch_mask);
    case GV_PATCH_PRIVATE_SLOTS:
        *out_num = private_slots;
        return num_slots(c) + (apart ? 0 : num_patches(c));
    default:
        *out_num = num_private(c, GV_PATCH_PATCH);
        return num_patches(c) + (apart ? 0 : num_slots(c) + private_slots);
    }
}

/* Whether an array must be decorated Invariant because one of its varyings is invariant. */
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

/* Returns a pointer to a component of an array's element or, if `comp` is 4, to the whole vec4. */
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

static uint32_t make_builtin(struct gv_spv_ctx *c, enum gv_spv_patch_kind kind, bool outer)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    unsigned num = c->num_out_vertices;
    switch (kind) {
    case GV_PATCH_POSITION:
        return gv_spv_builtin_output(c, SpvBuiltInPosition,
                                     gv_spv_type_array(b, gv_spv_type_float(b, 4), num));
    case GV_PATCH_POINT_SIZE:
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
    unsigned before = c->num_out_builtins;
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(c->scan, c->key, index);
    uint32_t var = make_builtin(c, kind, io->semantic == TGSI_SEMANTIC_TESSOUTER);
    bool is_new = c->num_out_builtins > before;
    if (is_new && kind == GV_PATCH_LEVELS)
        gv_spv_decorate(&c->b, var, SpvDecorationPatch);
    if (is_new && io->invariant)
        gv_spv_decorate(&c->b, var, SpvDecorationInvariant);
    return var;
}

/* ---- Access ---------------------------------------------------------------------------------- */

/* Returns a pointer to a component of a register or, if `comp` is 4, to the whole vec4. */
static uint32_t pointer(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                        unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(c->scan, c->key, index);
    unsigned constant;
    unsigned array = array_of(c, index, &constant);
    if (array)
        return element_pointer(c, array, element ? element : gv_spv_const_uint(b, constant), vertex,
                               comp);
    uint32_t words[3] = {builtin(c, index)};
    uint32_t type = gv_spv_type_float(b, comp == 4 ? 4 : 1);
    unsigned num = 1;
    if (kind != GV_PATCH_LEVELS)
        words[num++] = vertex;
    if (comp < 4 && kind != GV_PATCH_POINT_SIZE)
        words[num++] = gv_spv_const_uint(b, comp);
    return gv_spv_op(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassOutput, type),
                     words, num);
}

/* Reads those components of a register that are in the mask `wanted`. */
static void read_components(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                            unsigned wanted, struct gv_val out_vals[4])
{
    const struct gv_tgsi_io *io = &c->scan->out[index];
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(c->scan, c->key, index);
    struct gv_spv_builder *b = &c->b;
    unsigned mask = gv_spv_patch_components(kind, io);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(i == 3 ? 0x3f800000 : 0);
    if (mask == 0xf && kind != GV_PATCH_LEVELS) {
        uint32_t p = pointer(c, index, element, vertex, 4);
        uint32_t id = gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 4), p);
        gv_val_vector(id, GV_F, 4, 4, out_vals);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask & wanted & 1u << i))
            continue;
        uint32_t p = pointer(c, index, element, vertex, i);
        uint32_t id = gv_spv_op1(b, SpvOpLoad, gv_spv_type_float(b, 1), p);
        out_vals[i] = gv_val_scalar(id, GV_F);
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
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(c->scan, c->key, index);
    mask &= gv_spv_patch_components(kind, io);
    if (mask == 0xf && kind != GV_PATCH_LEVELS) {
        uint32_t vec = gv_spv_gather(b, vals, 4, GV_F);
        gv_spv_store(b, pointer(c, index, element, vertex, 4), vec);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        uint32_t value = gv_spv_gather(b, &vals[i], 1, GV_F);
        gv_spv_store(b, pointer(c, index, element, vertex, i), value);
    }
}

static const struct gv_spv_io_file outputs = {
    .array_of = array_of, .read = read_output, .write = write_output};

void gv_spv_patch_output_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              struct gv_val out_vals[4])
{
    uint32_t vertex = gv_spv_patch_vertex(c, reg);
    if (reg->indirect)
        gv_spv_io_read(c, reg, vertex, &outputs, out_vals);
    else
        read_components(c, (unsigned)reg->index, 0, vertex, mask, out_vals);
}

void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4])
{
    gv_spv_io_write(c, reg, gv_spv_patch_vertex(c, reg), mask, vals, &outputs);
}

/* ---- Varyings that no instruction writes -------------------------------------------------- */

/* Stores (0, 0, 0, 1) to the components of `mask` in an element. No instruction writes these
 * components, but the next stage reads them. */
static void store_defaults(struct gv_spv_ctx *c, unsigned array, unsigned element, unsigned mask)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_const_uint(b, element);
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        uint32_t value = gv_spv_const_float(b, i == 3 ? 1.0f : 0.0f);
        gv_spv_store(b, element_pointer(c, array, id, gv_spv_invocation(c), i), value);
    }
}

void gv_spv_patch_outputs(struct gv_spv_ctx *c)
{
    static const uint8_t arrays[] = {GV_PATCH_SLOTS, GV_PATCH_PATCHES};
    const unsigned lengths[] = {num_slots(c), num_patches(c)};
    if (!fits(c)) {
        gv_spv_unsupported(c, GV_DIAG_LOCATIONS, "so many varyings of vertices or of the patch");
        return;
    }
    gv_spv_invocation(c);
    for (unsigned a = 0; a < 2; a++) {
        for (unsigned e = 0; e < lengths[a]; e++)
            store_defaults(c, arrays[a], e, ~gv_spv_patch_written(c, arrays[a], e) & 0xf);
    }
}
