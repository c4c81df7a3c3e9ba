/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Spilled varyings: the varyings that exceed the number of varyings that the device passes to
 * fragments (the key's spilled_mask). The fragment shader loads the values of spilled varyings from
 * the vertex entries of its primitive and interpolates them by weights. */
#ifndef GV_SPV_SPILLED_VARYINGS_H
#define GV_SPV_SPILLED_VARYINGS_H

#include "spirv/translate/base/context.h"

/* VERT: sets the SPIR-V ids that gv_spv_spill_outputs() stores: the indices of the vertex entries
 * of the primitive's three vertices, the number of this vertex among the three (`corner`), and the
 * index of the provoking vertex's entry. */
void gv_spv_spill_vertex(struct gv_spv_ctx *c, const uint32_t entries[3], uint32_t corner,
                         uint32_t provoking);
/* Stores the internal varyings GALVAN_EXTRA_SPILL_* that the key has. */
void gv_spv_spill_outputs(struct gv_spv_ctx *c);

/* FRAG: whether a slot is spilled. */
bool gv_spv_is_spilled(const struct gv_spv_ctx *c, unsigned slot);
/* Returns the Input variable of the weights (vec3) for an input; 0: the input is flat. */
uint32_t gv_spv_spill_weights(struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* Returns the value (vec4) of a slot, interpolated by `weights`; if `weights` is 0, the provoking
 * vertex's value. */
uint32_t gv_spv_weigh_spilled(struct gv_spv_ctx *c, unsigned slot, uint32_t weights);
/* Returns the value (vec4) of a slot at the position where the input is evaluated. */
uint32_t gv_spv_load_spilled(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot);

#endif
