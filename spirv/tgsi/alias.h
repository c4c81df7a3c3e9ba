/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opcodes of old shaders that are replaced by a current opcode with changed operands. */
#ifndef GV_SPV_ALIAS_H
#define GV_SPV_ALIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_tgsi_insn;

struct gv_tgsi_alias {
    const char *name;
    uint16_t number; /* TGSI_OPCODE_* of the alias; 0: tokens contain only the number of the current
                        opcode */
    uint16_t opcode; /* the opcode that replaces it */
    bool negate_second;
    bool absolute;
    bool bare; /* the operand, a resource, is dropped */
};

/* Return the alias with the given spelling (upper case, `len` bytes) or with the given number.
 * Return NULL if there is no such alias. */
const struct gv_tgsi_alias *gv_tgsi_find_alias(const char *name, size_t len);
const struct gv_tgsi_alias *gv_tgsi_alias(unsigned number);

/* Rewrites an instruction from the alias to the opcode that replaces it. */
void gv_tgsi_apply_alias(const struct gv_tgsi_alias *alias, struct gv_tgsi_insn *in);

#endif
