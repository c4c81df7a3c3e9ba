/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* IF, loops, SWITCH, subroutines and returns as structured control flow. Values that are defined in
 * a scope are dropped at the end of the scope, because their definitions do not dominate later code
 * (reaching_defs.h). Registers whose values cross scopes have variables. */
#include "spirv/translate/opcodes/control_flow.h"

#include "spirv/tgsi/opcode.h"
#include "spirv/translate/base/branch.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/work_items.h"

static void push_scope(struct gv_spv_ctx *c, bool is_loop)
{
    if (is_loop)
        gv_tgsi_defs_push_loop(&c->defs);
    else
        gv_tgsi_defs_push(&c->defs);
    gv_spv_cache_push(&c->b.cache);
}

static void pop_scope(struct gv_spv_ctx *c, bool is_loop)
{
    if (is_loop)
        gv_tgsi_defs_pop_loop(&c->defs);
    else
        gv_tgsi_defs_pop(&c->defs);
    gv_spv_cache_pop(&c->b.cache);
}

/* Opens a construct inside unreachable code. Only the nesting of such a construct is counted. */
static void open_dead(struct gv_spv_ctx *c)
{
    c->flow[c->depth++] = (struct gv_spv_flow){.kind = GV_FLOW_DEAD};
}

static uint32_t condition(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val vals[4];
    const struct gv_tgsi_src *src = &in->src[0];
    gv_spv_fetch(c, src, 1, vals);
    /* A true mask is not 0, whether it is read as a float or as an integer. The negative and the
     * absolute value of a true mask are not 0, either. */
    bool is_mask = vals[0].type == GV_B || vals[0].type == GV_FB || vals[0].type == GV_BF;
    if (in->opcode != TGSI_OPCODE_IF || is_mask)
        return gv_spv_gather(b, vals, 1, GV_B);
    uint32_t zero = gv_spv_float(b, 0.0f, 1);
    uint32_t value = gv_spv_src(c, in, 0, 0, 1, GV_F);
    return gv_spv_op2(b, SpvOpFUnordNotEqual, gv_spv_type(b, GV_B, 1), value, zero);
}

static void emit_if(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    if (c->dead) {
        open_dead(c);
        return;
    }
    uint32_t cond = gv_spv_branch_condition(c, condition(c, in));
    if (gv_spv_between_regions(c))
        cond = gv_spv_uniform_condition(c, cond);
    struct gv_spv_flow *f = &c->flow[c->depth++];
    uint32_t then = gv_spv_id(b);
    *f = (struct gv_spv_flow){.kind = GV_FLOW_IF};
    f->merge = gv_spv_id(b);
    f->other = gv_spv_id(b);
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

/* Begins the merge block. If no branch targets the merge block, the block is unreachable, so it is
 * ended at once. */
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
        /* Without ELSE the else block is the merge block. */
        if (!c->b.body.failed)
            c->b.body.data[f->else_word] = f->merge;
        f->merge_reached = true;
    }
    pop_scope(c, false);
    begin_merge(c, f);
}

/* Branches to the end of the innermost construct that a branch may leave. */
static void leave_for_return(struct gv_spv_ctx *c)
{
    struct gv_spv_flow *f = &c->flow[c->depth - 1];
    while (f->kind == GV_FLOW_IF)
        f--;
    f->returned = true;
    branch_to_merge(c, f);
    c->dead = true;
}

/* Called at the end of a construct that a return may leave. If a return has left this construct,
 * branches to the end of the enclosing construct. */
static void go_on_returning(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t cond = gv_spv_op1(b, SpvOpLoad, gv_spv_type(b, GV_B, 1), c->returned_var);
    uint32_t then = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    leave_for_return(c);
    gv_spv_label(b, merge);
    c->dead = false;
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
    *f = (struct gv_spv_flow){.kind = GV_FLOW_LOOP};
    f->merge = gv_spv_id(b);
    f->other = gv_spv_id(b);
    f->header = gv_spv_id(b);
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
    if (f->returned)
        go_on_returning(c);
}

static void emit_jump(struct gv_spv_ctx *c, bool is_break)
{
    unsigned i = c->depth - 1;
    while (c->flow[i].kind != GV_FLOW_LOOP && (!is_break || c->flow[i].kind != GV_FLOW_SWITCH))
        i--;
    struct gv_spv_flow *f = &c->flow[i];
    gv_spv_branch(&c->b, is_break ? f->merge : f->other);
    f->merge_reached |= is_break;
    c->dead = true;
}

/* Translates BREAKC, which old shaders use. */
static void emit_conditional_break(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t cond = gv_spv_branch_condition(c, condition(c, in));
    uint32_t then = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    emit_jump(c, true);
    gv_spv_label(b, merge);
    c->dead = false;
}

/* ---- SWITCH --------------------------------------------------------------------------------- */

/* Opens a construct that any code inside the construct can leave. In SPIR-V, it is a switch that
 * has only a default case. */
