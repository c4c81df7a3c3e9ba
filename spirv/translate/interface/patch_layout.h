/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The layout of the registers of OUT in TESS_CTRL, for Output variables and for memory. */
#ifndef GV_SPV_PATCH_LAYOUT_H
#define GV_SPV_PATCH_LAYOUT_H

#include "spirv/translate/base/context.h"

enum gv_spv_patch_kind {
    GV_PATCH_UNUSED, /* not read by any stage, or without an equivalent in Vulkan */
    GV_PATCH_POSITION,
    GV_PATCH_POINT_SIZE,
    GV_PATCH_VARYING, /* a varying of a vertex */
    GV_PATCH_PATCH,
    GV_PATCH_LEVELS,
};

/* Arrays of registers. The next stage determines the layout of the first two arrays. Registers that
 * only the control stage reads are in private arrays, which follow the first two. */
enum gv_spv_patch_array {
    GV_PATCH_NO_ARRAY,
    GV_PATCH_SLOTS,
    GV_PATCH_PATCHES,
    GV_PATCH_PRIVATE_SLOTS,
    GV_PATCH_PRIVATE_PATCHES,
    GV_PATCH_UNUSED_ARRAY, /* all registers of kind GV_PATCH_UNUSED */
};

enum gv_spv_patch_kind gv_spv_patch_kind(const struct gv_tgsi_scan *scan,
                                         const struct galvan_spirv_key *key, unsigned index);

/* Returns the array that contains a register, and in *out_element the register's element in that
 * array. */
enum gv_spv_patch_array gv_spv_patch_array(const struct gv_tgsi_scan *scan,
                                           const struct galvan_spirv_key *key, unsigned index,
                                           unsigned *out_element);

/* Returns the number of registers of this kind, among the first `num`, that only this stage
 * reads. */
unsigned gv_spv_patch_num_private(const struct gv_tgsi_scan *scan,
                                  const struct galvan_spirv_key *key, enum gv_spv_patch_kind kind,
                                  unsigned num);

/* Returns the mask of those components of a register that are stored. */
unsigned gv_spv_patch_components(enum gv_spv_patch_kind kind, const struct gv_tgsi_io *io);

/* Returns the vertex of an operand, a uint id. Without a vertex index, this is the invocation's own
 * vertex. */
uint32_t gv_spv_patch_vertex(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg);

/* Returns the mask of an element's components that some instruction writes. */
unsigned gv_spv_patch_written(const struct gv_spv_ctx *c, unsigned array, unsigned element);

#endif
