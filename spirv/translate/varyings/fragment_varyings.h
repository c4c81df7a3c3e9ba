/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varyings in the fragment stage. */
#ifndef GV_SPV_FRAGMENT_VARYINGS_H
#define GV_SPV_FRAGMENT_VARYINGS_H

#include "spirv/translate/base/context.h"

/* Returns the slots that a fragment shader reads under this key. */
uint64_t gv_spv_fragment_slots(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
/* Returns the Input variable of a slot, decorated with the interpolation of `io`. */
uint32_t gv_spv_varying(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot);
/* Whether an input is flat. Inputs with interpolation CONSTANT always are; inputs with
 * interpolation COLOR are flat if the key has flatshade. */
bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* Decorates an Input variable with the interpolation of `io`. */
void gv_spv_decorate_interpolation(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t var);
/* Whether the point coordinate replaces the input. */
bool gv_spv_is_sprite(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io);

#endif
