/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* KILL, KILL_IF, DEMOTE and READ_HELPER. */
#include "spirv/translate/lower/discard.h"

#include "spirv/translate/base/branch.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

/* Whether a discard ends the invocation. Otherwise the discard demotes the invocation to a helper,
 * as TGSI expects: derivatives then remain defined. Inside a loop, the discard ends the invocation,
 * because a helper would continue in the loop and might never leave it. On devices without demote,
 * it always ends the invocation. */
static bool ends_invocation(const struct gv_spv_ctx *c)
{
    return c->loop_depth > 0 || c->key->device.no_demote;
}

static void use_demote(struct gv_spv_ctx *c)
{
    gv_spv_capability(&c->b, SpvCapabilityDemoteToHelperInvocationEXT);
    gv_spv_extension(&c->b, "SPV_EXT_demote_to_helper_invocation");
}

static void demote(struct gv_spv_ctx *c)
{
    use_demote(c);
    gv_spv_stmt(&c->b, SpvOpDemoteToHelperInvocationEXT, NULL, 0);
}

static uint32_t always(struct gv_spv_ctx *c)
{
    uint32_t zero = gv_spv_uint(&c->b, 0, 1);
    return gv_spv_op2(&c->b, SpvOpIEqual, gv_spv_type(&c->b, GV_B, 1), zero, zero);
}

void gv_spv_discard(struct gv_spv_ctx *c, uint32_t cond)
{
    struct gv_spv_builder *b = &c->b;
    /* OpKill would end the block, but instructions may follow this discard. */
    if (!cond && !c->loop_depth && c->key->device.no_demote)
        cond = always(c);
    if (!cond) {
        if (ends_invocation(c)) {
            gv_spv_stmt(b, SpvOpKill, NULL, 0);
            c->dead = true;
        } else {
            demote(c);
        }
        return;
    }
    uint32_t then = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    cond = gv_spv_branch_condition(c, cond);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    if (ends_invocation(c)) {
        gv_spv_stmt(b, SpvOpKill, NULL, 0);
    } else {
        demote(c);
        gv_spv_branch(b, merge);
    }
    gv_spv_label(b, merge);
}

/* Returns the condition of KILL_IF: any component is below zero. The frontend writes a conditional
 * discard as KILL_IF -(mask ? 1.0 : 0.0); the mask itself is then returned. */
static uint32_t kill_condition(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_src *src = &in->src[0];
    struct gv_val vals[4];
    struct gv_val distinct[4];
    unsigned num = 0;
    bool masks = src->negate && !src->absolute;
    gv_spv_fetch(c, src, 0xf, vals);
    for (unsigned i = 0; i < 4; i++) {
        bool known = false;
        for (unsigned j = 0; j < num; j++)
            known |= gv_val_equal(vals[i], distinct[j]);
        if (known)
            continue;
        masks &= vals[i].type == GV_BF || vals[i].type == GV_FB;
        distinct[num++] = vals[i];
    }
    uint32_t bools = gv_spv_type(b, GV_B, num);
    uint32_t cond;
    if (masks) {
        cond = gv_spv_gather(b, distinct, num, GV_B);
    } else {
        uint32_t type = gv_spv_type(b, GV_F, num);
        uint32_t x = gv_spv_gather(b, distinct, num, GV_F);
        if (src->absolute)
            x = gv_spv_ext1(b, GLSLstd450FAbs, type, x);
        if (src->negate)
            x = gv_spv_op1(b, SpvOpFNegate, type, x);
        cond = gv_spv_op2(b, SpvOpFOrdLessThan, bools, x, gv_spv_float(b, 0.0f, num));
    }
    return num == 1 ? cond : gv_spv_op1(b, SpvOpAny, gv_spv_type(b, GV_B, 1), cond);
}

/* Returns whether the invocation is a helper. On devices without demote, the builtin
 * HelperInvocation suffices, because an invocation cannot become a helper while it runs. */
static uint32_t is_helper(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_B, 1);
    if (c->key->device.no_demote)
        return gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInHelperInvocation, type));
    use_demote(c);
    return gv_spv_op(b, SpvOpIsHelperInvocationEXT, type, NULL, 0);
}

void gv_spv_emit_discard(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_KILL:
        gv_spv_discard(c, 0);
        break;
    case TGSI_OPCODE_KILL_IF:
        gv_spv_discard(c, kill_condition(c, in));
        break;
    case TGSI_OPCODE_DEMOTE:
        if (c->key->device.no_demote)
            gv_spv_discard(c, 0);
        else
            demote(c);
        break;
    default:
        gv_spv_replicate(c, in, is_helper(c), GV_B);
        break;
    }
}
