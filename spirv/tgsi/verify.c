/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rules that every instruction must satisfy before other code uses it: its operands exist, its
 * indices are within their files, and control flow is matched. */
#include "spirv/tgsi/tgsi.h"

#include "spirv/tgsi/names.h"
#include "spirv/tgsi/opcode.h"

#define FILE_BIT(f) (1u << TGSI_FILE_##f)

enum {
    VALUE_FILES = FILE_BIT(CONSTANT) | FILE_BIT(INPUT) | FILE_BIT(TEMPORARY) | FILE_BIT(IMMEDIATE) |
                  FILE_BIT(SYSTEM_VALUE),
    RESOURCE_FILES = FILE_BIT(IMAGE) | FILE_BIT(BUFFER) | FILE_BIT(MEMORY) | FILE_BIT(CONSTBUF) |
                     FILE_BIT(HW_ATOMIC),
    SAMPLER_FILES = FILE_BIT(SAMPLER) | FILE_BIT(SAMPLER_VIEW),
    /* Any constant index is allowed for these files: out of bounds, reads return 0 and writes are
     * dropped. */
    BOUNDED_FILES = FILE_BIT(CONSTANT) | FILE_BIT(HW_ATOMIC),
};

static uint32_t allowed_sources(const struct galvan_tgsi *tgsi, const struct gv_tgsi_opcode *op,
                                unsigned opcode)
{
    uint32_t files = VALUE_FILES;
    if (op->family == GV_TGSI_TEXTURE || op->family == GV_TGSI_SAMPLE ||
        opcode == TGSI_OPCODE_SAMP2HND)
        files |= SAMPLER_FILES;
    if (op->family == GV_TGSI_MEMORY || opcode == TGSI_OPCODE_IMG2HND)
        files |= RESOURCE_FILES;
    if (tgsi->scan.processor == TGSI_PROCESSOR_TESS_CTRL || opcode == TGSI_OPCODE_FBFETCH)
        files |= FILE_BIT(OUTPUT);
    return files;
}

static enum galvan_result verify_ind(const struct gv_tgsi_pos *pos, const struct gv_tgsi_ind *ind)
{
    if (ind->file != TGSI_FILE_ADDRESS && ind->file != TGSI_FILE_TEMPORARY)
        return gv_tgsi_fail(pos, GV_DIAG_ADDRESS, "%s cannot hold an index",
                            gv_tgsi_name(&gv_tgsi_files, ind->file));
    if (ind->index < 0)
        return gv_tgsi_fail(pos, GV_DIAG_NEGATIVE, "negative register index");
    if (ind->file == TGSI_FILE_ADDRESS && ind->index >= GV_TGSI_MAX_ADDR)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "ADDR[%d] is past the last", ind->index);
    return GALVAN_OK;
}

/* Whether an operand's register, or for an indirect operand its file, is declared. TEMP and ADDR
 * need no declaration. MEMORY may be used with a number that differs from its declaration. */
