/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/uniform_analysis.h"

#include <stdlib.h>
#include <string.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/reaching_defs.h"
#include "spirv/tgsi/walk.h"

/* A set describes the values from which a component is computed: immediates and dwords of CONST[0].
 * A set has up to four 16-bit fields; each field has the number of a dword plus 1. Two values are
 * above all sets: `unknown` means that the component may depend on other values, `divergent` that
 * the component certainly differs between invocations. */
static const uint64_t unknown = UINT64_MAX - 1;
static const uint64_t divergent = UINT64_MAX;

enum {
    /* The highest register in a set. A set with higher registers could equal `unknown`. */
    MAX_CONST = UINT16_MAX / 4 - 1
};

_Static_assert(GALVAN_MAX_INLINABLE_UNIFORMS == 4, "a set has 64 bits");

struct analysis {
    struct galvan_tgsi *tgsi;
    struct gv_tgsi_defs defs;
    uint64_t (*temps)[4]; /* the set of the last write to each component; owned */
    uint64_t inlinable;   /* the set that becomes info.inlinable_uniforms */
};

/* Returns the index of the field that holds a dword in a set. If no field holds the dword, returns
 * the index of the first free field, or GALVAN_MAX_INLINABLE_UNIFORMS if the set is full. */
static unsigned slot_of(uint64_t set, uint64_t word)
{
    unsigned i = 0;
    while (i < GALVAN_MAX_INLINABLE_UNIFORMS && set & 0xffff && (set & 0xffff) != word) {
        set >>= 16;
        i++;
    }
    return i;
}

/* Returns the set of a value that is computed from two values, which have the sets `a` and `b`. */
static uint64_t join(uint64_t a, uint64_t b)
{
    if (a >= unknown || b >= unknown)
        return a > b ? a : b;
    for (; b; b >>= 16) {
        unsigned i = slot_of(a, b & 0xffff);
        if (i == GALVAN_MAX_INLINABLE_UNIFORMS)
            return unknown;
        a |= (b & 0xffff) << 16 * i;
    }
    return a;
}

/* ---- Operands ------------------------------------------------------------------------------- */

/* Whether a write with a computed index may change a temporary. */
static bool is_indexed(const struct gv_tgsi_scan *scan, int temp)
{
    int array = gv_tgsi_find_array(scan, 0, temp);
    return scan->temp_indexed || (array >= 0 && scan->arrays[array].indexed);
}

static uint64_t operand(const struct analysis *a, const struct gv_tgsi_reg *reg, unsigned comp)
{
    if (reg->file == TGSI_FILE_INPUT)
        return divergent;
    if (reg->indirect || reg->dim_indirect)
        return unknown;
    switch (reg->file) {
    case TGSI_FILE_IMMEDIATE:
        return 0;
    case TGSI_FILE_CONSTANT:
        if ((reg->dimension && reg->dim_index) || reg->index < 0 || reg->index > MAX_CONST)
            return unknown;
        return 4 * (uint64_t)reg->index + comp + 1;
    case TGSI_FILE_TEMPORARY:
        if (is_indexed(&a->tgsi->scan, reg->index) ||
            !gv_tgsi_defs_known(&a->defs, (uint32_t)reg->index, comp))
            return unknown;
        return a->temps[reg->index][comp];
    default:
        return unknown;
    }
}

/* Returns the union of the sets of all operands of an instruction, at the component positions in
 * the mask. */
