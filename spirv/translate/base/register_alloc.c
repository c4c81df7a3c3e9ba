/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Decides for each register whether SSA values suffice, whether it needs a Function variable
 * because its value crosses control flow, whether it belongs to an indirectly addressed array, and
 * whether its variable should be float or uint. */
#include "spirv/translate/base/register_alloc.h"

#include <stdlib.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/read_mask.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/work_items.h"

/* Whether registers of the file are SSA values or Function variables. Registers of OUT may be
 * neither. */
static bool is_register(const struct gv_spv_ctx *c, unsigned file)
{
    if (file == TGSI_FILE_OUTPUT)
        return !c->stage->write_output;
    return file == TGSI_FILE_TEMPORARY || file == TGSI_FILE_ADDRESS;
}

/* ---- Arrays --------------------------------------------------------------------------------- */

static void add_array(struct gv_spv_ctx *c, uint32_t first, uint32_t num)
{
    if (num == 0 || c->num_arrays == GV_MAX_SPV_ARRAYS) {
        if (num)
            gv_spv_unsupported(c, GV_DIAG_LIMIT_ARRAY, "too many indexed arrays");
        return;
    }
    c->arrays[c->num_arrays++] = (struct gv_spv_array){.first = first, .num = num};
    for (uint32_t i = first; i < first + num; i++)
        c->regs[i].array = (uint8_t)c->num_arrays;
}

static void make_arrays(struct gv_spv_ctx *c)
{
    const struct gv_tgsi_scan *scan = c->scan;
    if (scan->temp_indexed)
        add_array(c, 0, scan->num_temps);
    for (unsigned i = 0; i < scan->num_arrays && !scan->temp_indexed; i++) {
        if (scan->arrays[i].indexed)
            add_array(c, scan->arrays[i].first, scan->arrays[i].last - scan->arrays[i].first + 1u);
    }
    if (scan->out_indexed && is_register(c, TGSI_FILE_OUTPUT))
        add_array(c, c->first_out, scan->num_out);
}

/* ---- Votes for the type of a variable ------------------------------------------------------ */

/* Adds a vote to a component of a register, or to the array that contains the register. */
static void vote(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned comp, int amount)
{
    struct gv_spv_array *a = NULL;
    if (!is_register(c, reg->file))
        return;
    if (reg->indirect) {
        a = gv_spv_find_array(c, reg);
    } else {
        struct gv_spv_reg *r = &c->regs[gv_spv_reg_index(c, reg->file, (unsigned)reg->index)];
        r->vote[comp] += amount;
        a = r->array ? &c->arrays[r->array - 1] : NULL;
    }
    if (a)
        a->vote += amount;
}

static int type_vote(unsigned type)
{
    switch (type) {
    case GV_TGSI_TYPE_FLOAT:
        return 1;
    case GV_TGSI_TYPE_INT:
    case GV_TGSI_TYPE_MASK:
        return -1;
    default:
        return 0;
    }
}

/* Returns the vote of a copy instruction for a component of its destination: 1 for float, -1 for
 * uint, 0 if the source does not reveal the type. */
static int copy_vote(const struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned comp)
{
    const struct gv_tgsi_src *src = &in->src[in->num_src - 1];
    if (in->saturate || src->absolute || src->negate)
        return 1;
    switch (src->reg.file) {
    case TGSI_FILE_INPUT:
        return 1;
    case TGSI_FILE_IMMEDIATE:
        if (!src->reg.indirect) {
            uint32_t bits = c->scan->imms[src->reg.index][src->swizzle[comp]];
            return gv_spv_looks_float(bits) ? 1 : bits ? -1 : 0;
        }
        return 0;
    default:
        return 0;
    }
}

static unsigned texel_type(const struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    int view = gv_tgsi_view_operand(in);
    const struct gv_tgsi_reg *reg = &in->src[view < 0 ? in->num_src - 1 : view].reg;
    if ((reg->file != TGSI_FILE_SAMPLER && view < 0) || reg->index < 0)
        return GV_TGSI_TYPE_FLOAT;
    unsigned type = c->scan->views[reg->index].return_type;
    bool is_int = type == TGSI_RETURN_TYPE_SINT || type == TGSI_RETURN_TYPE_UINT;
    return is_int && c->scan->views[reg->index].declared ? GV_TGSI_TYPE_INT : GV_TGSI_TYPE_FLOAT;
}

