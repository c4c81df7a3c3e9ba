/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declarations for the files that translate memory opcodes. The operands of an access are SSA
 * values, so the access can be emitted once for each candidate unit. */
#ifndef GV_SPV_MEMORY_H
#define GV_SPV_MEMORY_H

#include "spirv/translate/base/context.h"

enum gv_mem_kind {
    GV_MEM_LOAD,
    GV_MEM_STORE,
    GV_MEM_SIZE,
    GV_MEM_ATOMIC,
};

struct gv_mem_op {
    const struct gv_tgsi_insn *in;
    enum gv_mem_kind kind;
    unsigned mask;      /* mask of the components that LOAD and SIZE return and that STORE writes */
    struct gv_val word; /* uint index of the first word; not for images */
    uint32_t coord;     /* IMAGE: coordinates as a uint vector; x is ignored for a RAW image */
    uint32_t sample;    /* IMAGE: uint; 0: not multisampled */
    struct gv_val data[4];
    uint32_t value, compare; /* ATOMIC: uint, or float if value_type is GV_F */
    unsigned value_type;     /* GV_F or GV_U */
    uint32_t block;          /* label of the current block; 0: unknown */
};

/* compute.c: accesses memory; `type` is a TGSI_MEMORY_TYPE_*. */
void gv_mem_compute(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned type,
                    struct gv_val out_vals[4]);

/* atomic.c: gv_mem_atomic_is_float() returns whether an atomic opcode works on floats.
 * gv_mem_atomic_is_loop() returns whether the opcode becomes a loop of exchanges; the operand of
 * such a loop is uint even if the dwords are signed. gv_mem_atomic() emits the access and returns
 * the old value, whose type is op->value_type; `type` is the type to which `pointer` points. */
bool gv_mem_atomic_is_float(unsigned opcode);
bool gv_mem_atomic_is_loop(unsigned opcode); /* for the loop, see the comment above */
uint32_t gv_mem_atomic(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t pointer, uint32_t type,
                       SpvScope scope);

/* const.c */
void gv_mem_load_const(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

/* image.c */
/* Decodes coordinates, texel type and data of an access to IMAGE[unit]. Returns false after
 * reporting a failure. */
bool gv_mem_decode_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit);
void gv_mem_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit,
                  struct gv_val out_vals[4]);
/* Decorates a variable according to how the shader uses IMAGE[unit]. */
void gv_mem_decorate_image(struct gv_spv_ctx *c, uint32_t var, unsigned unit);
/* Returns GV_F or GV_U: the type of the texels of IMAGE[unit] in a register. */
unsigned gv_mem_image_type(const struct gv_spv_ctx *c, unsigned unit);
/* Whether an instruction of this kind is translated in the same way for IMAGE[x] and IMAGE[y]. */
bool gv_mem_same_image(const struct gv_spv_ctx *c, unsigned x, unsigned y, enum gv_mem_kind kind);

#endif
