/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varyings of the driver's own, for rasterizer state that the device lacks. They lie behind the
 * shader's in the interface. */
#ifndef GV_SPV_EXTRA_VARYINGS_H
#define GV_SPV_EXTRA_VARYINGS_H

#include "spirv/translate/base/context.h"

/* The variable as Output, or as Input of fragments; 0: the key does not have it. */
uint32_t gv_spv_extra_output(struct gv_spv_ctx *c, enum galvan_extra extra);
uint32_t gv_spv_extra_input(struct gv_spv_ctx *c, enum galvan_extra extra);
/* LINE_START of a fragment: its place (vec2), and how far a stipple has run there. False: the key
 * does not have it. */
bool gv_spv_load_line_start(struct gv_spv_ctx *c, uint32_t *out_position, uint32_t *out_run);
bool gv_spv_has_extra(const struct galvan_spirv_key *key, enum galvan_extra extra);

#endif