static void vote_insn(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    unsigned dst_type = op->dst_type == GV_TGSI_TYPE_TEXEL ? texel_type(c, in) : op->dst_type;
    bool is_copy = dst_type == GV_TGSI_UNTYPED && in->num_src;
    for (unsigned i = 0; i < in->num_dst; i++) {
        for (unsigned comp = 0; comp < 4; comp++) {
            if (in->dst[i].mask >> comp & 1)
                vote(c, &in->dst[i].reg, comp,
                     is_copy ? copy_vote(c, in, comp) : type_vote(dst_type));
        }
    }
    for (unsigned i = 0; i < in->num_src && op->src_type != GV_TGSI_UNTYPED; i++) {
        unsigned mask = gv_tgsi_read_mask(in, i);
        for (unsigned comp = 0; comp < 4; comp++) {
            if (mask >> comp & 1)
                vote(c, &in->src[i].reg, comp, type_vote(op->src_type));
        }
    }
}

/* ---- Which registers need memory ------------------------------------------------------------ */

static void note_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_reg *reg = &in->dst[i].reg;
        if (is_register(c, reg->file) && !reg->indirect)
            c->defs.last_write[gv_spv_reg_index(c, reg->file, (unsigned)reg->index)] = c->defs.now;
    }
}

static void read_components(struct gv_spv_ctx *c, uint32_t r, unsigned mask, const uint8_t *written)
{
    struct gv_spv_reg *reg = &c->regs[r];
    for (unsigned comp = 0; comp < 4; comp++) {
        if (!(mask >> comp & 1) || gv_tgsi_defs_known(&c->defs, r, comp))
            continue;
        if ((written[r] >> comp & 1) || gv_tgsi_defs_loop_carried(&c->defs, r)) {
            reg->var_mask |= (uint8_t)(1u << comp);
            gv_tgsi_defs_define(&c->defs, r, comp);
        }
    }
}

static void read_reg(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                     const uint8_t *written)
{
    if (is_register(c, reg->file) && !reg->indirect)
        read_components(c, gv_spv_reg_index(c, reg->file, (unsigned)reg->index), mask, written);
    if (reg->indirect)
        read_components(c, gv_spv_reg_index(c, reg->ind.file, (unsigned)reg->ind.index),
                        1u << reg->ind.comp, written);
    if (reg->dim_indirect)
        read_components(c, gv_spv_reg_index(c, reg->dim_ind.file, (unsigned)reg->dim_ind.index),
                        1u << reg->dim_ind.comp, written);
}

static void read_outputs(struct gv_spv_ctx *c, const uint8_t *written)
{
    for (uint32_t i = 0; i < c->scan->num_out; i++)
        read_components(c, c->first_out + i, 0xf, written);
}

/* Counts all outputs as read, because the stage reads them at the end of the program. */
static void end_outputs(struct gv_spv_ctx *c, const uint8_t *written)
{
    if (!c->stage->emit_vertex && is_register(c, TGSI_FILE_OUTPUT))
        read_outputs(c, written);
}

static void visit_flow(struct gv_spv_ctx *c, unsigned opcode, const uint8_t *written)
{
    struct gv_tgsi_defs *t = &c->defs;
    switch (opcode) {
    case TGSI_OPCODE_CALLNZ:
        gv_tgsi_defs_push(t);
        break;
    case TGSI_OPCODE_BGNSUB:
        if (c->walker.frames[c->walker.depth].sub->early_return)
            gv_tgsi_defs_push(t);
        break;
    case TGSI_OPCODE_ENDSUB:
        if (c->walker.frames[c->walker.depth].sub->early_return)
            gv_tgsi_defs_pop(t);
        if (c->walker.frames[c->walker.depth].conditional)
            gv_tgsi_defs_pop(t);
        break;
    case TGSI_OPCODE_RET:
        if (!c->scan->returns_inside && c->walker.depth == 0)
            end_outputs(c, written);
        break;
    case TGSI_OPCODE_END:
        if (c->walker.open)
            break;
        if (c->scan->returns_inside && !c->items.num)
            gv_tgsi_defs_pop(t);
        end_outputs(c, written);
        break;
    case TGSI_OPCODE_EMIT:
        read_outputs(c, written);
        break;
    default:
        gv_tgsi_defs_follow(t, opcode);
        break;
    }
}

