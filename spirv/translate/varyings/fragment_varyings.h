/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varyings in the fragment stage. */
#ifndef GV_SPV_FRAGMENT_VARYINGS_H
#define GV_SPV_FRAGMENT_VARYINGS_H

#include "spirv/translate/base/context.h"

/* The slots that a fragment shader reads under this key. */
uint64_t gv_spv_fragment_slots(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
/* The Input variable of a slot, interpolated as io says. */
uint32_t gv_spv_varying(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot);
/* Interpolation COLOR is flat or smooth by state; CONSTANT is always flat. */
bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* Decorates an Input variable as io is interpolated. */
void gv_spv_decorate_interpolation(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t var);
/* Whether the point coordinate replaces the input. */
bool gv_spv_is_sprite(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io);

#endif
