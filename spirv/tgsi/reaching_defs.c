/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/reaching_defs.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"

bool gv_spv_track_init(struct gv_spv_track *t, size_t num_regs)
{
    *t = (struct gv_spv_track){0};
    t->defined = calloc(num_regs ? num_regs : 1, sizeof(*t->defined));
    t->last_write = calloc(num_regs ? num_regs : 1, sizeof(*t->last_write));
    if (t->defined && t->last_write)
        return true;
    gv_spv_track_finish(t);
    return false;
}

void gv_spv_track_finish(struct gv_spv_track *t)
{
    free(t->defined);
    free(t->last_write);
    gv_words_finish(&t->journal);
    *t = (struct gv_spv_track){0};
}

void gv_spv_track_reset(struct gv_spv_track *t, size_t num_regs)
{
    memset(t->defined, 0, num_regs * sizeof(*t->defined));
    t->journal.num = 0;
    t->num_scopes = 0;
    t->num_loops = 0;
    t->now = 0;
}

void gv_spv_track_define(struct gv_spv_track *t, uint32_t reg, unsigned comp)
{
    t->defined[reg][comp] = t->now;
    if (t->num_scopes)
        gv_words_push(&t->journal, reg * 4 + comp);
}

bool gv_spv_track_known(const struct gv_spv_track *t, uint32_t reg, unsigned comp)
{
    uint32_t defined = t->defined[reg][comp];
    if (!defined)
        return false;
    /* The outermost open loop that began after the definition; loops are in rising order. */
    for (unsigned i = 0; i < t->num_loops; i++) {
        if (t->loops[i] > defined)
            return t->last_write[reg] <= t->loops[i];
    }
    return true;
}

bool gv_spv_track_comes_around(const struct gv_spv_track *t, uint32_t reg)
{
    return t->num_loops > 0 && t->last_write[reg] >= t->loops[0];
}

void gv_spv_track_push(struct gv_spv_track *t)
{
    t->scopes[t->num_scopes++] = (uint32_t)t->journal.num;
}

void gv_spv_track_pop(struct gv_spv_track *t)
{
    uint32_t begin = t->scopes[--t->num_scopes];
    for (size_t i = begin; i < t->journal.num; i++) {
        uint32_t entry = t->journal.data[i];
        t->defined[entry / 4][entry % 4] = 0;
    }
    t->journal.num = begin;
}

void gv_spv_track_push_loop(struct gv_spv_track *t)
{
    gv_spv_track_push(t);
    t->loops[t->num_loops++] = t->now;
}

void gv_spv_track_pop_loop(struct gv_spv_track *t)
{
    t->num_loops--;
    gv_spv_track_pop(t);
}

void gv_spv_track_follow(struct gv_spv_track *t, unsigned opcode)
{
    switch (opcode) {
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
    case TGSI_OPCODE_SWITCH:
        gv_spv_track_push(t);
        break;
    case TGSI_OPCODE_ELSE:
    case TGSI_OPCODE_CASE:
    case TGSI_OPCODE_DEFAULT:
        gv_spv_track_pop(t);
        gv_spv_track_push(t);
        break;
    case TGSI_OPCODE_ENDIF:
    case TGSI_OPCODE_ENDSWITCH:
        gv_spv_track_pop(t);
        break;
    case TGSI_OPCODE_BGNLOOP:
        gv_spv_track_push_loop(t);
        break;
    case TGSI_OPCODE_ENDLOOP:
        gv_spv_track_pop_loop(t);
        break;
    default:
        break;
    }
}
