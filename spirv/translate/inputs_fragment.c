/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment inputs: built-ins, and varyings at the locations of the consumer mask. */
#include "spirv/translate/translate.h"

unsigned gv_spv_location(uint64_t mask, unsigned slot)
{
    return (unsigned)__builtin_popcountll(mask & ((UINT64_C(1) << slot) - 1));
}

unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask)
{
    unsigned num_slots = (unsigned)__builtin_popcountll(mask);
    unsigned num = num_slots + (unsigned)__builtin_popcount(patch_mask);
    return key->max_locations && num > key->max_locations ? 0 : num_slots;
}

unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n)
{
    return gv_spv_patch_base(key, mask, patch_mask) +
           (unsigned)__builtin_popcount(patch_mask & ((1u << n) - 1));
}

static void decorate_interpolation(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t var)
{
    struct gv_spv_builder *b = &c->b;
    if (gv_spv_is_flat(c, io)) {
        gv_spv_decorate(b, var, SpvDecorationFlat);
        return;
    }
    if (io->interp == TGSI_INTERPOLATE_LINEAR)
        gv_spv_decorate(b, var, SpvDecorationNoPerspective);
    if (gv_spv_is_per_sample(c, io)) {
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        gv_spv_decorate(b, var, SpvDecorationSample);
    } else if (io->location == TGSI_INTERPOLATE_LOC_CENTROID) {
        gv_spv_decorate(b, var, SpvDecorationCentroid);
    }
}

uint32_t gv_spv_varying(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot)
{
    if (!c->slot_var[slot]) {
        uint64_t mask = galvan_spirv_inputs(c->tgsi, c->key);
        uint32_t var = gv_spv_global(&c->b, SpvStorageClassInput, gv_spv_type_float(&c->b, 4));
        gv_spv_decorate1(&c->b, var, SpvDecorationLocation, gv_spv_location(mask, slot));
        decorate_interpolation(c, io, var);
        c->slot_var[slot] = var;
    }
    return c->slot_var[slot];
}

static void set_vec4(struct gv_spv_ctx *c, unsigned index, uint32_t id)
{
    for (unsigned i = 0; i < 4; i++)
        c->in[index][i] = gv_val_comp(id, GV_F, 4, i);
}

static uint32_t load_int_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, SpvCapability capability)
{
    uint32_t type = gv_spv_type_uint(&c->b, 1);
    gv_spv_capability(&c->b, capability);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type, true));
}

/* An integer built-in in .x. */
static void set_int_builtin(struct gv_spv_ctx *c, unsigned index, SpvBuiltIn builtin,
                            SpvCapability capability)
{
    c->in[index][0] = gv_val_scalar(load_int_builtin(c, builtin, capability), GV_U);
}

/* Quads and polygons are several triangles, and one primitive. */
static void set_primitive_id(struct gv_spv_ctx *c, unsigned index)
{
    uint32_t id = load_int_builtin(c, SpvBuiltInPrimitiveId, SpvCapabilityGeometry);
    uint32_t shift = gv_spv_push(c, offsetof(struct galvan_push_block, primitive_shift), GV_U);
    c->in[index][0] = gv_val_scalar(
        gv_spv_op2(&c->b, SpvOpShiftRightLogical, gv_spv_type_uint(&c->b, 1), id, shift), GV_U);
}

static void load_varying(struct gv_spv_ctx *c, unsigned index, const struct gv_tgsi_io *io)
{
    uint32_t type = gv_spv_type_float(&c->b, 4);
    unsigned slot = (unsigned)io->slot;
    uint32_t id = gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_varying(c, io, slot));
    if (io->semantic == TGSI_SEMANTIC_COLOR && c->key->light_twoside)
        id = gv_spv_lower_two_side(c, io, id);
    if (io->semantic == TGSI_SEMANTIC_FOG)
        c->in[index][0] = gv_val_comp(id, GV_F, 4, 0); /* yzw stay (0, 0, 1) */
    else
        set_vec4(c, index, id);
}

static void load_input(struct gv_spv_ctx *c, unsigned index, const struct gv_tgsi_io *io)
{
    struct gv_spv_builder *b = &c->b;
    switch (io->semantic) {
    case TGSI_SEMANTIC_POSITION:
        set_vec4(c, index, gv_spv_frag_coord(c));
        return;
    case TGSI_SEMANTIC_FACE:
        c->in[index][0] = gv_val_scalar(
            gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 1), gv_spv_front_facing(c),
                       gv_spv_const_float(b, 1.0f), gv_spv_const_float(b, -1.0f)),
            GV_F);
        return;
    case TGSI_SEMANTIC_PCOORD:
        set_vec4(c, index, gv_spv_point_coord(c));
        return;
    case TGSI_SEMANTIC_PRIMID:
        set_primitive_id(c, index);
        return;
    case TGSI_SEMANTIC_LAYER:
        if (c->key->no_layer)
            c->in[index][0] = gv_val_imm(0);
        else
            set_int_builtin(c, index, SpvBuiltInLayer, SpvCapabilityGeometry);
        return;
    case TGSI_SEMANTIC_VIEWPORT_INDEX:
        if (c->key->no_viewport_index)
            c->in[index][0] = gv_val_imm(0);
        else
            set_int_builtin(c, index, SpvBuiltInViewportIndex, SpvCapabilityMultiViewport);
        return;
    default:
        break;
    }
    if (gv_spv_is_sprite(c->key, io))
        set_vec4(c, index, gv_spv_point_coord(c));
    else if (io->slot >= 0)
        load_varying(c, index, io);
}

/* Inputs that old texts index are copied into an array first. */
static void fill_in_array(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassFunction, vec4);
    c->in_array = gv_spv_local(b, gv_spv_type_array(b, vec4, c->scan->num_in), 0);
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, c->in_array, gv_spv_const_uint(b, i));
        gv_spv_store(b, p, gv_spv_gather(b, c->in[i], 4, GV_F));
    }
}

void gv_spv_inputs(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        for (unsigned comp = 0; comp < 4; comp++)
            c->in[i][comp] = gv_val_imm(comp == 3 ? 0x3f800000 : 0);
    }
    if (c->scan->processor == TGSI_PROCESSOR_VERTEX)
        gv_spv_vertex_inputs(c);
    for (unsigned i = 0; c->scan->processor == TGSI_PROCESSOR_FRAGMENT && i < c->scan->num_in;
         i++) {
        if (c->scan->in[i].used)
            load_input(c, i, &c->scan->in[i]);
    }
    if (c->scan->in_indexed && !gv_tgsi_reads_vertices(c->scan))
        fill_in_array(c);
}

uint64_t galvan_spirv_inputs(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    const struct galvan_tgsi_info *info = &tgsi->info;
    uint64_t mask = info->inputs_mask;
    if (info->stage != GALVAN_STAGE_FRAGMENT)
        return mask;
    for (unsigned i = 0; i < tgsi->scan.num_in; i++) {
        const struct gv_tgsi_io *io = &tgsi->scan.in[i];
        if (!io->used || io->slot < 0)
            continue;
        if (gv_spv_is_sprite(key, io))
            mask &= ~(UINT64_C(1) << io->slot);
        if (key->light_twoside && io->semantic == TGSI_SEMANTIC_COLOR)
            mask |= UINT64_C(1) << GALVAN_SLOT_BCOLOR(io->semantic_index);
    }
    return mask;
}