static void open_block(struct gv_spv_ctx *c, struct gv_spv_flow *f)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t body = gv_spv_id(b);
    f->merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){f->merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpSwitch, (uint32_t[]){gv_spv_uint(b, 0, 1), body}, 2);
    gv_spv_label(b, body);
}

/* Opens a SWITCH. A case may fall through to the next case, and the value of a case need not be
 * constant. So each case becomes an IF. The condition of the IF is true if the case's value equals
 * the selector, or if an earlier case was entered. */
static void emit_switch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_B, 1);
    if (c->dead) {
        open_dead(c);
        return;
    }
    struct gv_spv_flow *f = &c->flow[c->depth++];
    *f = (struct gv_spv_flow){.kind = GV_FLOW_SWITCH};
    f->selector = gv_spv_src(c, in, 0, 0, 1, GV_U);
    f->matched = gv_spv_local(b, type, 0);
    gv_spv_store(b, f->matched, gv_spv_const_bool(b, false));
    open_block(c, f);
    push_scope(c, false);
}

static void close_case(struct gv_spv_ctx *c, struct gv_spv_flow *f)
{
    if (f->in_case) {
        if (!c->dead)
            gv_spv_branch(&c->b, f->other);
        gv_spv_label(&c->b, f->other);
        c->dead = false;
    }
    f->in_case = false;
}

/* Enters the next case if `hit` (a bool id) is true, or if an earlier case was entered. */
static void open_case(struct gv_spv_ctx *c, struct gv_spv_flow *f, uint32_t hit)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_B, 1);
    uint32_t before = gv_spv_op1(b, SpvOpLoad, type, f->matched);
    uint32_t cond = gv_spv_op2(b, SpvOpLogicalOr, type, before, hit);
    uint32_t then = gv_spv_id(b);
    gv_spv_store(b, f->matched, cond);
    f->other = gv_spv_id(b);
    f->in_case = true;
    cond = gv_spv_branch_condition(c, cond);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){f->other, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, f->other}, 3);
    gv_spv_label(b, then);
}

static uint32_t case_hit(struct gv_spv_ctx *c, const struct gv_spv_flow *f,
                         const struct gv_tgsi_insn *in)
{
    uint32_t value = gv_spv_src(c, in, 0, 0, 1, GV_U);
    return gv_spv_op2(&c->b, SpvOpIEqual, gv_spv_type(&c->b, GV_B, 1), f->selector, value);
}

/* Returns a bool id: whether the selector equals a case after this DEFAULT. Returns 0 if no case
 * follows. */
static uint32_t later_hit(struct gv_spv_ctx *c, const struct gv_spv_flow *f)
{
    struct gv_tgsi_reader ahead = c->walker.frames[c->walker.depth].reader;
    struct gv_tgsi_statement st;
    unsigned depth = 1;
    uint32_t any = 0;
    while (depth && gv_tgsi_read(&ahead, &st)) {
        if (st.type != TGSI_TOKEN_TYPE_INSTRUCTION)
            continue;
        unsigned flags = gv_tgsi_opcode(st.insn.opcode)->flags;
        depth -= (flags & GV_TGSI_DEDENT) != 0;
        depth += (flags & GV_TGSI_INDENT) != 0;
        if (depth != 1 || st.insn.opcode != TGSI_OPCODE_CASE)
            continue;
        if (st.insn.src[0].reg.file != TGSI_FILE_IMMEDIATE || st.insn.src[0].reg.indirect) {
            gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "computed CASE behind DEFAULT");
            return 0;
        }
        uint32_t hit = case_hit(c, f, &st.insn);
        any = any ? gv_spv_op2(&c->b, SpvOpLogicalOr, gv_spv_type(&c->b, GV_B, 1), any, hit) : hit;
    }
    return any;
}

static void emit_case(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_flow *f = &c->flow[c->depth - 1];
    if (f->kind == GV_FLOW_DEAD)
        return;
    close_case(c, f);
    pop_scope(c, false);
    push_scope(c, false);
    if (c->dead)
        return;
    if (in->opcode == TGSI_OPCODE_CASE) {
        open_case(c, f, case_hit(c, f, in));
        return;
    }
    if (f->has_default) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a second DEFAULT");
        return;
    }
    f->has_default = true;
    /* If DEFAULT is the last case, every invocation that has not left the switch enters DEFAULT. */
    uint32_t later = later_hit(c, f);
    if (later)
        open_case(c, f, gv_spv_op1(&c->b, SpvOpLogicalNot, gv_spv_type(&c->b, GV_B, 1), later));
}

static void emit_endswitch(struct gv_spv_ctx *c)
{
    struct gv_spv_flow *f = &c->flow[--c->depth];
    if (f->kind == GV_FLOW_DEAD)
        return;
    close_case(c, f);
    branch_to_merge(c, f);
    pop_scope(c, false);
    begin_merge(c, f);
    if (f->returned)
        go_on_returning(c);
}

/* ---- Returns from inside control flow ------------------------------------------------------- */

