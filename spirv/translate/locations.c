/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/locations.h"

#include "spirv/translate/context.h"

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
