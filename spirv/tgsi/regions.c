/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/regions.h"

#include <string.h>

#include "spirv/tgsi/walk.h"

enum {
    MAX_OPEN = GV_TGSI_MAX_NESTING + GV_TGSI_MAX_CALLS
};

struct search {
    uint8_t *marks;
    const char *why_not;
    struct construct {
        uint16_t opcode;
        uint32_t insn;
    } open[MAX_OPEN];
    unsigned depth;
};

/* ---- Open constructs ------------------------------------------------------------------------- */

static void push(struct search *s, unsigned opcode, uint32_t insn)
{
    if (s->depth == MAX_OPEN) {
        s->why_not = "control flow that deep";
        return;
    }
    s->open[s->depth++] = (struct construct){(uint16_t)opcode, insn};
}

static void open_construct(struct search *s, const struct gv_tgsi_walker *w)
{
    switch (w->st.insn.opcode) {
    case TGSI_OPCODE_BGNSUB: /* a subroutine without early returns is inlined without a construct */
        if (!w->frames[w->depth].sub->early_return)
            return;
        break;
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
    case TGSI_OPCODE_CALLNZ:
    case TGSI_OPCODE_BGNLOOP:
    case TGSI_OPCODE_SWITCH:
        break;
    default:
        return;
    }
    push(s, w->st.insn.opcode, w->insn);
}

static void close_construct(struct search *s, const struct gv_tgsi_walker *w)
{
    const struct gv_tgsi_walk_frame *frame = &w->frames[w->depth];
    switch (w->st.insn.opcode) {
    case TGSI_OPCODE_ENDIF:
    case TGSI_OPCODE_ENDLOOP:
    case TGSI_OPCODE_ENDSWITCH:
        s->depth--;
        break;
    case TGSI_OPCODE_ENDSUB:
        s->depth -= (unsigned)frame->sub->early_return + (unsigned)frame->conditional;
        break;
    default:
        break;
    }
}

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Marks all open constructs from depth `first` on. */
static void mark_open(struct search *s, unsigned first)
{
    for (unsigned i = first; i < s->depth; i++) {
        const struct construct *o = &s->open[i];
        if (o->opcode == TGSI_OPCODE_SWITCH)
            s->why_not = "a barrier in a SWITCH";
        else if (o->opcode == TGSI_OPCODE_CALLNZ || o->opcode == TGSI_OPCODE_BGNSUB)
            s->why_not = "a barrier in a subroutine that may not run to its end";
        s->marks[o->insn] = 1;
    }
}

static void mark_barrier(struct search *s, const struct gv_tgsi_walker *w)
{
    if (w->st.insn.opcode != TGSI_OPCODE_BARRIER)
        return;
    s->marks[w->insn] = 1;
    mark_open(s, 0);
}

/* Marks a jump of a marked loop, and the constructs between the loop and the jump. */
static void mark_jump(struct search *s, const struct gv_tgsi_walker *w)
{
    unsigned opcode = w->st.insn.opcode;
    unsigned i = s->depth;
    if (opcode != TGSI_OPCODE_BRK && opcode != TGSI_OPCODE_CONT && opcode != TGSI_OPCODE_BREAKC)
        return;
    while (i > 0 && s->open[i - 1].opcode != TGSI_OPCODE_BGNLOOP &&
           (opcode == TGSI_OPCODE_CONT || s->open[i - 1].opcode != TGSI_OPCODE_SWITCH))
        i--;
    if (!i || !s->marks[s->open[i - 1].insn])
        return;
    if (opcode == TGSI_OPCODE_BREAKC)
        s->why_not = "BREAKC of a loop with a barrier";
    s->marks[w->insn] = 1;
    mark_open(s, i);
}

/* Whether an instruction reads registers. Code between regions cannot read registers. */
static bool reads_registers(const struct gv_tgsi_insn *in)
{
    return in->num_src && (in->src[0].reg.file != TGSI_FILE_IMMEDIATE || in->src[0].reg.indirect);
}

/* Marks ELSE and the ends of marked constructs, and memory barriers outside of control flow. A
 * subroutine may also be called inside a region, so its memory barriers remain inside of
 * regions. */
static void mark_parts(struct search *s, const struct gv_tgsi_walker *w)
{
    bool between = !s->depth || s->marks[s->open[s->depth - 1].insn];
    switch (w->st.insn.opcode) {
    case TGSI_OPCODE_ELSE:
    case TGSI_OPCODE_ENDIF:
    case TGSI_OPCODE_ENDLOOP:
        s->marks[w->insn] |= between;
        break;
    case TGSI_OPCODE_MEMBAR:
        s->marks[w->insn] |= between && !w->depth && !reads_registers(&w->st.insn);
        break;
    default:
        break;
    }
}

typedef void (*mark_fn)(struct search *s, const struct gv_tgsi_walker *w);

static void walk(struct search *s, const struct galvan_tgsi *tgsi, uint32_t entry, mark_fn mark)
{
    struct gv_tgsi_walker w;
    s->depth = 0;
    gv_tgsi_walk_init(&w, tgsi, entry);
    while (!s->why_not && gv_tgsi_walk(&w)) {
        mark(s, &w);
        close_construct(s, &w);
        open_construct(s, &w);
    }
}

const char *gv_tgsi_find_regions(const struct galvan_tgsi *tgsi, uint32_t entry, uint8_t *out_marks)
{
    struct search s = {.marks = out_marks};
    memset(out_marks, 0, tgsi->info.num_instructions);
    walk(&s, tgsi, entry, mark_barrier);
    walk(&s, tgsi, entry, mark_jump);
    walk(&s, tgsi, entry, mark_parts);
    return s.why_not;
}
