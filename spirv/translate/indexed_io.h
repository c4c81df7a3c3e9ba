/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Indexed selection: registers of IN and OUT with a computed number, where each register is a
 * variable of its own. It is a switch over those that the operand can name, so an interface needs
 * no arrays, and the neighbouring stage need not know which numbers are computed. */
#ifndef GV_SPV_INDEXED_IO_H
#define GV_SPV_INDEXED_IO_H

#include "spirv/translate/context.h"

typedef void (*gv_spv_read_fn)(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                               struct gv_val out_vals[4]);
typedef void (*gv_spv_write_fn)(struct gv_spv_ctx *c, unsigned index, uint32_t vertex,
                                unsigned mask, const struct gv_val vals[4]);

/* Reads the register that reg names, by a function that reads one of them; a number past the last
 * reads the last. */
void gv_spv_indexed_io_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                            gv_spv_read_fn fn, struct gv_val out_vals[4]);

/* The same for a destination; a number past the last writes nothing. */
void gv_spv_indexed_io_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                             unsigned mask, const struct gv_val vals[4], gv_spv_write_fn fn);

#endif
