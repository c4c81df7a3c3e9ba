/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Locations of varyings, by the masks that two neighbouring stages share. */
#ifndef GV_SPV_LOCATIONS_H
#define GV_SPV_LOCATIONS_H

#include "spirv/tgsi/tgsi.h"

/* Location of a slot in an interface with this mask. */
unsigned gv_spv_location(uint64_t mask, unsigned slot);
/* Where the locations of PATCH begin: behind the slots, or at 0 as well where both do not fit. And
 * the location of PATCH[n]. */
unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask);
unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n);

#endif
