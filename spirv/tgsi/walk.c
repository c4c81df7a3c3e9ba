/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/walk.h"

#include "spirv/tgsi/opcode.h"

static const struct gv_tgsi_sub *find_sub(const struct gv_tgsi_scan *scan, uint32_t label)
{
    unsigned low = 0;
    unsigned high = scan->num_subs;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (scan->subs[middle].insn < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < scan->num_subs && scan->subs[low].insn == label ? &scan->subs[low] : NULL;
}

static void begin_sub(struct gv_tgsi_walker *w, const struct gv_tgsi_sub *sub, bool conditional)
{
    struct gv_tgsi_walk_frame *frame = &w->frames[++w->depth];
    *frame = (struct gv_tgsi_walk_frame){
        .statement = sub->statement,
        .insn = sub->insn,
        .sub = sub,
        .conditional = conditional,
    };
    gv_tgsi_read_instructions(&frame->reader, w->tgsi);
    frame->reader.pos = sub->token;
}

void gv_tgsi_walk_init(struct gv_tgsi_walker *w, const struct galvan_tgsi *tgsi, uint32_t entry)
{
    const struct gv_tgsi_sub *sub = find_sub(&tgsi->scan, entry);
    w->tgsi = tgsi;
    w->depth = 0;
    w->open = 0;
    w->error = entry && !sub ? GV_DIAG_CALL : 0;
    w->line = 0;
    w->insn = 0;
    w->at_entry = sub != NULL;
    w->st.type = TGSI_TOKEN_TYPE_PROPERTY;
    w->frames[0] = (struct gv_tgsi_walk_frame){0};
    gv_tgsi_read_instructions(&w->frames[0].reader, tgsi);
    if (sub)
        begin_sub(w, sub, false);
}

static bool enter(struct gv_tgsi_walker *w, const struct gv_tgsi_insn *call)
{
    const struct gv_tgsi_sub *sub = call->has_label ? find_sub(&w->tgsi->scan, call->label) : NULL;
    if (!sub) {
        w->error = GV_DIAG_CALL;
        return false;
    }
    for (unsigned i = 0; i <= w->depth; i++) {
        if (w->frames[i].sub == sub) {
            w->error = GV_DIAG_RECURSION;
            return false;
        }
    }
    if (w->depth == GV_TGSI_MAX_CALLS) {
        w->error = GV_DIAG_LIMIT_NESTING;
        return false;
    }
    begin_sub(w, sub, call->opcode != TGSI_OPCODE_CAL);
    return true;
}

/* Moves past the current instruction. Returns false if no instruction follows, or if a call cannot
 * be followed. */
static bool advance(struct gv_tgsi_walker *w)
{
    if (w->st.type != TGSI_TOKEN_TYPE_INSTRUCTION)
        return true;
    switch (w->st.insn.opcode) {
    case TGSI_OPCODE_END:
        return w->open > 0;
    case TGSI_OPCODE_CAL:
    case TGSI_OPCODE_CALLNZ:
        return enter(w, &w->st.insn);
    case TGSI_OPCODE_ENDSUB:
        w->depth--;
        return true;
    default:
        return true;
    }
}

const struct gv_tgsi_insn *gv_tgsi_walk(struct gv_tgsi_walker *w)
{
    if (w->error || !advance(w))
        return NULL;
    if (w->at_entry && !w->depth) {
        w->st.insn = (struct gv_tgsi_insn){.opcode = TGSI_OPCODE_END};
        return &w->st.insn;
    }
    struct gv_tgsi_walk_frame *frame = &w->frames[w->depth];
    const struct gv_words *lines = &w->tgsi->lines;
    while (gv_tgsi_read(&frame->reader, &w->st)) {
        size_t statement = frame->statement++;
        if (w->st.type != TGSI_TOKEN_TYPE_INSTRUCTION)
            continue;
        w->line = statement < lines->num ? lines->data[statement] : 0;
        w->insn = frame->insn++;
        unsigned flags = gv_tgsi_opcode(w->st.insn.opcode)->flags;
        w->open -= (flags & GV_TGSI_DEDENT) != 0;
        w->open += (flags & GV_TGSI_INDENT) != 0;
        return &w->st.insn;
    }
    return NULL;
}

enum galvan_result gv_tgsi_check_calls(const struct galvan_tgsi *tgsi, uint32_t entry,
                                       struct galvan_diag *diag)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    unsigned nesting = 0;
    size_t num = 0;
    struct gv_tgsi_pos pos = {.diag = diag};
    if (!tgsi->scan.has_calls && !entry)
        return GALVAN_OK;
    gv_tgsi_walk_init(&w, tgsi, entry);
    while ((in = gv_tgsi_walk(&w))) {
        const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
        pos.line = w.line;
        pos.insn = w.insn;
        pos.opcode = op->name;
        if (in->opcode == TGSI_OPCODE_CALLNZ)
            nesting++;
        if (in->opcode == TGSI_OPCODE_ENDSUB && w.frames[w.depth].conditional)
            nesting--;
        nesting -= (op->flags & GV_TGSI_DEDENT) != 0;
        nesting += (op->flags & GV_TGSI_INDENT) != 0;
        if (nesting > GV_TGSI_MAX_NESTING)
            return gv_tgsi_fail(&pos, GV_DIAG_LIMIT_NESTING, "control flow is deeper than %d",
                                GV_TGSI_MAX_NESTING);
        if (++num > GV_TGSI_MAX_EXPANDED)
            return gv_tgsi_fail(&pos, GV_DIAG_LIMIT_CALLS,
                                "more than %d instructions with all calls", GV_TGSI_MAX_EXPANDED);
    }
    switch (w.error) {
    case 0:
        return GALVAN_OK;
    case GV_DIAG_CALL:
        return gv_tgsi_fail(&pos, w.error, "no subroutine begins there");
    case GV_DIAG_RECURSION:
        return gv_tgsi_fail(&pos, w.error, "a subroutine calls itself");
    default:
        return gv_tgsi_fail(&pos, w.error, "more than %d calls inside one another",
                            GV_TGSI_MAX_CALLS);
    }
}