static bool is_declared(const struct galvan_tgsi *tgsi, const struct gv_tgsi_reg *reg)
{
    const struct gv_tgsi_scan *scan = &tgsi->scan;
    int i = reg->index;
    switch (reg->file) {
    case TGSI_FILE_INPUT:
        return reg->indirect ? scan->num_in > 0 : i < GV_TGSI_MAX_IO && scan->in[i].declared;
    case TGSI_FILE_OUTPUT:
        return reg->indirect ? scan->num_out > 0 : i < GV_TGSI_MAX_IO && scan->out[i].declared;
    case TGSI_FILE_SYSTEM_VALUE:
        return !reg->indirect && i < GV_TGSI_MAX_IO && scan->sv[i].declared;
    case TGSI_FILE_IMMEDIATE:
        return reg->indirect ? scan->num_imms > 0 : (unsigned)i < scan->num_imms;
    case TGSI_FILE_CONSTANT:
        i = reg->dimension ? reg->dim_index : 0;
        return i >= 0 && i < GV_TGSI_MAX_CONST_BUFFERS && (scan->const_declared_mask >> i & 1);
    case TGSI_FILE_SAMPLER:
        return i >= 0 && i < GV_TGSI_MAX_SAMPLERS && (scan->sampler_declared_mask >> i & 1);
    case TGSI_FILE_SAMPLER_VIEW:
        return i >= 0 && i < GV_TGSI_MAX_SAMPLERS && scan->views[i].declared;
    case TGSI_FILE_IMAGE:
        if (gv_tgsi_memory_type(scan, reg) >= 0)
            return scan->processor == TGSI_PROCESSOR_COMPUTE;
        return i >= 0 && i < GV_TGSI_MAX_IMAGES && (scan->image_declared_mask >> i & 1);
    case TGSI_FILE_BUFFER:
        i -= (int)tgsi->info.shader_buffer_base;
        return i >= 0 && i < GV_TGSI_MAX_BUFFERS && (scan->buffer_declared_mask >> i & 1);
    case TGSI_FILE_HW_ATOMIC:
        i = reg->dimension ? reg->dim_index : 0;
        return i >= 0 && i < GV_TGSI_MAX_SAMPLERS && (scan->atomic_declared_mask >> i & 1);
    default:
        return true;
    }
}

static enum galvan_result verify_reg(const struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_reg *reg)
{
    enum galvan_result result;
    if (reg->file == TGSI_FILE_NULL)
        return GALVAN_OK;
    if (!reg->indirect && reg->index < 0 && !(1u << reg->file & BOUNDED_FILES))
        return gv_tgsi_fail(pos, GV_DIAG_NEGATIVE, "negative register index");
    if (reg->file == TGSI_FILE_ADDRESS && (reg->indirect || reg->index >= GV_TGSI_MAX_ADDR))
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "ADDR[%d] is past the last", reg->index);
    if (reg->indirect && (result = verify_ind(pos, &reg->ind)))
        return result;
    if (reg->dim_indirect && (result = verify_ind(pos, &reg->dim_ind)))
        return result;
    if (!is_declared(tgsi, reg))
        return gv_tgsi_fail(pos, GV_DIAG_UNDECLARED, "%s[%d] is not declared",
                            gv_tgsi_name(&gv_tgsi_files, reg->file), reg->index);
    return GALVAN_OK;
}

static enum galvan_result verify_operands(const struct galvan_tgsi *tgsi,
                                          const struct gv_tgsi_pos *pos,
                                          const struct gv_tgsi_opcode *op,
                                          const struct gv_tgsi_insn *in)
{
    enum galvan_result result;
    uint32_t dst_files =
        FILE_BIT(TEMPORARY) | FILE_BIT(OUTPUT) | FILE_BIT(ADDRESS) | FILE_BIT(NULL);
    uint32_t src_files = allowed_sources(tgsi, op, in->opcode);
    if (in->opcode == TGSI_OPCODE_STORE)
        dst_files = RESOURCE_FILES | VALUE_FILES;
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_reg *reg = &in->dst[i].reg;
        if (!(dst_files >> reg->file & 1))
            return gv_tgsi_fail(pos, GV_DIAG_DST_FILE, "%s cannot be written",
                                gv_tgsi_name(&gv_tgsi_files, reg->file));
        if ((result = verify_reg(tgsi, pos, reg)))
            return result;
    }
    for (unsigned i = 0; i < in->num_src; i++) {
        const struct gv_tgsi_reg *reg = &in->src[i].reg;
        if (!(src_files >> reg->file & 1))
            return gv_tgsi_fail(pos, GV_DIAG_SRC_FILE, "%s cannot be read here",
                                gv_tgsi_name(&gv_tgsi_files, reg->file));
        if ((result = verify_reg(tgsi, pos, reg)))
            return result;
    }
    for (unsigned i = 0; i < in->num_offsets; i++) {
        struct gv_tgsi_reg reg = {.file = in->offsets[i].file, .index = in->offsets[i].index};
        if (!((unsigned)VALUE_FILES >> reg.file & 1))
            return gv_tgsi_fail(pos, GV_DIAG_SRC_FILE, "%s cannot be a texture offset",
                                gv_tgsi_name(&gv_tgsi_files, reg.file));
        if ((result = verify_reg(tgsi, pos, &reg)))
            return result;
    }
    return GALVAN_OK;
}

