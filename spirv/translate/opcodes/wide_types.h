/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Types of 64-bit values, and what opcodes make of them. Where the device lacks a type (no_float64,
 * no_int64 of the key), a value of it is a uvec2 of its words, low word first. */
#ifndef GV_SPV_WIDE_TYPES_H
#define GV_SPV_WIDE_TYPES_H

#include "spirv/translate/base/context.h"

/* Types of 64-bit ids; they go on from enum gv_val_type and never stand in a struct gv_val. */
enum gv_wide_type {
    GV_D = 16, /* double */
    GV_L,      /* 64-bit integer, signed operations too */
};

/* What an opcode reads and writes, and the one instruction that most of them are. */
struct gv_wide_op {
    uint8_t result;    /* GV_D, GV_L: a pair; GV_F, GV_U: one word; GV_B: one mask */
    uint8_t operand;   /* of the first source, and of the others if they have no count */
    bool count_second; /* the second source is a 32-bit count */
    SpvOp op;          /* SpvOpNop: inst */
    enum GLSLstd450 inst;
};

/* Whether values of GV_D or GV_L are pairs of words. */
bool gv_spv_wide_is_words(const struct gv_spv_ctx *c, unsigned type);
/* The type of one value, 64-bit or 32-bit; asks for the capability of a 64-bit one. */
uint32_t gv_spv_wide_type(struct gv_spv_ctx *c, unsigned type);
uint32_t gv_spv_wide_const(struct gv_spv_ctx *c, unsigned type, uint64_t bits);

#endif
