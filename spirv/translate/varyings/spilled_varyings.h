/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Spilled varyings: those beyond what the device passes to fragments (the key's spilled_mask).
 * Fragments load them from the vertex entries of their primitive and weigh them. */
#ifndef GV_SPV_SPILLED_VARYINGS_H
#define GV_SPV_SPILLED_VARYINGS_H

#include "spirv/translate/base/context.h"

/* VERT: sets the indices of the vertex entries of the primitive's three vertices, which of the
 * three this vertex is, and the index of the provoking vertex's entry, for gv_spv_spill_outputs().
 * All are SPIR-V ids. */
void gv_spv_spill_vertex(struct gv_spv_ctx *c, const uint32_t entries[3], uint32_t corner,
                         uint32_t provoking);
/* Stores the internal varyings, if the key has them. */
void gv_spv_spill_outputs(struct gv_spv_ctx *c);

/* FRAG: whether a slot is spilled. */
bool gv_spv_is_spilled(const struct gv_spv_ctx *c, unsigned slot);
/* The Input variable of the weights (vec3) for an input; 0: the input is flat. */
uint32_t gv_spv_spill_weights(struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* The value (vec4) of a slot by weights; weights of 0: that of the provoking vertex. */
uint32_t gv_spv_weigh_spilled(struct gv_spv_ctx *c, unsigned slot, uint32_t weights);
/* The value (vec4) of a slot where the input is evaluated. */
uint32_t gv_spv_load_spilled(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot);

#endif
