/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/opcodes/wide_functions.h"

#include "spirv/translate/opcodes/library_function.h"

static const char *const functions[TGSI_OPCODE_LAST] = {
    [TGSI_OPCODE_DADD] = "d_add",     [TGSI_OPCODE_DMUL] = "d_mul",
    [TGSI_OPCODE_DMAD] = "d_mad",     [TGSI_OPCODE_DFMA] = "d_fma",
    [TGSI_OPCODE_DDIV] = "d_div",     [TGSI_OPCODE_DRCP] = "d_rcp",
    [TGSI_OPCODE_DSQRT] = "d_sqrt",   [TGSI_OPCODE_DRSQ] = "d_rsq",
    [TGSI_OPCODE_DMIN] = "d_min",     [TGSI_OPCODE_DMAX] = "d_max",
    [TGSI_OPCODE_DABS] = "d_abs",     [TGSI_OPCODE_DNEG] = "d_neg",
    [TGSI_OPCODE_DSSG] = "d_ssg",     [TGSI_OPCODE_DFRAC] = "d_frac",
    [TGSI_OPCODE_DFLR] = "d_flr",     [TGSI_OPCODE_DCEIL] = "d_ceil",
    [TGSI_OPCODE_DTRUNC] = "d_trunc", [TGSI_OPCODE_DROUND] = "d_round",
    [TGSI_OPCODE_DLDEXP] = "d_ldexp", [TGSI_OPCODE_DSLT] = "d_slt",
    [TGSI_OPCODE_DSGE] = "d_sge",     [TGSI_OPCODE_DSEQ] = "d_seq",
    [TGSI_OPCODE_DSNE] = "d_sne",     [TGSI_OPCODE_F2D] = "f_to_d",
    [TGSI_OPCODE_I2D] = "i_to_d",     [TGSI_OPCODE_U2D] = "u_to_d",
    [TGSI_OPCODE_D2F] = "d_to_f",     [TGSI_OPCODE_D2I] = "d_to_i",
    [TGSI_OPCODE_D2U] = "d_to_u",     [TGSI_OPCODE_U64ADD] = "u64_add",
    [TGSI_OPCODE_U64MUL] = "u64_mul", [TGSI_OPCODE_I64NEG] = "i64_neg",
    [TGSI_OPCODE_I64DIV] = "i64_div", [TGSI_OPCODE_U64DIV] = "u64_div",
    [TGSI_OPCODE_I64MOD] = "i64_mod", [TGSI_OPCODE_U64MOD] = "u64_mod",
    [TGSI_OPCODE_I64ABS] = "i64_abs", [TGSI_OPCODE_I64SSG] = "i64_ssg",
    [TGSI_OPCODE_I64MIN] = "i64_min", [TGSI_OPCODE_I64MAX] = "i64_max",
    [TGSI_OPCODE_U64MIN] = "u64_min", [TGSI_OPCODE_U64MAX] = "u64_max",
    [TGSI_OPCODE_U64SHL] = "u64_shl", [TGSI_OPCODE_I64SHR] = "i64_shr",
    [TGSI_OPCODE_U64SHR] = "u64_shr", [TGSI_OPCODE_U64SEQ] = "u64_seq",
    [TGSI_OPCODE_U64SNE] = "u64_sne", [TGSI_OPCODE_I64SLT] = "i64_slt",
    [TGSI_OPCODE_I64SGE] = "i64_sge", [TGSI_OPCODE_U64SLT] = "u64_slt",
    [TGSI_OPCODE_U64SGE] = "u64_sge", [TGSI_OPCODE_F2I64] = "f_to_i64",
    [TGSI_OPCODE_F2U64] = "f_to_u64", [TGSI_OPCODE_I2I64] = "i_to_i64",
    [TGSI_OPCODE_U2I64] = "u_to_i64", [TGSI_OPCODE_D2I64] = "d_to_i64",
    [TGSI_OPCODE_D2U64] = "d_to_u64", [TGSI_OPCODE_I642F] = "i64_to_f",
    [TGSI_OPCODE_U642F] = "u64_to_f", [TGSI_OPCODE_I642D] = "i64_to_d",
    [TGSI_OPCODE_U642D] = "u64_to_d",
};

/* Returns the type that the functions use for a value: uvec2, uint, or bool for a mask. */
static uint32_t seen_type(struct gv_spv_ctx *c, unsigned type)
{
    if (type >= GV_D)
        return gv_spv_type(&c->b, GV_U, 2);
    return gv_spv_type(&c->b, type == GV_B ? GV_B : GV_U, 1);
}

/* Bitcasts a value to another type of equal size. */
static uint32_t as_type(struct gv_spv_ctx *c, uint32_t id, uint32_t from, uint32_t to)
{
    return from == to ? id : gv_spv_op1(&c->b, SpvOpBitcast, to, id);
}

/* Calls a function. The operands begin at args[1]; args[0] is for the function's id. */
static uint32_t call(struct gv_spv_ctx *c, const char *name, unsigned result, uint32_t *args,
                     unsigned num_args)
{
    uint32_t type = seen_type(c, result);
    args[0] = gv_spv_library_function(c, name);
    uint32_t id = gv_spv_op(&c->b, SpvOpFunctionCall, type, args, 1 + num_args);
    return as_type(c, id, type, gv_spv_wide_type(c, result));
}

static uint32_t argument(struct gv_spv_ctx *c, unsigned type, uint32_t x)
{
    uint32_t to = seen_type(c, type);
    return as_type(c, x, gv_spv_wide_type(c, type), to);
}

uint32_t gv_spv_wide_call1(struct gv_spv_ctx *c, const char *name, unsigned result,
                           unsigned operand, uint32_t x)
{
    uint32_t args[2] = {0, argument(c, operand, x)};
    return call(c, name, result, args, 1);
}

uint32_t gv_spv_wide_function(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                              const struct gv_wide_op *op, const uint32_t *x)
{
    uint32_t args[4];
    for (unsigned s = 0; s < in->num_src; s++)
        args[1 + s] = argument(c, s == 1 && op->count_second ? GV_U : op->operand, x[s]);
    bool rounds_once = in->opcode == TGSI_OPCODE_DMAD && in->precise;
    return call(c, functions[rounds_once ? TGSI_OPCODE_DFMA : in->opcode], op->result, args,
                in->num_src);
}
