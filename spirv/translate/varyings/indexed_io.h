/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Access to registers of IN and OUT that are stored in interface variables. A dynamic index into
 * registers of one array becomes an access with a dynamic element. If an operand can name registers
 * of several variables, a switch is used, with a case for each variable. An index that is out of
 * bounds accesses one of the registers that the operand can name. */
#ifndef GV_SPV_INDEXED_IO_H
#define GV_SPV_INDEXED_IO_H

#include "spirv/translate/base/context.h"

/* The layout of a register file, and access to its registers. */
struct gv_spv_io_file {
    /* Returns the number of the array that contains a register, counted from 1, and sets
     * *out_element to the register's element in this array. Returns 0 if no array contains the
     * register. */
    unsigned (*array_of)(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element);
    /* Read and write a register of a vertex. If `element`, an id, is not 0, it is the element to
     * access in the register's array. */
    void (*read)(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                 struct gv_val out_vals[4]);
    void (*write)(struct gv_spv_ctx *c, unsigned index, uint32_t element, uint32_t vertex,
                  unsigned mask, const struct gv_val vals[4]); /* NULL: the file is read-only */
};

/* Read and write the register that `reg` names. */
void gv_spv_io_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                    const struct gv_spv_io_file *file, struct gv_val out_vals[4]);
void gv_spv_io_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                     unsigned mask, const struct gv_val vals[4], const struct gv_spv_io_file *file);

#endif
