/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/reaching_defs.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"

bool gv_tgsi_defs_init(struct gv_tgsi_defs *t, size_t num_regs)
{
    *t = (struct gv_tgsi_defs){0};
    t->defined = calloc(num_regs ? num_regs : 1, sizeof(*t->defined));
    t->last_write = calloc(num_regs ? num_regs : 1, sizeof(*t->last_write));
    if (t->defined && t->last_write)
        return true;
    gv_tgsi_defs_finish(t);
    return false;
}

void gv_tgsi_defs_finish(struct gv_tgsi_defs *t)
{
    free(t->defined);
    free(t->last_write);
    gv_words_finish(&t->journal);
    *t = (struct gv_tgsi_defs){0};
}

void gv_tgsi_defs_reset(struct gv_tgsi_defs *t, size_t num_regs)
{
    memset(t->defined, 0, num_regs * sizeof(*t->defined));
    t->journal.num = 0;
    t->num_scopes = 0;
    t->num_loops = 0;
    t->now = 0;
}

void gv_tgsi_defs_define(struct gv_tgsi_defs *t, uint32_t reg, unsigned comp)
{
    t->defined[reg][comp] = t->now;
    if (t->num_scopes)
        gv_words_push(&t->journal, reg * 4 + comp);
}

bool gv_tgsi_defs_known(const struct gv_tgsi_defs *t, uint32_t reg, unsigned comp)
{
    uint32_t defined = t->defined[reg][comp];
    if (!defined)
        return false;
    /* Find the outermost open loop that began after the definition; loops are sorted by their
     * beginning. */
    for (unsigned i = 0; i < t->num_loops; i++) {
        if (t->loops[i] > defined)
            return t->last_write[reg] <= t->loops[i];
    }
    return true;
}

bool gv_tgsi_defs_loop_carried(const struct gv_tgsi_defs *t, uint32_t reg)
{
    return t->num_loops > 0 && t->last_write[reg] >= t->loops[0];
}

void gv_tgsi_defs_push(struct gv_tgsi_defs *t)
{
    t->scopes[t->num_scopes++] = (uint32_t)t->journal.num;
}

void gv_tgsi_defs_pop(struct gv_tgsi_defs *t)
{
    uint32_t begin = t->scopes[--t->num_scopes];
    for (size_t i = begin; i < t->journal.num; i++) {
        uint32_t entry = t->journal.data[i];
        t->defined[entry / 4][entry % 4] = 0;
    }
    t->journal.num = begin;
}

void gv_tgsi_defs_push_loop(struct gv_tgsi_defs *t)
{
    gv_tgsi_defs_push(t);
    t->loops[t->num_loops++] = t->now;
}

void gv_tgsi_defs_pop_loop(struct gv_tgsi_defs *t)
{
    t->num_loops--;
    gv_tgsi_defs_pop(t);
}

void gv_tgsi_defs_follow(struct gv_tgsi_defs *t, unsigned opcode)
{
    switch (opcode) {
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
    case TGSI_OPCODE_SWITCH:
        gv_tgsi_defs_push(t);
        break;
    case TGSI_OPCODE_ELSE:
    case TGSI_OPCODE_CASE:
    case TGSI_OPCODE_DEFAULT:
        gv_tgsi_defs_pop(t);
        gv_tgsi_defs_push(t);
        break;
    case TGSI_OPCODE_ENDIF:
    case TGSI_OPCODE_ENDSWITCH:
        gv_tgsi_defs_pop(t);
        break;
    case TGSI_OPCODE_BGNLOOP:
        gv_tgsi_defs_push_loop(t);
        break;
    case TGSI_OPCODE_ENDLOOP:
        gv_tgsi_defs_pop_loop(t);
        break;
    default:
        break;
    }
}
