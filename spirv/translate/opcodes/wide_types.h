/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The types of 64-bit values, and the operations on them. If the device lacks a type (no_float64,
 * no_int64 of the key), a value of this type is a uvec2 of its words, low word first. */
#ifndef GV_SPV_WIDE_TYPES_H
#define GV_SPV_WIDE_TYPES_H

#include "spirv/translate/base/context.h"

/* Types of 64-bit ids. They continue enum gv_val_type and never appear in a struct gv_val. */
enum gv_wide_type {
    GV_D = 16, /* double */
    GV_L,      /* 64-bit integer, also for signed operations */
};

/* The types that an opcode reads and writes, and the single instruction that implements most
 * opcodes. */
struct gv_wide_op {
    uint8_t result;    /* GV_D or GV_L for a pair of components, GV_F or GV_U for one component,
                          GV_B for one mask */
    uint8_t operand;   /* type of each source, except of a shift count */
    bool count_second; /* the second source is a 32-bit shift count */
    SpvOp op;          /* SpvOpNop: use inst */
    enum GLSLstd450 inst;
};

/* Whether values of GV_D or GV_L are pairs of words. */
bool gv_spv_wide_is_words(const struct gv_spv_ctx *c, unsigned type);
/* Returns the type of a value, 64-bit or 32-bit. Declares the capability of a 64-bit type. */
uint32_t gv_spv_wide_type(struct gv_spv_ctx *c, unsigned type);
uint32_t gv_spv_wide_const(struct gv_spv_ctx *c, unsigned type, uint64_t bits);

#endif
