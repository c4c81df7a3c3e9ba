/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opcodes of old shaders that are spellings of others with changed operands. */
#ifndef GV_SPV_ALIAS_H
#define GV_SPV_ALIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_tgsi_insn;

struct gv_tgsi_alias {
    const char *name;
    uint16_t number; /* TGSI_OPCODE_* of its own; 0: it has that of what it becomes */
    uint16_t opcode; /* what it becomes */
    bool negate_second;
    bool absolute;
    bool bare; /* an operand, the resource that it is about, does not count */
};

/* The alias spelled so (upper case, len bytes), or of that number; NULL: there is none. */
const struct gv_tgsi_alias *gv_tgsi_find_alias(const char *name, size_t len);
const struct gv_tgsi_alias *gv_tgsi_alias(unsigned number);

/* Turns an instruction that was read with the alias's operands into the other opcode. */
void gv_tgsi_apply_alias(const struct gv_tgsi_alias *alias, struct gv_tgsi_insn *in);

#endif
