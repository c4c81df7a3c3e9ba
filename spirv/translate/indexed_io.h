/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Registers of IN and OUT with a computed number, where each is a variable of its own: a switch
 * over those that the operand can name. So an interface needs no arrays, and the neighbouring stage
 * need not know who computes its register numbers. */
#ifndef GV_SPV_PICK_H
#define GV_SPV_PICK_H

#include "spirv/translate/context.h"

typedef void (*gv_spv_read_fn)(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                               struct gv_val out_vals[4]);
typedef void (*gv_spv_write_fn)(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                                unsigned mask, const struct gv_val vals[4]);

/* The register that reg names, by fn on one of file's registers; past the last one it is the
 * last. */
void gv_spv_pick_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                      gv_spv_read_fn fn, struct gv_val out_vals[4]);

/* The same for a destination; past the last one nothing is written. */
void gv_spv_pick_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                       unsigned mask, const struct gv_val vals[4], gv_spv_write_fn fn);

#endif
