/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/varyings/locations.h"

#include "spirv/translate/base/context.h"

unsigned gv_spv_location(uint64_t mask, unsigned slot)
{
    return (unsigned)__builtin_popcountll(mask & ((UINT64_C(1) << slot) - 1));
}

unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask)
{
    unsigned num_slots = (unsigned)__builtin_popcountll(mask);
    unsigned num = num_slots + (unsigned)__builtin_popcount(patch_mask);
    return key->device.max_locations && num > key->device.max_locations ? 0 : num_slots;
}

unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n)
{
    return gv_spv_patch_base(key, mask, patch_mask) + gv_spv_patch_element(patch_mask, n);
}

unsigned gv_spv_patch_element(uint32_t patch_mask, unsigned n)
{
    return (unsigned)__builtin_popcount(patch_mask & ((1u << n) - 1));
}

uint32_t gv_spv_varying_array(struct gv_spv_ctx *c, SpvStorageClass storage, unsigned location,
                              unsigned num, unsigned num_vertices)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_array(b, gv_spv_type_float(b, 4), num);
    if (num_vertices)
        type = gv_spv_type_array(b, type, num_vertices);
    uint32_t var = gv_spv_global(b, storage, type);
    gv_spv_decorate1(b, var, SpvDecorationLocation, location);
    return var;
}

int gv_spv_find_slot(const struct gv_spv_ctx *c, unsigned slot)
{
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        if (c->scan->out[i].used && c->scan->out[i].slot == (int)slot)
            return (int)i;
    }
    if (slot == GALVAN_SLOT_BCOLOR(0) || slot == GALVAN_SLOT_BCOLOR(1))
        return gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_COLOR, slot - GALVAN_SLOT_BCOLOR(0));
    return -1;
}

bool gv_spv_clamps_varying(const struct gv_spv_ctx *c, unsigned slot)
{
    return slot <= GALVAN_SLOT_BCOLOR(1) && c->key->vertex.clamp_vertex_color;
}
