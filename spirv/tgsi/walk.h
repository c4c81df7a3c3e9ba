/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The instructions of a shader in the order of its control flow: each CAL is followed by the
 * instructions of its subroutine, as if they were written there. TGSI's registers are global to the
 * program, so inlining a subroutine does not change its meaning, and values of the subroutine need
 * no memory. */
#ifndef GV_SPV_WALK_H
#define GV_SPV_WALK_H

#include "spirv/tgsi/tgsi.h"

struct gv_tgsi_walk_frame {
    struct gv_tgsi_reader reader;
    size_t statement;              /* index of the next statement */
    uint32_t insn;                 /* number of the next instruction */
    const struct gv_tgsi_sub *sub; /* the subroutine of the frame; NULL: the main program */
    bool conditional;              /* whether CALLNZ called the subroutine */
};

struct gv_tgsi_walker {
    const struct galvan_tgsi *tgsi;
    struct gv_tgsi_walk_frame frames[GV_TGSI_MAX_CALLS + 1];
    bool at_entry;  /* the current subroutine is the entry point */
    unsigned open;  /* constructs and subroutines that remain open after the current instruction */
    unsigned depth; /* number of nested calls; frames[depth] is the current frame */
    uint32_t error; /* enum gv_diag_code of a call that cannot be followed; 0: no error */
    uint32_t line;  /* line of the current instruction; 0: unknown */
    uint32_t insn;  /* number of the current instruction */
    struct gv_tgsi_statement st;
};

/* Initialises a walker before the first instruction of a scanned shader or, if `entry` is not 0, at
 * the subroutine whose BGNSUB has the number `entry`. The walk returns an END after such a
 * subroutine. */
void gv_tgsi_walk_init(struct gv_tgsi_walker *w, const struct galvan_tgsi *tgsi, uint32_t entry);

/* Returns the next instruction, which the walker owns and which is valid until the next call.
 * Returns NULL after the END of the main program. At a call that cannot be followed, sets `error`
 * and returns NULL. CAL, BGNSUB, ENDSUB, and an END inside control flow or a subroutine are
 * returned like other instructions. */
const struct gv_tgsi_insn *gv_tgsi_walk(struct gv_tgsi_walker *w);

/* Checks that the entry point exists, that every call from the entry point can be followed, and
 * that the program remains within limits once all subroutines are inlined. */
enum galvan_result gv_tgsi_check_calls(const struct galvan_tgsi *tgsi, uint32_t entry,
                                       struct galvan_diag *diag);

#endif
