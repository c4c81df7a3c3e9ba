/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The instructions of a shader in the order of its control flow: each CAL is followed by the
 * instructions of its subroutine, as if they stood there. Registers belong to the whole program, so
 * inlining a subroutine does what TGSI says, and its values need no memory. */
#ifndef GV_SPV_WALK_H
#define GV_SPV_WALK_H

#include "spirv/tgsi/tgsi.h"

struct gv_tgsi_walk_frame {
    struct gv_tgsi_reader reader;
    size_t statement;              /* number of the next one */
    uint32_t insn;                 /* number of the next instruction */
    const struct gv_tgsi_sub *sub; /* NULL: the main program */
    bool conditional;              /* entered by CALLNZ */
};

struct gv_tgsi_walker {
    const struct galvan_tgsi *tgsi;
    struct gv_tgsi_walk_frame frames[GV_TGSI_MAX_CALLS + 1];
    bool at_entry;  /* the subroutine under way stands for the main program */
    unsigned open;  /* constructs and subroutines that the present instruction leaves open */
    unsigned depth; /* calls under way; frames[depth] is where the present instruction stands */
    uint32_t error; /* enum gv_diag_code of a call that cannot be followed, 0 while fine */
    uint32_t line;  /* of the present instruction; 0: not known */
    uint32_t insn;  /* its number */
    struct gv_tgsi_statement st;
};

/* Begins before the first instruction of a scanned shader, or, with entry not 0, at the subroutine
 * whose BGNSUB has that number. Behind such a subroutine the walk gives an END. */
void gv_tgsi_walk_init(struct gv_tgsi_walker *w, const struct galvan_tgsi *tgsi, uint32_t entry);

/* The next instruction, owned by the walker until the next call. NULL behind the END of the main
 * program, and where a call cannot be followed (error is set). An END inside control flow or a
 * subroutine, and CAL, BGNSUB and ENDSUB, are instructions like any other. */
const struct gv_tgsi_insn *gv_tgsi_walk(struct gv_tgsi_walker *w);

/* Checks that the entry exists, that every call from there can be followed, and that the program
 * stays within limits when all subroutines are inlined. */
enum galvan_result gv_tgsi_check_calls(const struct galvan_tgsi *tgsi, uint32_t entry,
                                       struct galvan_diag *diag);

#endif