/* Whether the main program is inside a construct, so that a RET in nested control flow can leave
 * the main program. If the shader uses work items (work_items.h), each region is inside such a
 * construct, but the main program is not. */
static bool main_is_left(const struct gv_spv_ctx *c)
{
    return c->scan->returns_inside && !c->items.num;
}

void gv_spv_begin_main(struct gv_spv_ctx *c)
{
    if (!main_is_left(c))
        return;
    struct gv_spv_flow *f = &c->flow[c->depth++];
    *f = (struct gv_spv_flow){.kind = GV_FLOW_MAIN};
    uint32_t no = gv_spv_const_bool(&c->b, false);
    c->returned_var = gv_spv_local(&c->b, gv_spv_type(&c->b, GV_B, 1), no);
    open_block(c, f);
    push_scope(c, false);
}

/* Stores the outputs and returns. */
static void end_program(struct gv_spv_ctx *c)
{
    gv_spv_end_region(c);
    if (c->dead)
        return;
    if (c->stage->end)
        c->stage->end(c);
    gv_spv_stmt(&c->b, SpvOpReturn, NULL, 0);
    c->dead = true;
}

static void emit_end(struct gv_spv_ctx *c)
{
    if (main_is_left(c)) {
        struct gv_spv_flow *f = &c->flow[--c->depth];
        branch_to_merge(c, f);
        pop_scope(c, false);
        begin_merge(c, f);
    }
    end_program(c);
}

/* ---- Subroutines ---------------------------------------------------------------------------- */

/* Whether the current subroutine can return before its end. Such a subroutine is inside a
 * construct, which RET leaves. */
static bool early_return(const struct gv_spv_ctx *c)
{
    return c->walker.frames[c->walker.depth].sub->early_return;
}

static void emit_begin_sub(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (!early_return(c))
        return;
    if (c->dead) {
        open_dead(c);
        return;
    }
    struct gv_spv_flow *f = &c->flow[c->depth++];
    *f = (struct gv_spv_flow){.kind = GV_FLOW_SUB, .returned_var = c->returned_var};
    c->returned_var = gv_spv_local(b, gv_spv_type(b, GV_B, 1), 0);
    gv_spv_store(b, c->returned_var, gv_spv_const_bool(b, false));
    open_block(c, f);
    push_scope(c, false);
}

static void emit_end_sub(struct gv_spv_ctx *c)
{
    if (!early_return(c))
        return;
    struct gv_spv_flow *f = &c->flow[--c->depth];
    if (f->kind == GV_FLOW_DEAD)
        return;
    branch_to_merge(c, f);
    pop_scope(c, false);
    begin_merge(c, f);
    c->returned_var = f->returned_var;
    if (c->scan->ends_in_subs && !c->dead)
        go_on_returning(c);
}

static void emit_return(struct gv_spv_ctx *c)
{
    bool in_sub = c->walker.depth > 0;
    if (c->dead || (in_sub && !early_return(c)))
        return;
    if (!in_sub && !c->scan->returns_inside) {
        end_program(c);
        return;
    }
    gv_spv_store(&c->b, c->returned_var, gv_spv_const_bool(&c->b, true));
    leave_for_return(c);
}

/* Translates END inside control flow or a subroutine: all active subroutines and the main program
 * return. */
static void emit_early_end(struct gv_spv_ctx *c)
{
    uint32_t yes = gv_spv_const_bool(&c->b, true);
    if (c->dead)
        return;
    gv_spv_store(&c->b, c->returned_var, yes);
    for (unsigned i = 0; i < c->depth; i++) {
        if (c->flow[i].kind == GV_FLOW_SUB)
            gv_spv_store(&c->b, c->flow[i].returned_var, yes);
    }
    leave_for_return(c);
}

void gv_spv_emit_control(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    switch (in->opcode) {
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
    case TGSI_OPCODE_CALLNZ: /* the selection is closed after the subroutine */
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
    case TGSI_OPCODE_BREAKC:
        if (!c->dead)
            emit_conditional_break(c, in);
        break;
    case TGSI_OPCODE_SWITCH:
        emit_switch(c, in);
        break;
    case TGSI_OPCODE_CASE:
    case TGSI_OPCODE_DEFAULT:
        emit_case(c, in);
        break;
    case TGSI_OPCODE_ENDSWITCH:
        emit_endswitch(c);
        break;
    case TGSI_OPCODE_END:
        if (c->walker.open)
            emit_early_end(c);
        else
            emit_end(c);
        break;
    case TGSI_OPCODE_RET:
        emit_return(c);
        break;
    case TGSI_OPCODE_BGNSUB:
        emit_begin_sub(c);
        break;
    case TGSI_OPCODE_ENDSUB:
        emit_end_sub(c);
        if (c->walker.frames[c->walker.depth].conditional)
            emit_endif(c);
        break;
    case TGSI_OPCODE_CAL:
    case TGSI_OPCODE_NOP:
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, gv_tgsi_opcode(in->opcode)->name);
        break;
    }
}
