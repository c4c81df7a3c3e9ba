/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opcodes of old shaders that are other opcodes with rearranged operands. */
#ifndef GV_SPV_ALIAS_H
#define GV_SPV_ALIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_tgsi_insn;

struct gv_tgsi_alias {
    const char *name;
    uint16_t number; /* its own TGSI_OPCODE_*; 0: it has the number of opcode */
    uint16_t opcode; /* the opcode that replaces it */
    bool negate_second;
    bool absolute;
    bool bare; /* one operand, the resource, is not counted */
};

/* The alias with this spelling (upper case, len bytes), or with this number; NULL: there is none.
 */
const struct gv_tgsi_alias *gv_tgsi_find_alias(const char *name, size_t len);
const struct gv_tgsi_alias *gv_tgsi_alias(unsigned number);

/* Replaces an instruction that has the alias's operands by the other opcode. */
void gv_tgsi_apply_alias(const struct gv_tgsi_alias *alias, struct gv_tgsi_insn *in);

#endif
