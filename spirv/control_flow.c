/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI's structured control flow is SPIR-V's. Values known in a scope are forgotten where its
 * definitions stop to dominate (track.h); registers that cross have variables. */
#include "translate.h"

static void push_scope(struct gv_spv_ctx *c, bool is_loop)
{
    if (is_loop)
        gv_spv_track_push_loop(&c->track);
    else
        gv_spv_track_push(&c->track);
    gv_spv_cache_push(&c->cache);
}

static void pop_scope(struct gv_spv_ctx *c, bool is_loop)
{
    if (is_loop)
        gv_spv_track_pop_loop(&c->track);
    else
        gv_spv_track_pop(&c->track);
    gv_spv_cache_pop(&c->cache);
}

/* Opened inside code that never runs: only counted. */
static void open_dead(struct gv_spv_ctx *c)
{
    c->flow[c->depth++] = (struct gv_spv_flow){.kind = GV_FLOW_DEAD};
}

static uint32_t condition(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_val vals[4];
    const struct gv_tgsi_src *src = &in->src[0];
    gv_spv_fetch(c, src, 1, vals);
    /* Any mask is true in both readings; its negation or absolute value likewise. */
    bool is_mask = vals[0].type == GV_B || vals[0].type == GV_FB || vals[0].type == GV_BF;
    if (in->opcode == TGSI_OPCODE_UIF || is_mask)
        return gv_spv_gather(c, vals, 1, GV_B);
    return gv_spv_op2(&c->b, SpvOpFUnordNotEqual, gv_spv_type(c, GV_B, 1),
                      gv_spv_src(c, in, 0, 0, 1, GV_F), gv_spv_float(c, 0.0f, 1));
}

static void emit_if(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    if (c->dead) {
        open_dead(c);
        return;
    }
    struct gv_spv_flow *f = &c->flow[c->depth++];
    uint32_t cond = condition(c, in);
    uint32_t then = gv_spv_id(b);
    *f = (struct gv_spv_flow){.kind = GV_FLOW_IF, .merge = gv_spv_id(b), .other = gv_spv_id(b)};
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){f->merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, f->other}, 3);
    f->else_word = b->body.num - 1;
    gv_spv_label(b, then);
    push_scope(c, false);
}

static void branch_to_merge(struct gv_spv_ctx *c, struct gv_spv_flow *f)
{
    if (c->dead)
        return;
    gv_spv_branch(&c->b, f->merge);
    f->merge_reached = true;
}

static void emit_else(struct gv_spv_ctx *c)
{
    struct gv_spv_flow *f = &c->flow[c->depth - 1];
    if (f->kind == GV_FLOW_DEAD)
        return;
    branch_to_merge(c, f);
    f->has_else = true;
    gv_spv_label(&c->b, f->other);
    c->dead = false;
    pop_scope(c, false);
    push_scope(c, false);
}

/* Begins the merge block; one that nothing branches to ends at once. */
static void begin_merge(struct gv_spv_ctx *c, const struct gv_spv_flow *f)
{
    gv_spv_label(&c->b, f->merge);
    c->dead = !f->merge_reached;
    if (c->dead)
        gv_spv_stmt(&c->b, SpvOpUnreachable, NULL, 0);
}

static void emit_endif(struct gv_spv_ctx *c)
{
    struct gv_spv_flow *f = &c->flow[--c->depth];
    if (f->kind == GV_FLOW_DEAD)
        return;
    branch_to_merge(c, f);
    if (!f->has_else) {
        /* Without ELSE the other arm is the merge block itself. */
        if (!c->b.body.failed)
            c->b.body.data[f->else_word] = f->merge;
        f->merge_reached = true;
    }
    pop_scope(c, false);
    begin_merge(c, f);
}

static void emit_loop(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (c->dead) {
        open_dead(c);
        return;
    }
    struct gv_spv_flow *f = &c->flow[c->depth++];
    uint32_t body = gv_spv_id(b);
    *f = (struct gv_spv_flow){
        .kind = GV_FLOW_LOOP, .merge = gv_spv_id(b), .other = gv_spv_id(b), .header = gv_spv_id(b)};
    gv_spv_branch(b, f->header);
    gv_spv_label(b, f->header);
    gv_spv_stmt(b, SpvOpLoopMerge, (uint32_t[]){f->merge, f->other, SpvLoopControlMaskNone}, 3);
    gv_spv_branch(b, body);
    gv_spv_label(b, body);
    c->loop_depth++;
    push_scope(c, true);
}

static void emit_endloop(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_flow *f = &c->flow[--c->depth];
    if (f->kind == GV_FLOW_DEAD)
        return;
    if (!c->dead)
        gv_spv_branch(b, f->other);
    gv_spv_label(b, f->other);
    gv_spv_branch(b, f->header);
    c->loop_depth--;
    pop_scope(c, true);
    begin_merge(c, f);
}

static void emit_jump(struct gv_spv_ctx *c, bool is_break)
{
    unsigned i = c->depth;
    while (i > 0 && c->flow[i - 1].kind != GV_FLOW_LOOP)
        i--;
    if (i == 0) {
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, "BRK of SWITCH");
        return;
    }
    struct gv_spv_flow *f = &c->flow[i - 1];
    gv_spv_branch(&c->b, is_break ? f->merge : f->other);
    f->merge_reached |= is_break;
    c->dead = true;
}

void gv_spv_emit_control(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
        emit_if(c, in);
        break;
    case TGSI_OPCODE_ELSE:
        emit_else(c);
        break;
    case TGSI_OPCODE_ENDIF:
        emit_endif(c);
        break;
    case TGSI_OPCODE_BGNLOOP:
        emit_loop(c);
        break;
    case TGSI_OPCODE_ENDLOOP:
        emit_endloop(c);
        break;
    case TGSI_OPCODE_BRK:
    case TGSI_OPCODE_CONT:
        if (!c->dead)
            emit_jump(c, in->opcode == TGSI_OPCODE_BRK);
        break;
    case TGSI_OPCODE_END:
        gv_spv_return(c);
        break;
    case TGSI_OPCODE_RET:
        if (c->depth)
            gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "return from inside control flow");
        else
            gv_spv_return(c);
        break;
    case TGSI_OPCODE_NOP:
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, gv_tgsi_opcode(in->opcode)->name);
        break;
    }
}
