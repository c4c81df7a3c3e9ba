/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An OpSwitch over the registers or units that a computed number can name: begin; for each case its
 * beginning and its leave; end. */
#ifndef GV_SPV_SWITCH_H
#define GV_SPV_SWITCH_H

#include "spirv/translate/base/context.h"

struct gv_spv_switch {
    uint32_t merge;
    uint32_t labels[GV_TGSI_MAX_IO];
    uint32_t phi[2 * (GV_TGSI_MAX_IO + 1)]; /* values and the blocks that they come from */
    unsigned num_phi;
};

/* num numbers, 1 to GV_TGSI_MAX_IO, a case for each. Any other selector takes case other; num: none
 * of them. */
void gv_spv_switch_begin(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                         unsigned num, unsigned other, struct gv_spv_switch *out_switch);

/* The same where numbers[i] takes case cases[i], one of those from 0 that occur. */
void gv_spv_switch_begin_shared(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                                const uint8_t *cases, unsigned num, unsigned other,
                                struct gv_spv_switch *out_switch);

/* Begins the block of case i. What is cached in it is forgotten when it is left. */
void gv_spv_switch_case(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned i);
void gv_spv_switch_leave(struct gv_spv_ctx *c, const struct gv_spv_switch *s);

/* The vec4 that the switch gives where control comes from block. */
void gv_spv_switch_value(struct gv_spv_switch *s, uint32_t value, uint32_t block);

/* out_vals: NULL where there are no values. */
void gv_spv_switch_end(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned type,
                       struct gv_val out_vals[4]);

#endif