/* Enters or leaves a region of work items, which is a scope. Code between two regions reads no
 * register. */
static void be_in_region(struct gv_spv_ctx *c, bool in_region)
{
    if (in_region && !c->items.in_region)
        gv_tgsi_defs_push(&c->defs);
    else if (!in_region && c->items.in_region)
        gv_tgsi_defs_pop(&c->defs);
    c->items.in_region = in_region;
}

static void visit_insn(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint8_t *written)
{
    bool between = gv_spv_between_regions(c);
    if (c->items.num)
        be_in_region(c, !between || in->num_src);
    /* The value of a CASE is read after the previous case has ended. */
    if (in->opcode == TGSI_OPCODE_CASE)
        visit_flow(c, in->opcode, written);
    for (unsigned i = 0; i < in->num_src; i++)
        read_reg(c, &in->src[i].reg, gv_tgsi_read_mask(in, i), written);
    for (unsigned i = 0; i < in->num_offsets; i++) {
        struct gv_tgsi_reg reg = {.file = in->offsets[i].file, .index = in->offsets[i].index};
        read_reg(c, &reg, 0xf, written);
    }
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_dst *d = &in->dst[i];
        if (d->reg.indirect || d->reg.dim_indirect)
            read_reg(c, &d->reg, 0, written);
        if (!is_register(c, d->reg.file) || d->reg.indirect)
            continue;
        uint32_t r = gv_spv_reg_index(c, d->reg.file, (unsigned)d->reg.index);
        written[r] |= d->mask;
        for (unsigned comp = 0; comp < 4; comp++) {
            if (d->mask >> comp & 1)
                gv_tgsi_defs_define(&c->defs, r, comp);
        }
    }
    if (between)
        be_in_region(c, false);
    if (in->opcode != TGSI_OPCODE_CASE)
        visit_flow(c, in->opcode, written);
}

/* Finds the last write of each component in each loop, before the walk: such a write can carry a
 * value into the next iteration. */
static void find_last_writes(struct gv_spv_ctx *c)
{
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&c->walker, c->tgsi, c->entry);
    while ((in = gv_tgsi_walk(&c->walker))) {
        c->defs.now++;
        note_write(c, in);
    }
    c->defs.now = 0;
}

static void visit_code(struct gv_spv_ctx *c, uint8_t *written)
{
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&c->walker, c->tgsi, c->entry);
    if (c->scan->returns_inside && !c->items.num)
        gv_tgsi_defs_push(&c->defs);
    while ((in = gv_tgsi_walk(&c->walker))) {
        c->defs.now++;
        vote_insn(c, in);
        visit_insn(c, in, written);
    }
    c->items.in_region = false;
}

bool gv_spv_allocate_registers(struct gv_spv_ctx *c)
{
    const struct gv_tgsi_scan *scan = c->scan;
    c->first_out = scan->num_temps;
    c->first_addr = c->first_out + scan->num_out;
    c->num_regs = c->first_addr + scan->num_addrs;
    size_t num = c->num_regs ? c->num_regs : 1;
    uint8_t *written = calloc(num, 1);
    c->regs = calloc(num, sizeof(*c->regs));
    if (!written || !c->regs || !gv_tgsi_defs_init(&c->defs, num)) {
        free(written);
        return false;
    }
    make_arrays(c);
    if (scan->has_loops)
        find_last_writes(c);
    visit_code(c, written);
    gv_tgsi_defs_reset(&c->defs, num);
    free(written);
    for (unsigned i = 0; i < c->num_arrays; i++)
        c->arrays[i].type = c->arrays[i].vote >= 0 ? GV_F : GV_U;
    return !c->defs.journal.failed;
}