static uint64_t operands(const struct analysis *a, const struct gv_tgsi_insn *in,
                         unsigned positions)
{
    uint64_t all = 0;
    for (unsigned s = 0; s < in->num_src; s++) {
        for (unsigned i = 0; i < 4 && all != divergent; i++) {
            if (positions >> i & 1)
                all = join(all, operand(a, &in->src[s].reg, in->src[s].swizzle[i]));
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

static uint64_t result(const struct analysis *a, const struct gv_tgsi_insn *in, unsigned comp)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    if (op->family == GV_TGSI_TEXTURE || op->family == GV_TGSI_SAMPLE)
        return divergent;
    if (!is_arithmetic(op))
        return unknown;
    return operands(a, in, op->mode == GV_TGSI_MODE_COMPONENT ? 1u << comp : 0xf);
}

static void write(struct analysis *a, const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_dst *dst = &in->dst[i];
        uint64_t values[4] = {0};
        if (dst->reg.file != TGSI_FILE_TEMPORARY || dst->reg.indirect)
            continue;
        for (unsigned comp = 0; comp < 4; comp++) {
            if (dst->mask >> comp & 1)
                values[comp] = result(a, in, comp);
        }
        for (unsigned comp = 0; comp < 4; comp++) {
            if (!(dst->mask >> comp & 1))
                continue;
            a->temps[dst->reg.index][comp] = values[comp];
            gv_tgsi_defs_define(&a->defs, (uint32_t)dst->reg.index, comp);
        }
    }
}

/* Returns the source of a branch condition. Adds the uniforms of the condition to the inlinable
 * uniforms if all of them fit; otherwise the condition counts as unknown. */
static uint8_t branch_source(struct analysis *a, const struct gv_tgsi_insn *in)
{
    uint64_t cond = operands(a, in, in->opcode == TGSI_OPCODE_KILL_IF ? 0xf : 1);
    uint64_t words = join(a->inlinable, cond);
    uint8_t mask = 0;
    if (words >= unknown)
        return words == divergent ? GV_TGSI_BRANCH_DIVERGENT : GV_TGSI_BRANCH_UNKNOWN;
    a->inlinable = words;
    for (; cond; cond >>= 16)
        mask |= (uint8_t)(1u << slot_of(words, cond & 0xffff));
    return mask;
}

static void find_last_writes(struct analysis *a)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, a->tgsi, 0);
    while ((in = gv_tgsi_walk(&w))) {
        a->defs.now++;
        for (unsigned i = 0; i < in->num_dst; i++) {
            const struct gv_tgsi_reg *reg = &in->dst[i].reg;
            if (reg->file == TGSI_FILE_TEMPORARY && !reg->indirect)
                a->defs.last_write[reg->index] = a->defs.now;
        }
    }
    a->defs.now = 0;
}

static void find_branches(struct analysis *a)
{
    struct gv_tgsi_walker w;
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&w, a->tgsi, 0);
    while (a->defs.now < a->tgsi->scan.last_branch && (in = gv_tgsi_walk(&w))) {
        a->defs.now++;
        if (in->opcode == TGSI_OPCODE_IF || in->opcode == TGSI_OPCODE_UIF ||
            in->opcode == TGSI_OPCODE_KILL_IF)
            a->tgsi->scan.branch_source[w.insn] = branch_source(a, in);
        write(a, in);
        gv_tgsi_defs_follow(&a->defs, in->opcode);
    }
}

static void set_inlinable(struct galvan_tgsi_info *info, uint64_t words)
{
    for (; words; words >>= 16)
        info->inlinable_uniforms[info->num_inlinable_uniforms++] = (uint16_t)((words & 0xffff) - 1);
}

bool gv_tgsi_analyze_uniforms(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct analysis a = {.tgsi = tgsi};
    size_t num_temps = scan->num_temps ? scan->num_temps : 1;
    if (!scan->last_branch || !tgsi->info.const_mask || scan->num_subs)
        return true; /* subroutines are not analysed: their values depend on the call */
    scan->branch_source = malloc(tgsi->info.num_instructions);
    a.temps = calloc(num_temps, sizeof(*a.temps));
    bool ok = scan->branch_source && a.temps && gv_tgsi_defs_init(&a.defs, num_temps);
    if (ok) {
        memset(scan->branch_source, GV_TGSI_BRANCH_UNKNOWN, tgsi->info.num_instructions);
        if (scan->has_loops)
            find_last_writes(&a);
        find_branches(&a);
        set_inlinable(&tgsi->info, a.inlinable);
        ok = !a.defs.journal.failed;
        gv_tgsi_defs_finish(&a.defs);
    }
    free(a.temps);
    return ok;
}

unsigned gv_tgsi_branch_source(const struct galvan_tgsi *tgsi, uint32_t insn)
{
    if (!tgsi->info.const_mask)
        return GV_TGSI_BRANCH_DIVERGENT;
    return tgsi->scan.branch_source ? tgsi->scan.branch_source[insn] : GV_TGSI_BRANCH_UNKNOWN;
}
