/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/alias.h"

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/names.h"
#include "spirv/tgsi/token.h"

static const struct gv_tgsi_alias aliases[] = {
    {"SUB", TGSI_OPCODE_SUB, TGSI_OPCODE_ADD, .negate_second = true},
    {"ABS", TGSI_OPCODE_ABS, TGSI_OPCODE_MOV, .absolute = true},
    {"LFENCE", TGSI_OPCODE_LFENCE, TGSI_OPCODE_MEMBAR, .bare = true},
    {"SFENCE", TGSI_OPCODE_SFENCE, TGSI_OPCODE_MEMBAR, .bare = true},
    {"MFENCE", TGSI_OPCODE_MFENCE, TGSI_OPCODE_MEMBAR, .bare = true},
    {"KIL", 0, TGSI_OPCODE_KILL_IF, .bare = false},
    {"KILP", 0, TGSI_OPCODE_KILL, .bare = false},
};

enum {
    NUM_ALIASES = sizeof(aliases) / sizeof(aliases[0])
};

const struct gv_tgsi_alias *gv_tgsi_find_alias(const char *name, size_t len)
{
    for (unsigned i = 0; i < NUM_ALIASES; i++) {
        if (gv_tgsi_spells(aliases[i].name, name, len))
            return &aliases[i];
    }
    return NULL;
}

const struct gv_tgsi_alias *gv_tgsi_alias(unsigned number)
{
    for (unsigned i = 0; number && i < NUM_ALIASES; i++) {
        if (aliases[i].number == number)
            return &aliases[i];
    }
    return NULL;
}

void gv_tgsi_apply_alias(const struct gv_tgsi_alias *alias, struct gv_tgsi_insn *in)
{
    in->opcode = alias->opcode;
    if (alias->negate_second)
        in->src[1].negate = !in->src[1].negate;
    if (alias->bare)
        in->num_src = 0;
    if (alias->absolute) {
        in->src[0].absolute = true;
        in->src[0].negate = false;
    }
}
