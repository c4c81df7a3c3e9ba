/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Locations of varyings, by the masks that two neighbouring stages share. In front of the
 * rasterizer they are two arrays of vec4, of the slots and of the patch: a computed number is then
 * a computed element, and neither stage need know whether the other one computes numbers. Fragment
 * inputs are variables of their own, since each is interpolated in its own way. */
#ifndef GV_SPV_LOCATIONS_H
#define GV_SPV_LOCATIONS_H

#include "spirv/module/builder.h"
#include "spirv/tgsi/tgsi.h"

struct gv_spv_ctx;

/* Location of a slot in an interface with this mask. */
unsigned gv_spv_location(uint64_t mask, unsigned slot);
/* Where the locations of PATCH begin: behind the slots, or at 0 as well where both do not fit. And
 * the location of PATCH[n]. */
unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask);
unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n);
/* The element of PATCH[n] in its array; that of a slot is its location. */
unsigned gv_spv_patch_element(uint32_t patch_mask, unsigned n);

/* An array of num vec4 from a location on: for each of num_vertices, or with 0 once. */
uint32_t gv_spv_varying_array(struct gv_spv_ctx *c, SpvStorageClass storage, unsigned location,
                              unsigned num, unsigned num_vertices);

/* The register that a slot takes its value from, or -1. A shader that writes no back colour shows
 * its front colour on both sides. */
int gv_spv_find_slot(const struct gv_spv_ctx *c, unsigned slot);
/* Whether what the shader writes to a slot is clamped: a colour, where the key asks for it. */
bool gv_spv_clamps_varying(const struct gv_spv_ctx *c, unsigned slot);

#endif
