/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "decide.h"

#include <stdlib.h>
#include <string.h>

#include "opcode.h"
#include "track.h"
#include "walk.h"

enum {
    UNSURE = 254,
    VARIES = 255
};

/* Where the value of a component comes from: from num words of CONST[0] and immediates, or: */
struct origin {
    uint8_t num; /* UNSURE, VARIES */
    uint16_t words[GALVAN_MAX_BRANCH_WORDS];
};

static const struct origin unsure = {.num = UNSURE};
static const struct origin varies = {.num = VARIES};

struct decide {
    struct galvan_tgsi *tgsi;
    struct gv_spv_track track;
    struct origin (*temps)[4]; /* of the last write */
};

static bool has_word(const uint16_t *words, unsigned num, uint16_t word)
{
    for (unsigned i = 0; i < num; i++) {
        if (words[i] == word)
            return true;
    }
    return false;
}

/* The words of both as far as there is room; whether there was. */
static bool add_words(uint16_t words[GALVAN_MAX_BRANCH_WORDS], uint8_t *num,
                      const struct origin *more)
{
    for (unsigned i = 0; i < more->num; i++) {
        if (has_word(words, *num, more->words[i]))
            continue;
        if (*num == GALVAN_MAX_BRANCH_WORDS)
            return false;
        words[(*num)++] = more->words[i];
    }
    return true;
}

/* What is made of two values. */
static void join(struct origin *a, const struct origin *b)
{
    if (a->num == VARIES || b->num == VARIES)
        *a = varies;
    else if (a->num == UNSURE || b->num == UNSURE || !add_words(a->words, &a->num, b))
        *a = unsure;
}

/* ---- Operands ------------------------------------------------------------------------------- */

/* Whether writes by computed index may reach a temporary. */
static bool is_indexed(const struct gv_tgsi_scan *scan, int temp)
{
    int array = gv_tgsi_find_array(scan, 0, temp);
    return scan->temp_indexed || (array >= 0 && scan->arrays[array].indexed);
}

static struct origin operand(const struct decide *d, const struct gv_tgsi_reg *reg, unsigned comp)
{
    if (reg->file == TGSI_FILE_INPUT)
        return varies;
    if (reg->indirect || reg->dim_indirect)
        return unsure;
    switch (reg->file) {
    case TGSI_FILE_IMMEDIATE:
        return (struct origin){.num = 0};
    case TGSI_FILE_CONSTANT:
        if ((reg->dimension && reg->dim_index) || reg->index > UINT16_MAX / 4)
            return unsure;
        return (struct origin){.num = 1, .words = {(uint16_t)(4 * reg->index + (int)comp)}};
    case TGSI_FILE_TEMPORARY:
        if (is_indexed(&d->tgsi->scan, reg->index) ||
            !gv_spv_track_known(&d->track, (uint32_t)reg->index, comp))
            return unsure;
        return d->temps[reg->index][comp];
    default:
        return unsure;
    }
}

/* All that the instruction reads in one position, or in all of them. */
static struct origin operands(const struct decide *d, const struct gv_tgsi_insn *in,
                              unsigned positions)
{
    struct origin all = {.num = 0};
    for (unsigned s = 0; s < in->num_src; s++) {
        for (unsigned i = 0; i < 4; i++) {
            if (!(positions >> i & 1))
                continue;
            struct origin one = operand(d, &in->src[s].reg, in->src[s].swizzle[i]);
            join(&all, &one);
        }
    }
    return all;
}

/* ---- Instructions --------------------------------------------------------------------------- */

static bool is_arithmetic(const struct gv_tgsi_opcode *op)
{
    switch (op->family) {
    case GV_TGSI_MOVE:
    case GV_TGSI_FLOAT:
    case GV_TGSI_INT:
    case GV_TGSI_COMPARE:
    case GV_TGSI_CONVERT:
        return op->mode != GV_TGSI_MODE_OTHER;
    default:
        return false;
    }
}

static struct origin result(const struct decide *d, const struct gv_tgsi_insn *in, unsigned comp)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    if (op->family == GV_TGSI_TEXTURE || op->family == GV_TGSI_SAMPLE)
        return varies;
    if (!is_arithmetic(op))
        return unsure;
    return operands(d, in, op->mode == GV_TGSI_MODE_COMPONENT ? 1u << comp : 0xf);
}

