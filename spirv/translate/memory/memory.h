/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the files of the memory opcodes share: one access with its operands already SSA values, so
 * that it may be emitted once per candidate unit. */
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
    unsigned mask;      /* components that LOAD and SIZE give and STORE takes */
    struct gv_val word; /* uint: number of the first word; not for images */
    uint32_t coord;     /* IMAGE: uint vector; of a RAW one x does not count */
    uint32_t sample;    /* IMAGE: uint, 0: not multisampled */
    struct gv_val data[4];
    uint32_t value, compare; /* ATOMIC: uint, or float where value_type says so */
    unsigned value_type;     /* GV_F or GV_U */
    uint32_t block;          /* label of the block that the code stands in; 0: unknown */
};

/* compute.c: an access to memory of TGSI_MEMORY_TYPE_*. */
void gv_mem_compute(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned type,
                    struct gv_val out_vals[4]);

/* atomic.c: whether this atomic opcode works on floats, and the access itself: the old value, of
 * op->value_type. type is the pointer's element type. */
bool gv_mem_atomic_is_float(unsigned opcode);
bool gv_mem_atomic_is_loop(unsigned opcode); /* ... whose value stays uint on any integer word */
uint32_t gv_mem_atomic(struct gv_spv_ctx *c, struct gv_mem_op *op, uint32_t pointer, uint32_t type,
                       SpvScope scope);

/* const.c */
void gv_mem_load_const(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

/* image.c */
/* Coordinates, texel type and data of an access to IMAGE[unit]; false after recording a failure. */
bool gv_mem_decode_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit);
void gv_mem_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit,
                  struct gv_val out_vals[4]);
/* Decorates a variable by how the shader uses IMAGE[unit]. */
void gv_mem_decorate_image(struct gv_spv_ctx *c, uint32_t var, unsigned unit);
/* GV_F or GV_U: what IMAGE[unit] holds, as a register sees it. */
unsigned gv_mem_image_type(const struct gv_spv_ctx *c, unsigned unit);
/* Whether two units look the same to one instruction of that kind. */
bool gv_mem_same_image(const struct gv_spv_ctx *c, unsigned x, unsigned y, enum gv_mem_kind kind);

#endif
