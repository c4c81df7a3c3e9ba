/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Locations of varyings, which follow from the masks that two adjacent stages share. Before the
 * rasterizer, all slots are one array of vec4, and all varyings of the patch are another array: a
 * dynamic register index is then a dynamic element, and the layout of a stage does not depend on
 * whether the other stage uses dynamic indices. Fragment inputs are separate variables, because
 * each input has its own interpolation. */
#ifndef GV_SPV_LOCATIONS_H
#define GV_SPV_LOCATIONS_H

#include "spirv/module/builder.h"
#include "spirv/tgsi/tgsi.h"

struct gv_spv_ctx;

/* Returns the location of a slot in an interface with this mask. */
unsigned gv_spv_location(uint64_t mask, unsigned slot);
/* gv_spv_patch_base() returns the first location of the patch varyings: after the slots, or 0 if
 * the total would exceed max_locations. gv_spv_patch_location() returns the location of
 * PATCH[n]. */
unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask);
unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n);
/* Returns the element of PATCH[n] in its array. The element of a slot is its location. */
unsigned gv_spv_patch_element(uint32_t patch_mask, unsigned n);

/* Declares an array of `num` vec4 at a location: one such array for each of `num_vertices` vertices
 * or, if `num_vertices` is 0, a single array. */
uint32_t gv_spv_varying_array(struct gv_spv_ctx *c, SpvStorageClass storage, unsigned location,
                              unsigned num, unsigned num_vertices);

/* Returns the register that provides the value of a slot, or -1. If a shader writes no back colour,
 * its front colour is used for both sides. */
int gv_spv_find_slot(const struct gv_spv_ctx *c, unsigned slot);
/* Whether the translator clamps the values that a shader writes to a slot. The translator clamps
 * only colours, and only if the key requests it. */
bool gv_spv_clamps_varying(const struct gv_spv_ctx *c, unsigned slot);

#endif
