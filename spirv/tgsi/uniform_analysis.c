/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/uniform_analysis.h"

#include <stdlib.h>
#include <string.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/reaching_defs.h"
#include "spirv/tgsi/walk.h"

/* Where the value of a component comes from: immediates and a set of words of CONST[0], each + 1 in
 * 16 bits; or, above all sets: */
static const uint64_t unsure = UINT64_MAX - 1;
static const uint64_t varies = UINT64_MAX;

enum {
    MAX_CONST = UINT16_MAX / 4 - 1 /* no set of words up to there is one of these */
};

_Static_assert(GALVAN_MAX_BRANCH_WORDS == 4, "a set is 64 bits");

struct decide {
    struct galvan_tgsi *tgsi;
    struct gv_tgsi_defs defs;
    uint64_t (*temps)[4]; /* of the last write */
    uint64_t words;       /* set that is to become info.branch_words */
};

/* The place of a word in a set, or of the first free one; past the last: there is none. */
static unsigned place(uint64_t set, uint64_t word)
{
    unsigned i = 0;
    while (i < GALVAN_MAX_BRANCH_WORDS && set & 0xffff && (set & 0xffff) != word) {
        set >>= 16;
        i++;
    }
    return i;
}

/* What is made of two values. */
static uint64_t join(uint64_t a, uint64_t b)
{
    if (a >= unsure || b >= unsure)
        return a > b ? a : b;
    for (; b; b >>= 16) {
        unsigned i = place(a, b & 0xffff);
        if (i == GALVAN_MAX_BRANCH_WORDS)
            return unsure;
        a |= (b & 0xffff) << 16 * i;
    }
    return a;
}

/* ---- Operands ------------------------------------------------------------------------------- */

/* Whether writes by computed index may reach a temporary. */
static bool is_indexed(const struct gv_tgsi_scan *scan, int temp)
{
    int array = gv_tgsi_find_array(scan, 0, temp);
    return scan->temp_indexed || (array >= 0 && scan->arrays[array].indexed);
}

static uint64_t operand(const struct decide *d, const struct gv_tgsi_reg *reg, unsigned comp)
{
    if (reg->file == TGSI_FILE_INPUT)
        return varies;
    if (reg->indirect || reg->dim_indirect)
        return unsure;
    switch (reg->file) {
    case TGSI_FILE_IMMEDIATE:
        return 0;
    case TGSI_FILE_CONSTANT:
        if ((reg->dimension && reg->dim_index) || reg->index > MAX_CONST)
            return unsure;
        return 4 * (uint64_t)reg->index + comp + 1;
    case TGSI_FILE_TEMPORARY:
        if (is_indexed(&d->tgsi->scan, reg->index) ||
            !gv_tgsi_defs_known(&d->defs, (uint32_t)reg->index, comp))
            return unsure;
        return d->temps[reg->index][comp];
    default:
        return unsure;
    }
}

/* All that the instruction reads in one position, or in all of them. */
static uint64_t operands(const struct decide *d, const struct gv_tgsi_insn *in, unsigned positions)
{
    uint64_t all = 0;
    for (unsigned s = 0; s < in->num_src; s++) {
        for (unsigned i = 0; i < 4 && all != varies; i++) {
            if (positions >> i & 1)
                all = join(all, operand(d, &in->src[s].reg, in->src[s].swizzle[i]));
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

static uint64_t result(const struct decide *d, const struct gv_tgsi_insn *in, unsigned comp)
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
        uint64_t values[4] = {0};
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
            gv_tgsi_defs_define(&d->defs, (uint32_t)dst->reg.index, comp);
        }
    }
}

/* The first branches choose the words that can be told; those behind that need others cannot. */
static uint8_t decided(struct decide *d, const struct gv_tgsi_insn *in)
{
    uint64_t cond = operands(d, in, in->opcode == TGSI_OPCODE_KILL_IF ? 0xf : 1);
    uint64_t words = join(d->words, cond);
    uint8_t mask = 0;
    if (words >= unsure)
        return words == varies ? GV_TGSI_DECIDED_VARIES : GV_TGSI_DECIDED_UNSURE;
    d->words = words;
    for (; cond; cond >>= 16)
        mask |= (uint8_t)(1u << place(words, cond & 0xffff));
    return mask;
}

static void find_last_writes(struct decide *d)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, d->tgsi, 0);
    while ((in = gv_tgsi_walk(&w))) {
        d->defs.now++;
        for (unsigned i = 0; i < in->num_dst; i++) {
            const struct gv_tgsi_reg *reg = &in->dst[i].reg;
            if (reg->file == TGSI_FILE_TEMPORARY && !reg->indirect)
                d->defs.last_write[reg->index] = d->defs.now;
        }
    }
    d->defs.now = 0;
}

static void find_branches(struct decide *d)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, d->tgsi, 0);
    while (d->defs.now < d->tgsi->scan.last_branch && (in = gv_tgsi_walk(&w))) {
        d->defs.now++;
        if (in->opcode == TGSI_OPCODE_IF || in->opcode == TGSI_OPCODE_UIF ||
            in->opcode == TGSI_OPCODE_KILL_IF)
            d->tgsi->scan.decided[w.insn] = decided(d, in);
        write(d, in);
        gv_tgsi_defs_follow(&d->defs, in->opcode);
    }
}

static void tell_words(struct galvan_tgsi_info *info, uint64_t words)
{
    for (; words; words >>= 16)
        info->branch_words[info->num_branch_words++] = (uint16_t)((words & 0xffff) - 1);
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
    bool ok = scan->decided && d.temps && gv_tgsi_defs_init(&d.defs, num_temps);
    if (ok) {
        memset(scan->decided, GV_TGSI_DECIDED_UNSURE, tgsi->info.num_instructions);
        if (scan->has_loops)
            find_last_writes(&d);
        find_branches(&d);
        tell_words(&tgsi->info, d.words);
        ok = !d.defs.journal.failed;
        gv_tgsi_defs_finish(&d.defs);
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