static void write(struct decide *d, const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_dst *dst = &in->dst[i];
        struct origin values[4];
        if (dst->reg.file != TGSI_FILE_TEMPORARY || dst->reg.indirect)
            continue;
        for (unsigned comp = 0; comp < 4; comp++) {
            if (dst->mask >> comp & 1)
                values[comp] = result(d, in, comp);
        }
        for (unsigned comp = 0; comp < 4; comp++) {
            if (!(dst->mask >> comp & 1))
                continue;
            d->temps[dst->reg.index][comp] = values[comp];
            gv_spv_track_define(&d->track, (uint32_t)dst->reg.index, comp);
        }
    }
}

/* The first branches choose the words that can be told; those behind that need others cannot. */
static uint8_t decided(struct decide *d, const struct gv_tgsi_insn *in)
{
    struct galvan_tgsi_info *info = &d->tgsi->info;
    struct origin cond = operands(d, in, in->opcode == TGSI_OPCODE_KILL_IF ? 0xf : 1);
    uint8_t mask = 0;
    if (cond.num == VARIES)
        return GV_TGSI_DECIDED_VARIES;
    if (cond.num == UNSURE)
        return GV_TGSI_DECIDED_UNSURE;
    uint16_t words[GALVAN_MAX_BRANCH_WORDS];
    uint8_t num = info->num_branch_words;
    memcpy(words, info->branch_words, sizeof(words));
    if (!add_words(words, &num, &cond))
        return GV_TGSI_DECIDED_UNSURE;
    memcpy(info->branch_words, words, sizeof(words));
    info->num_branch_words = num;
    for (unsigned i = 0; i < num; i++)
        mask |= (uint8_t)(has_word(cond.words, cond.num, words[i]) << i);
    return mask;
}

static void find_last_writes(struct decide *d)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, d->tgsi, 0);
    while ((in = gv_tgsi_walk(&w))) {
        d->track.now++;
        for (unsigned i = 0; i < in->num_dst; i++) {
            const struct gv_tgsi_reg *reg = &in->dst[i].reg;
            if (reg->file == TGSI_FILE_TEMPORARY && !reg->indirect)
                d->track.last_write[reg->index] = d->track.now;
        }
    }
    d->track.now = 0;
}

static void find_branches(struct decide *d)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, d->tgsi, 0);
    while (d->track.now < d->tgsi->scan.last_branch && (in = gv_tgsi_walk(&w))) {
        d->track.now++;
        if (in->opcode == TGSI_OPCODE_IF || in->opcode == TGSI_OPCODE_UIF ||
            in->opcode == TGSI_OPCODE_KILL_IF)
            d->tgsi->scan.decided[w.insn] = decided(d, in);
        write(d, in);
        gv_spv_track_follow(&d->track, in->opcode);
    }
}

bool gv_tgsi_scan_branches(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct decide d = {.tgsi = tgsi};
    size_t num_temps = scan->num_temps ? scan->num_temps : 1;
    if (!scan->last_branch || !tgsi->info.const_mask || scan->num_subs)
        return true; /* with subroutines it depends on the call where an instruction stands */
    scan->decided = malloc(tgsi->info.num_instructions);
    d.temps = calloc(num_temps, sizeof(*d.temps));
    bool ok = scan->decided && d.temps && gv_spv_track_init(&d.track, num_temps);
    if (ok) {
        memset(scan->decided, GV_TGSI_DECIDED_UNSURE, tgsi->info.num_instructions);
        if (scan->has_loops)
            find_last_writes(&d);
        find_branches(&d);
        ok = !d.track.journal.failed;
        gv_spv_track_finish(&d.track);
    }
    free(d.temps);
    return ok;
}

unsigned gv_tgsi_decided(const struct galvan_tgsi *tgsi, uint32_t insn)
{
    if (!tgsi->info.const_mask)
        return GV_TGSI_DECIDED_VARIES;
    return tgsi->scan.decided ? tgsi->scan.decided[insn] : GV_TGSI_DECIDED_UNSURE;
}