static enum galvan_result open_flow(struct gv_tgsi_flow *flow, const struct gv_tgsi_pos *pos,
                                    unsigned opcode)
{
    if (flow->depth == GV_TGSI_MAX_NESTING)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_NESTING, "control flow is deeper than %d",
                            GV_TGSI_MAX_NESTING);
    flow->open[flow->depth++] = (uint8_t)opcode;
    flow->loops += opcode == TGSI_OPCODE_BGNLOOP;
    flow->breakable += opcode == TGSI_OPCODE_BGNLOOP || opcode == TGSI_OPCODE_SWITCH;
    return GALVAN_OK;
}

static enum galvan_result close_flow(struct gv_tgsi_flow *flow, const struct gv_tgsi_pos *pos,
                                     unsigned first, unsigned second)
{
    unsigned top = flow->depth ? flow->open[flow->depth - 1] : TGSI_OPCODE_NOP;
    if (!flow->depth || (top != first && top != second))
        return gv_tgsi_fail(pos, GV_DIAG_NESTING, "nothing open that this could close");
    flow->depth--;
    flow->loops -= top == TGSI_OPCODE_BGNLOOP;
    flow->breakable -= top == TGSI_OPCODE_BGNLOOP || top == TGSI_OPCODE_SWITCH;
    return GALVAN_OK;
}

static enum galvan_result verify_case(struct gv_tgsi_flow *flow, const struct gv_tgsi_pos *pos)
{
    if (!flow->depth || flow->open[flow->depth - 1] != TGSI_OPCODE_SWITCH)
        return gv_tgsi_fail(pos, GV_DIAG_NESTING, "outside SWITCH");
    return GALVAN_OK;
}

