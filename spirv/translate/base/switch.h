/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An OpSwitch over the registers or units that an indirect operand can name. Call
 * gv_spv_switch_begin(); gv_spv_switch_case() and gv_spv_switch_leave() around the code of each
 * case; then gv_spv_switch_end(). */
#ifndef GV_SPV_SWITCH_H
#define GV_SPV_SWITCH_H

#include "spirv/translate/base/context.h"

struct gv_spv_switch {
    uint32_t merge;
    uint32_t labels[GV_TGSI_MAX_IO];
    uint32_t phi[2 * (GV_TGSI_MAX_IO + 1)]; /* pairs of a value and its predecessor block */
    unsigned num_phi;
};

/* Begins a switch with one case for each of the `num` numbers; `num` is 1 to GV_TGSI_MAX_IO. A
 * selector that equals no number takes case `other`, or no case if `other` equals `num`. */
void gv_spv_switch_begin(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                         unsigned num, unsigned other, struct gv_spv_switch *out_switch);

/* Begins a switch in which the value numbers[i] selects case cases[i]. Cases are counted from 0,
 * and several values may select one case. */
void gv_spv_switch_begin_shared(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                                const uint8_t *cases, unsigned num, unsigned other,
                                struct gv_spv_switch *out_switch);

/* Begin and end the block of case `i`. Values cached inside the block are dropped at its end. */
void gv_spv_switch_case(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned i);
void gv_spv_switch_leave(struct gv_spv_ctx *c, const struct gv_spv_switch *s);

/* Sets the vec4 that the switch yields if control comes from `block`. */
void gv_spv_switch_value(struct gv_spv_switch *s, uint32_t value, uint32_t block);

/* Ends the switch and returns its value in out_vals, which may be NULL if the switch yields no
 * value. */
void gv_spv_switch_end(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned type,
                       struct gv_val out_vals[4]);

#endif
