/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reaching definitions: which register components have a single known value at the current
 * instruction. Three walks over the instructions use the same rules: uniform analysis, register
 * allocation, and translation. A value is known wherever its definition dominates: in the scope (an
 * arm of IF, a loop) that contains the definition and in nested scopes, but not after that scope,
 * and not in a later loop that writes the register again. */
#ifndef GV_TGSI_REACHING_DEFS_H
#define GV_TGSI_REACHING_DEFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spirv/tgsi/diag.h"
#include "spirv/words.h"

struct gv_tgsi_defs {
    uint32_t (*defined)[4];  /* for each register and component: the instruction that defined the
                                known value, + 1; 0: no known value; owned */
    uint32_t *last_write;    /* for each register: instruction + 1 of its last write; owned */
    struct gv_words journal; /* register * 4 + component of each definition */
    uint32_t scopes[GV_TGSI_MAX_NESTING + 2]; /* length of journal at the start of each scope. The
                                                 scopes are the main program, the constructs of
                                                 control flow, and each emitted vertex */
    unsigned num_scopes;
    uint32_t loops[GV_TGSI_MAX_NESTING + 1]; /* instruction + 1 at which each open loop begins */
    unsigned num_loops;
    uint32_t now; /* the current instruction + 1 */
};

bool gv_tgsi_defs_init(struct gv_tgsi_defs *t, size_t num_regs);
void gv_tgsi_defs_finish(struct gv_tgsi_defs *t);

/* Resets all fields except last_write. */
void gv_tgsi_defs_reset(struct gv_tgsi_defs *t, size_t num_regs);

void gv_tgsi_defs_define(struct gv_tgsi_defs *t, uint32_t reg, unsigned comp);
bool gv_tgsi_defs_known(const struct gv_tgsi_defs *t, uint32_t reg, unsigned comp);

/* Whether an earlier iteration of an open loop may have written the register. */
bool gv_tgsi_defs_loop_carried(const struct gv_tgsi_defs *t, uint32_t reg);

void gv_tgsi_defs_push(struct gv_tgsi_defs *t);
void gv_tgsi_defs_pop(struct gv_tgsi_defs *t);
void gv_tgsi_defs_push_loop(struct gv_tgsi_defs *t);
void gv_tgsi_defs_pop_loop(struct gv_tgsi_defs *t);

/* Opens and closes the scopes of IF, loops and SWITCH; ignores other opcodes. */
void gv_tgsi_defs_follow(struct gv_tgsi_defs *t, unsigned opcode);

#endif
