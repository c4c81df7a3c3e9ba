/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Votes, ballots and reads between the invocations of a subgroup, the SUBGROUP_* system values, and
 * the clock. */
#include "spirv/translate/opcodes/subgroup.h"

#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

/* Whether each invocation is a subgroup by itself. GL allows subgroups of any size, including 1. */
static bool is_lone(const struct gv_spv_ctx *c)
{
    return c->key->common.lone_subgroups || c->items.num;
}

static uint32_t scope(struct gv_spv_ctx *c)
{
    gv_spv_capability(&c->b, SpvCapabilityGroupNonUniform);
    return gv_spv_const_uint(&c->b, SpvScopeSubgroup);
}

/* Returns the vote of a subgroup of one invocation. The result of VOTE_ANY and VOTE_ALL is the
 * value of this invocation; the result of VOTE_EQ is true. */
static uint32_t lone_vote(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned comp)
{
    return in->opcode == TGSI_OPCODE_VOTE_EQ ? gv_spv_const_bool(&c->b, true)
                                             : gv_spv_src(c, in, 0, comp, 1, GV_B);
}

static uint32_t vote(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned comp)
{
    struct gv_spv_builder *b = &c->b;
    bool equal = in->opcode == TGSI_OPCODE_VOTE_EQ;
    if (is_lone(c))
        return lone_vote(c, in, comp);
    SpvOp op = equal                                ? SpvOpGroupNonUniformAllEqual
               : in->opcode == TGSI_OPCODE_VOTE_ALL ? SpvOpGroupNonUniformAll
                                                    : SpvOpGroupNonUniformAny;
    gv_spv_capability(b, SpvCapabilityGroupNonUniformVote);
    uint32_t value = gv_spv_src(c, in, 0, comp, 1, equal ? GV_U : GV_B);
    uint32_t subgroup = scope(c);
    return gv_spv_op2(b, op, gv_spv_type(b, GV_B, 1), subgroup, value);
}

static void emit_vote(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_val vals[4] = {0};
    for (unsigned i = 0; i < 4; i++) {
        if (in->dst[0].mask >> i & 1)
            vals[i] = gv_val_scalar(vote(c, in, i), GV_B);
    }
    gv_spv_write(c, in, vals);
}

static void emit_lone_ballot(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t cond)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t one = gv_spv_const_uint(b, 1);
    uint32_t zero = gv_spv_const_uint(b, 0);
    uint32_t id = gv_spv_op3(b, SpvOpSelect, type, cond, one, zero);
    const struct gv_val vals[4] = {gv_val_scalar(id, GV_U), gv_val_imm(0), gv_val_imm(0),
                                   gv_val_imm(0)};
    gv_spv_write(c, in, vals);
}

/* Writes a mask of 64 invocations to x and y; z and w are unused. */
static void emit_ballot(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t cond = gv_spv_src(c, in, 0, 0, 1, GV_B);
    if (is_lone(c)) {
        emit_lone_ballot(c, in, cond);
        return;
    }
    gv_spv_capability(b, SpvCapabilityGroupNonUniformBallot);
    uint32_t subgroup = scope(c);
    uint32_t id =
        gv_spv_op2(b, SpvOpGroupNonUniformBallot, gv_spv_type(b, GV_U, 4), subgroup, cond);
    gv_spv_write_vec4(c, in, id, GV_U);
}

