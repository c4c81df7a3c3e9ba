/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Internal varyings, for rasterizer state that the device lacks. Their locations follow the
 * shader's varyings. */
#ifndef GV_SPV_EXTRA_VARYINGS_H
#define GV_SPV_EXTRA_VARYINGS_H

#include "spirv/translate/base/context.h"

/* gv_spv_extra_output() returns the Output variable of an internal varying, gv_spv_extra_input()
 * the Input variable in the fragment stage. 0: the key lacks the varying. */
uint32_t gv_spv_extra_output(struct gv_spv_ctx *c, enum galvan_extra extra);
uint32_t gv_spv_extra_input(struct gv_spv_ctx *c, enum galvan_extra extra);
/* Loads LINE_START in the fragment stage: the window position (vec2), and the stipple position
 * there. Returns false if the key lacks LINE_START. */
bool gv_spv_load_line_start(struct gv_spv_ctx *c, uint32_t *out_position, uint32_t *out_run);
bool gv_spv_has_extra(const struct galvan_spirv_key *key, enum galvan_extra extra);

#endif
