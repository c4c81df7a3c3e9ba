/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Registers of IN and OUT by an operand, where registers lie in variables of the interface. With a
 * computed number, those in one array are one access with a computed element. Only where an operand
 * can name registers of several variables is there a switch, with a case for each variable. A
 * number that names no register is one of those that the operand can name. */
#ifndef GV_SPV_INDEXED_IO_H
#define GV_SPV_INDEXED_IO_H

#include "spirv/translate/base/context.h"

/* Where the registers of a file lie, and access to one of them. */
struct gv_spv_io_file {
    /* The array that a register lies in, from 1, and its element there; 0: in none. */
    unsigned (*array_of)(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element);
    /* A register of a vertex; with an element (an id, not 0) that of the array that it lies in. */
    void (*read)(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                 struct gv_val out_vals[4]);
    void (*write)(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                  unsigned mask, const struct gv_val vals[4]); /* NULL: nothing is written */
};

/* Reads and writes the register that reg names. */
void gv_spv_io_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                    const struct gv_spv_io_file *file, struct gv_val out_vals[4]);
void gv_spv_io_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                     unsigned mask, const struct gv_val vals[4], const struct gv_spv_io_file *file);

#endif