static void emit_read(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_columns cols;
    uint32_t id;
    gv_spv_columns(c, in, &cols);
    bool modified = in->src[0].absolute || in->src[0].negate || in->saturate;
    unsigned type = modified ? GV_F : gv_spv_natural_type(cols.vals[0], cols.num);
    type = type == GV_B ? GV_U : type;
    uint32_t id_type = gv_spv_type(b, type, cols.num);
    uint32_t value = gv_spv_column_src(c, in, &cols, 0, type);
    if (is_lone(c)) {
        id = value;
    } else if (in->opcode == TGSI_OPCODE_READ_FIRST) {
        gv_spv_capability(b, SpvCapabilityGroupNonUniformBallot);
        id = gv_spv_op2(b, SpvOpGroupNonUniformBroadcastFirst, id_type, scope(c), value);
    } else {
        /* All components of the value are read from one invocation. */
        unsigned first = (unsigned)__builtin_ctz(in->dst[0].mask);
        gv_spv_capability(b, SpvCapabilityGroupNonUniformShuffle);
        uint32_t from = gv_spv_src(c, in, 1, first, 1, GV_U);
        id = gv_spv_op3(b, SpvOpGroupNonUniformShuffle, id_type, scope(c), value, from);
    }
    gv_spv_column_result(c, in, &cols, id, type);
}

/* Writes the clock's low dword to x and its high dword to y. */
static void emit_clock(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val vals[4];
    gv_spv_capability(b, SpvCapabilityShaderClockKHR);
    gv_spv_extension(b, "SPV_KHR_shader_clock");
    uint32_t subgroup = gv_spv_const_uint(b, SpvScopeSubgroup);
    uint32_t id = gv_spv_op1(b, SpvOpReadClockKHR, gv_spv_type(b, GV_U, 2), subgroup);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = i < 2 ? gv_val_comp(id, GV_U, 2, i) : gv_val_imm(0);
    gv_spv_write(c, in, vals);
}

void gv_spv_emit_subgroup(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_VOTE_ANY:
    case TGSI_OPCODE_VOTE_ALL:
    case TGSI_OPCODE_VOTE_EQ:
        emit_vote(c, in);
        break;
    case TGSI_OPCODE_BALLOT:
        emit_ballot(c, in);
        break;
    case TGSI_OPCODE_CLOCK:
        emit_clock(c, in);
        break;
    default:
        emit_read(c, in);
        break;
    }
}

static const struct subgroup_value {
    uint8_t semantic;
    bool is_mask; /* a mask of invocations: 64 bits in x and y */
    SpvBuiltIn builtin;
    uint32_t lone; /* the value if each invocation is a subgroup by itself */
} subgroup_values[] = {
    {TGSI_SEMANTIC_SUBGROUP_SIZE, false, SpvBuiltInSubgroupSize, 1},
    {TGSI_SEMANTIC_SUBGROUP_INVOCATION, false, SpvBuiltInSubgroupLocalInvocationId, 0},
    {TGSI_SEMANTIC_SUBGROUP_EQ_MASK, true, SpvBuiltInSubgroupEqMask, 1},
    {TGSI_SEMANTIC_SUBGROUP_GE_MASK, true, SpvBuiltInSubgroupGeMask, 1},
    {TGSI_SEMANTIC_SUBGROUP_GT_MASK, true, SpvBuiltInSubgroupGtMask, 0},
    {TGSI_SEMANTIC_SUBGROUP_LE_MASK, true, SpvBuiltInSubgroupLeMask, 1},
    {TGSI_SEMANTIC_SUBGROUP_LT_MASK, true, SpvBuiltInSubgroupLtMask, 0},
};

bool gv_spv_subgroup_value(struct gv_spv_ctx *c, unsigned semantic, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    for (size_t i = 0; i < sizeof(subgroup_values) / sizeof(subgroup_values[0]); i++) {
        const struct subgroup_value *v = &subgroup_values[i];
        if (v->semantic != semantic)
            continue;
        if (is_lone(c)) {
            out_vals[0] = gv_val_imm(v->lone);
            out_vals[1] = gv_val_imm(0);
            return true;
        }
        unsigned num = v->is_mask ? 4 : 1;
        uint32_t type = gv_spv_type_uint(b, num);
        gv_spv_capability(b, SpvCapabilityGroupNonUniform);
        if (v->is_mask)
            gv_spv_capability(b, SpvCapabilityGroupNonUniformBallot);
        uint32_t id = gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, v->builtin, type));
        for (unsigned k = 0; k < num && k < 2; k++)
            out_vals[k] = gv_val_comp(id, GV_U, num, k);
        return true;
    }
    return false;
}