static enum galvan_result verify_flow(struct gv_tgsi_flow *flow, const struct gv_tgsi_pos *pos,
                                      unsigned processor, unsigned opcode)
{
    enum galvan_result result;
    if (flow->ended && !flow->depth && opcode != TGSI_OPCODE_BGNSUB)
        return gv_tgsi_fail(pos, GV_DIAG_AFTER_END, "after END stand subroutines only");
    switch (opcode) {
    case TGSI_OPCODE_IF:
    case TGSI_OPCODE_UIF:
        return open_flow(flow, pos, TGSI_OPCODE_IF);
    case TGSI_OPCODE_BGNLOOP:
    case TGSI_OPCODE_SWITCH:
        return open_flow(flow, pos, opcode);
    case TGSI_OPCODE_BGNSUB:
        /* Compute programs of 2015 consist only of subroutines: the first instruction is a BGNSUB,
         * without a main program before it. */
        flow->ended |= !pos->insn && processor == TGSI_PROCESSOR_COMPUTE;
        if (!flow->ended || flow->depth)
            return gv_tgsi_fail(pos, GV_DIAG_NESTING, "a subroutine inside the main program");
        return open_flow(flow, pos, opcode);
    case TGSI_OPCODE_ELSE:
        result = close_flow(flow, pos, TGSI_OPCODE_IF, TGSI_OPCODE_IF);
        return result ? result : open_flow(flow, pos, opcode);
    case TGSI_OPCODE_ENDIF:
        return close_flow(flow, pos, TGSI_OPCODE_IF, TGSI_OPCODE_ELSE);
    case TGSI_OPCODE_ENDLOOP:
        return close_flow(flow, pos, TGSI_OPCODE_BGNLOOP, TGSI_OPCODE_BGNLOOP);
    case TGSI_OPCODE_ENDSWITCH:
        return close_flow(flow, pos, TGSI_OPCODE_SWITCH, TGSI_OPCODE_SWITCH);
    case TGSI_OPCODE_ENDSUB:
        return close_flow(flow, pos, TGSI_OPCODE_BGNSUB, TGSI_OPCODE_BGNSUB);
    case TGSI_OPCODE_CASE:
    case TGSI_OPCODE_DEFAULT:
        return verify_case(flow, pos);
    case TGSI_OPCODE_BRK:
    case TGSI_OPCODE_CONT:
    case TGSI_OPCODE_BREAKC:
        if (opcode == TGSI_OPCODE_CONT ? !flow->loops : !flow->breakable)
            return gv_tgsi_fail(pos, GV_DIAG_OUTSIDE_LOOP, "outside a loop");
        return GALVAN_OK;
    case TGSI_OPCODE_RET: /* in a subroutine, RET ends only that subroutine */
        flow->returns_inside |= flow->depth && flow->open[0] != TGSI_OPCODE_BGNSUB;
        return GALVAN_OK;
    case TGSI_OPCODE_END: /* inside control flow or a subroutine, END leaves the program early */
        flow->ended |= !flow->depth;
        flow->returns_inside |= flow->depth > 0;
        flow->ended_in_sub |= flow->depth && flow->open[0] == TGSI_OPCODE_BGNSUB;
        return GALVAN_OK;
    default:
        return GALVAN_OK;
    }
}

enum galvan_result gv_tgsi_verify_insn(const struct galvan_tgsi *tgsi, struct gv_tgsi_flow *flow,
                                       const struct gv_tgsi_pos *pos, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    enum galvan_result result;
    bool bare = (op->flags & GV_TGSI_BARE) && in->num_src == 0;
    if (in->num_dst != op->num_dst || (in->num_src != op->num_src && !bare))
        return gv_tgsi_fail(pos, GV_DIAG_OPERANDS, "wrong number of operands");
    if ((op->flags & GV_TGSI_FRAG_ONLY) && tgsi->scan.processor != TGSI_PROCESSOR_FRAGMENT)
        return gv_tgsi_fail(pos, GV_DIAG_STAGE_OPCODE, "in FRAG only");
    if ((op->flags & GV_TGSI_GEOM_ONLY) && tgsi->scan.processor != TGSI_PROCESSOR_GEOMETRY)
        return gv_tgsi_fail(pos, GV_DIAG_STAGE_OPCODE, "in GEOM only");
    if (in->opcode == TGSI_OPCODE_BARRIER && tgsi->scan.processor != TGSI_PROCESSOR_COMPUTE &&
        tgsi->scan.processor != TGSI_PROCESSOR_TESS_CTRL)
        return gv_tgsi_fail(pos, GV_DIAG_STAGE_OPCODE, "in COMP and TESS_CTRL only");
    if (in->opcode == GV_TGSI_OPCODE_GLSL && (!in->has_label || in->label >= GALVAN_NUM_FUNCTIONS))
        return gv_tgsi_fail(pos, GV_DIAG_OPERANDS, "no such function");
    flow->fences_repeat |= in->opcode == TGSI_OPCODE_MEMBAR &&
                           (flow->loops || (flow->depth && flow->open[0] == TGSI_OPCODE_BGNSUB));
    if ((op->flags & GV_TGSI_HAS_TARGET) && !in->has_texture)
        return gv_tgsi_fail(pos, GV_DIAG_TARGET_USE, "has no texture target");
    if ((result = verify_operands(tgsi, pos, op, in)))
        return result;
    return verify_flow(flow, pos, tgsi->scan.processor, in->opcode);
}
