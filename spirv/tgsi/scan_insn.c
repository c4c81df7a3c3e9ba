/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The scan of instructions: the registers and features that each instruction uses, and the summary
 * of all instructions in galvan_tgsi_info. */
#include "spirv/tgsi/tgsi.h"

#include "spirv/tgsi/opcode.h"

int gv_tgsi_find_array(const struct gv_tgsi_scan *scan, unsigned id, int base)
{
    for (unsigned i = 0; i < scan->num_arrays; i++) {
        const struct gv_tgsi_array *a = &scan->arrays[i];
        if (id ? a->id == id : (base >= a->first && base <= a->last))
            return (int)i;
    }
    return -1;
}

unsigned gv_tgsi_sampler_run(const struct gv_tgsi_scan *scan, unsigned first)
{
    unsigned last = first;
    while (last + 1 < GV_TGSI_MAX_SAMPLERS && (scan->sampler_declared_mask >> (last + 1) & 1) &&
           scan->views[last + 1].target == scan->views[first].target &&
           scan->views[last + 1].return_type == scan->views[first].return_type)
        last++;
    return last;
}

int gv_tgsi_find_output(const struct gv_tgsi_scan *scan, unsigned semantic, unsigned index)
{
    for (unsigned i = 0; i < scan->num_out; i++) {
        const struct gv_tgsi_io *io = &scan->out[i];
        if (io->used && io->semantic == semantic && io->semantic_index == index)
            return (int)i;
    }
    return -1;
}

/* Whether operands of IN have a bracket for the vertex. */
static bool reads_vertices(const struct gv_tgsi_scan *scan)
{
    return scan->processor == TGSI_PROCESSOR_GEOMETRY ||
           scan->processor == TGSI_PROCESSOR_TESS_CTRL ||
           scan->processor == TGSI_PROCESSOR_TESS_EVAL;
}

/* Whether a register of a tessellation stage belongs to the whole patch. */
static bool is_per_patch(const struct gv_tgsi_io *io)
{
    return io->semantic == TGSI_SEMANTIC_PATCH || io->semantic == TGSI_SEMANTIC_TESSOUTER ||
           io->semantic == TGSI_SEMANTIC_TESSINNER;
}

/* Whether `a` and `b` may be consecutive elements of one array in the GLSL source. */
static bool is_next(const struct gv_tgsi_io *a, const struct gv_tgsi_io *b)
{
    return a->declared && b->declared && a->semantic == b->semantic &&
           a->semantic_index + 1 == b->semantic_index;
}

void gv_tgsi_find_candidates(const struct gv_tgsi_scan *scan, const struct gv_tgsi_reg *reg,
                             struct gv_tgsi_candidates *out_candidates)
{
    bool input = reg->file == TGSI_FILE_INPUT;
    const struct gv_tgsi_io *regs = input ? scan->in : scan->out;
    unsigned num = input ? scan->num_in : scan->num_out;
    bool declared = reg->index >= 0 && (unsigned)reg->index < num && regs[reg->index].declared;
    bool per_patch = declared ? is_per_patch(&regs[reg->index]) : !reg->dimension;
    unsigned first = declared ? (unsigned)reg->index : 0;
    unsigned last = first;
    while (declared && first > 0 && is_next(&regs[first - 1], &regs[first]))
        first--;
    while (declared && last + 1 < num && is_next(&regs[last], &regs[last + 1]))
        last++;
    bool is_run = last > first;
    out_candidates->num = 0;
    for (unsigned i = is_run ? first : 0; i < (is_run ? last + 1 : num); i++) {
        if (regs[i].declared && is_per_patch(&regs[i]) == per_patch)
            out_candidates->regs[out_candidates->num++] = (uint8_t)i;
    }
}

/* Records the use of a register of IN, OUT or SV. `written` is the write mask of a destination, or
 * 0 for a source. */
static void scan_io_use(const struct gv_tgsi_scan *scan, struct gv_tgsi_io *regs,
                        const struct gv_tgsi_reg *reg, unsigned written)
{
    bool by_kind = scan->processor == TGSI_PROCESSOR_TESS_CTRL ||
                   (reg->file == TGSI_FILE_INPUT && reads_vertices(scan));
    struct gv_tgsi_candidates candidates = {.num = 0};
    if (reg->indirect && by_kind) {
        gv_tgsi_find_candidates(scan, reg, &candidates);
    } else {
        unsigned first = reg->indirect ? 0 : (unsigned)reg->index;
        unsigned last = reg->indirect ? GV_TGSI_MAX_IO - 1 : (unsigned)reg->index;
        for (unsigned i = first; i <= last; i++) {
            if (regs[i].declared)
                candidates.regs[candidates.num++] = (uint8_t)i;
        }
    }
    for (unsigned i = 0; i < candidates.num; i++) {
        struct gv_tgsi_io *io = &regs[candidates.regs[i]];
        io->used = true;
        io->read |= written == 0;
        io->written |= (uint8_t)written;
    }
}

static void scan_const_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_reg *reg)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    unsigned first = reg->dimension ? (unsigned)reg->dim_index : 0;
    unsigned last = first;
    /* A computed buffer index can name `first` and every declared buffer that follows without a
     * gap. */
    while (reg->dim_indirect && last + 1 < GV_TGSI_MAX_CONST_BUFFERS &&
           (scan->const_declared_mask >> (last + 1) & 1))
        last++;
    for (unsigned k = first; k <= last; k++) {
        tgsi->info.const_mask |= 1u << k;
        if (!reg->indirect && reg->index >= 0 && scan->const_size[k] <= (unsigned)reg->index)
            scan->const_size[k] = (unsigned)reg->index + 1;
    }
}

/* Returns the mask of the declared units that a resource operand can name. In `declared` and in the
 * result, bit 0 stands for register `base`. */
static uint32_t units(const struct gv_tgsi_reg *reg, uint32_t declared, unsigned base)
{
    unsigned unit = (unsigned)reg->index - base;
    return reg->indirect ? declared & ~((1u << unit) - 1) : 1u << unit;
}

static void scan_sampler_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_reg *reg,
                             const struct gv_tgsi_insn *in)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    unsigned first = (unsigned)reg->index;
    unsigned last = reg->indirect ? gv_tgsi_sampler_run(scan, first) : first;
    for (unsigned i = first; i <= last; i++) {
        unsigned target = scan->views[i].target;
        if (!scan->views[i].declared || target == TGSI_TEXTURE_UNKNOWN)
            target = in->has_texture ? in->target : TGSI_TEXTURE_2D;
        tgsi->info.samplers_mask |= 1u << i;
        tgsi->info.sampler_target[i] = target;
        if (target == TGSI_TEXTURE_BUFFER)
            tgsi->info.sampler_buffer_mask |= 1u << i;
    }
}

static void scan_temp_use(struct gv_tgsi_scan *scan, const struct gv_tgsi_reg *reg)
{
    if (!reg->indirect) {
        if (scan->num_temps <= (unsigned)reg->index)
            scan->num_temps = (unsigned)reg->index + 1;
        return;
    }
    int array = gv_tgsi_find_array(scan, reg->ind.array_id, reg->index);
    if (array >= 0)
        scan->arrays[array].indexed = true;
    else
        scan->temp_indexed = true;
}

static void scan_output_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in,
                            const struct gv_tgsi_reg *reg, unsigned written)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    if (in->opcode == TGSI_OPCODE_FBFETCH && !written) {
        /* FBFETCH reads the attachment, not the register. */
        if (!reg->indirect && scan->out[reg->index].semantic == TGSI_SEMANTIC_COLOR)
            tgsi->info.fb_fetch_mask |= 1u << scan->out[reg->index].semantic_index;
        return;
    }
    scan->out_indexed |= reg->indirect;
    scan_io_use(scan, scan->out, reg, written);
}

static void scan_constbuf_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_reg *reg)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    if (reg->indirect || reg->index >= GV_TGSI_MAX_CONST_BUFFERS)
        return;
    tgsi->info.const_mask |= 1u << reg->index;
    if (!scan->const_size[reg->index])
        scan->const_size[reg->index] = GV_TGSI_CONSTBUF_SIZE;
}

static void scan_buffer_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in,
                            const struct gv_tgsi_reg *reg, bool is_store)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    uint32_t mask = units(reg, scan->buffer_declared_mask, tgsi->info.shader_buffer_base);
    tgsi->info.shader_buffers_mask |= mask;
    tgsi->info.shader_buffers_indexed |= reg->indirect;
    tgsi->info.shader_buffers_write_mask |= is_store ? mask : 0;
    scan->buffer_coherent_mask |= in->qualifier & TGSI_MEMORY_COHERENT ? mask : 0;
    scan->buffer_volatile_mask |= in->qualifier & TGSI_MEMORY_VOLATILE ? mask : 0;
}

/* Scans an operand that is an image, or memory that is not a buffer. */
static void scan_image_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in,
                           const struct gv_tgsi_reg *reg, bool is_store)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    int type = gv_tgsi_memory_type(scan, reg);
    if (type >= 0) {
        info->memory_mask |= (uint8_t)(1u << type);
        return;
    }
    uint32_t mask = units(reg, scan->image_declared_mask, 0);
    info->images_mask |= mask;
    info->images_write_mask |= is_store ? mask : 0;
    scan->image_coherent_mask |= in->qualifier & TGSI_MEMORY_COHERENT ? mask : 0;
    scan->image_volatile_mask |= in->qualifier & TGSI_MEMORY_VOLATILE ? mask : 0;
}

static void scan_atomic_use(struct galvan_tgsi *tgsi, const struct gv_tgsi_reg *reg)
{
    uint32_t declared = tgsi->scan.atomic_declared_mask;
    uint32_t mask = 1u << (unsigned)(reg->dimension ? reg->dim_index : 0);
    while (reg->dim_indirect && (declared & mask << 1 & ~mask))
        mask |= mask << 1;
    tgsi->info.hw_atomics_mask |= mask;
}

/* Records the use of a register. `written` is the write mask of a destination, or 0 for a
 * source. */
static void scan_reg(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in,
                     const struct gv_tgsi_reg *reg, unsigned written, bool is_store)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    switch (reg->file) {
    case TGSI_FILE_INPUT:
        scan->in_indexed |= reg->indirect;
        scan_io_use(scan, scan->in, reg, 0);
        break;
    case TGSI_FILE_OUTPUT:
        scan_output_use(tgsi, in, reg, written);
        break;
    case TGSI_FILE_SYSTEM_VALUE:
        scan_io_use(scan, scan->sv, reg, 0);
        break;
    case TGSI_FILE_TEMPORARY:
        scan_temp_use(scan, reg);
        break;
    case TGSI_FILE_ADDRESS:
        if (!reg->indirect && scan->num_addrs <= (unsigned)reg->index)
            scan->num_addrs = (unsigned)reg->index + 1;
        break;
    case TGSI_FILE_IMMEDIATE:
        scan->imm_indexed |= reg->indirect;
        break;
    case TGSI_FILE_CONSTANT:
        scan_const_use(tgsi, reg);
        break;
    case TGSI_FILE_CONSTBUF:
        scan_constbuf_use(tgsi, reg);
        break;
    case TGSI_FILE_SAMPLER:
        if (gv_tgsi_opcode(in->opcode)->family != GV_TGSI_SAMPLE)
            scan_sampler_use(tgsi, reg, in);
        break;
    case TGSI_FILE_BUFFER:
        scan_buffer_use(tgsi, in, reg, is_store);
        break;
    case TGSI_FILE_IMAGE:
    case TGSI_FILE_MEMORY:
        scan_image_use(tgsi, in, reg, is_store);
        break;
    case TGSI_FILE_HW_ATOMIC:
        scan_atomic_use(tgsi, reg);
        break;
    default:
        break;
    }
}

static void scan_ind(struct gv_tgsi_scan *scan, bool indirect, const struct gv_tgsi_ind *ind)
{
    struct gv_tgsi_reg reg = {.file = ind->file, .index = ind->index};
    if (!indirect)
        return;
    if (reg.file == TGSI_FILE_TEMPORARY)
        scan_temp_use(scan, &reg);
    else if (scan->num_addrs <= (unsigned)reg.index)
        scan->num_addrs = (unsigned)reg.index + 1;
}

/* Whether the memory that an opcode accesses is shared or private, so that stores are invisible
 * outside the workgroup. */
static bool is_own_memory(const struct gv_tgsi_scan *scan, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_reg *reg =
        in->opcode == TGSI_OPCODE_STORE ? &in->dst[0].reg : &in->src[0].reg;
    int type = gv_tgsi_memory_type(scan, reg);
    return type == TGSI_MEMORY_TYPE_SHARED || type == TGSI_MEMORY_TYPE_PRIVATE;
}

enum {
    R32_FLOAT = 28 /* PIPE_FORMAT_R32_FLOAT */
};

static bool is_float_image_atomic(const struct gv_tgsi_scan *scan, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_reg *reg = &in->src[0].reg;
    bool is_atomic = in->opcode == TGSI_OPCODE_ATOMFADD || in->opcode == TGSI_OPCODE_ATOMXCHG;
    return is_atomic && reg->file == TGSI_FILE_IMAGE && gv_tgsi_memory_type(scan, reg) < 0 &&
           scan->images[reg->index].format == R32_FLOAT;
}

/* Returns a mask with one bit, the vertex stream of EMIT or ENDPRIM. If the operand is not a
 * stream, returns stream 0; translation reports the error. */
static unsigned stream_mask(const struct gv_tgsi_scan *scan, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_src *src = &in->src[0];
    bool known = in->num_src && src->reg.file == TGSI_FILE_IMMEDIATE && !src->reg.indirect;
    uint32_t stream = known ? scan->imms[src->reg.index][src->swizzle[0]] : 0;
    return stream < GALVAN_MAX_STREAMS ? 1u << stream : 1;
}

void gv_tgsi_scan_insn(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    bool reads_only = in->opcode == TGSI_OPCODE_LOAD || in->opcode == TGSI_OPCODE_RESQ;
    bool is_store = op->family == GV_TGSI_MEMORY && !reads_only;
    if (in->opcode == TGSI_OPCODE_IF || in->opcode == TGSI_OPCODE_UIF ||
        in->opcode == TGSI_OPCODE_KILL_IF)
        scan->last_branch = info->num_instructions + 1;
    info->num_instructions++;
    info->uses_barrier |= in->opcode == TGSI_OPCODE_BARRIER;
    info->has_side_effects |= is_store && !is_own_memory(scan, in);
    scan->has_float_image_atomics |= is_float_image_atomic(scan, in);
    if (op->family == GV_TGSI_DISCARD && in->opcode != TGSI_OPCODE_READ_HELPER)
        info->uses_kill = true;
    if (op->flags & GV_TGSI_GEOM_ONLY)
        info->streams_mask |= (uint8_t)stream_mask(scan, in);
    info->uses_texture_handles |= op->family == GV_TGSI_TEXTURE && in->num_src &&
                                  in->src[in->num_src - 1].reg.file != TGSI_FILE_SAMPLER;
    info->uses_ballots |= in->opcode == TGSI_OPCODE_BALLOT || in->opcode == TGSI_OPCODE_READ_FIRST;
    info->uses_shuffles |= in->opcode == TGSI_OPCODE_READ_INVOC;
    info->uses_clock |= in->opcode == TGSI_OPCODE_CLOCK;
    scan->uses_demote |= in->opcode == TGSI_OPCODE_DEMOTE;
    scan->has_loops |= in->opcode == TGSI_OPCODE_BGNLOOP;
    if (op->family == GV_TGSI_SAMPLE)
        gv_tgsi_scan_pair(tgsi, in);
    for (unsigned i = 0; i < in->num_dst; i++) {
        const struct gv_tgsi_dst *d = &in->dst[i];
        scan_reg(tgsi, in, &d->reg, d->mask, is_store);
        scan_ind(scan, d->reg.indirect, &d->reg.ind);
        scan_ind(scan, d->reg.dim_indirect, &d->reg.dim_ind);
    }
    for (unsigned i = 0; i < in->num_src; i++) {
        const struct gv_tgsi_src *s = &in->src[i];
        scan_reg(tgsi, in, &s->reg, 0, is_store);
        scan_ind(scan, s->reg.indirect, &s->reg.ind);
        scan_ind(scan, s->reg.dim_indirect, &s->reg.dim_ind);
    }
    for (unsigned i = 0; i < in->num_offsets; i++) {
        struct gv_tgsi_reg reg = {.file = in->offsets[i].file, .index = in->offsets[i].index};
        scan_reg(tgsi, in, &reg, 0, false);
    }
}

static enum galvan_stage public_stage(unsigned processor)
{
    static const uint8_t stages[TGSI_PROCESSOR_COUNT] = {
        [TGSI_PROCESSOR_VERTEX] = GALVAN_STAGE_VERTEX,
        [TGSI_PROCESSOR_FRAGMENT] = GALVAN_STAGE_FRAGMENT,
        [TGSI_PROCESSOR_GEOMETRY] = GALVAN_STAGE_GEOMETRY,
        [TGSI_PROCESSOR_TESS_CTRL] = GALVAN_STAGE_TESS_CTRL,
        [TGSI_PROCESSOR_TESS_EVAL] = GALVAN_STAGE_TESS_EVAL,
        [TGSI_PROCESSOR_COMPUTE] = GALVAN_STAGE_COMPUTE,
    };
    return (enum galvan_stage)stages[processor];
}

static void finish_fragment_input(struct galvan_tgsi_info *info, const struct gv_tgsi_io *io)
{
    uint64_t slot = io->slot >= 0 ? UINT64_C(1) << io->slot : 0;
    info->flat_mask |= io->interp == TGSI_INTERPOLATE_CONSTANT ? slot : 0;
    info->shaded_mask |= io->interp == TGSI_INTERPOLATE_COLOR ? slot : 0;
    if (slot && io->interp != TGSI_INTERPOLATE_CONSTANT)
        info->places_mask |= (uint8_t)(1u << GALVAN_INPUT_PLACE(
                                           io->location, io->interp == TGSI_INTERPOLATE_LINEAR));
    switch (io->semantic) {
    case TGSI_SEMANTIC_COLOR:
        info->reads_color = true;
        info->reads_color_interp |= io->interp == TGSI_INTERPOLATE_COLOR;
        break;
    case TGSI_SEMANTIC_POSITION:
        info->reads_fragcoord = true;
        break;
    case TGSI_SEMANTIC_FACE:
        info->reads_face = true;
        break;
    case TGSI_SEMANTIC_PCOORD:
        info->reads_pcoord = true;
        break;
    case TGSI_SEMANTIC_TEXCOORD:
        info->reads_texcoord_mask |= 1u << io->semantic_index;
        break;
    case TGSI_SEMANTIC_GENERIC:
        if (io->semantic_index < 32)
            info->reads_generic_mask |= 1u << io->semantic_index;
        break;
    default:
        break;
    }
}

int gv_tgsi_header_word(unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_PSIZE:
        return GALVAN_ENTRY_POINT_SIZE;
    case TGSI_SEMANTIC_LAYER:
        return GALVAN_ENTRY_LAYER;
    case TGSI_SEMANTIC_VIEWPORT_INDEX:
        return GALVAN_ENTRY_VIEWPORT_INDEX;
    case TGSI_SEMANTIC_PRIMID:
        return GALVAN_ENTRY_PRIMITIVE_ID;
    default:
        return -1;
    }
}

static bool is_subgroup_mask(unsigned semantic)
{
    return semantic >= TGSI_SEMANTIC_SUBGROUP_EQ_MASK && semantic <= TGSI_SEMANTIC_SUBGROUP_LT_MASK;
}

static bool is_subgroup_value(unsigned semantic)
{
    return semantic == TGSI_SEMANTIC_SUBGROUP_SIZE ||
           semantic == TGSI_SEMANTIC_SUBGROUP_INVOCATION || is_subgroup_mask(semantic);
}

static void finish_inputs(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    for (unsigned i = 0; i < scan->num_in; i++) {
        const struct gv_tgsi_io *io = &scan->in[i];
        if (!io->used)
            continue;
        if (info->stage == GALVAN_STAGE_VERTEX) {
            info->vs_inputs_mask |= i < 32 ? 1u << i : 0;
            continue;
        }
        if (io->slot >= 0)
            info->inputs_mask |= UINT64_C(1) << io->slot;
        info->reads_primitive_id |= io->semantic == TGSI_SEMANTIC_PRIMID;
        info->reads_viewport_index |= io->semantic == TGSI_SEMANTIC_VIEWPORT_INDEX;
        if (gv_tgsi_header_word(io->semantic) >= 0)
            info->head_inputs_mask |= (uint8_t)(1u << gv_tgsi_header_word(io->semantic));
        if (io->semantic == TGSI_SEMANTIC_PATCH)
            info->patch_inputs_mask |= 1u << io->semantic_index;
        if (info->stage == GALVAN_STAGE_FRAGMENT)
            finish_fragment_input(info, io);
    }
    for (unsigned i = 0; i < GV_TGSI_MAX_IO; i++) {
        const struct gv_tgsi_io *sv = &scan->sv[i];
        if (!sv->used)
            continue;
        info->reads_fragcoord |= sv->semantic == TGSI_SEMANTIC_POSITION;
        info->reads_pcoord |= sv->semantic == TGSI_SEMANTIC_PCOORD;
        info->reads_sample_id |=
            sv->semantic == TGSI_SEMANTIC_SAMPLEID || sv->semantic == TGSI_SEMANTIC_SAMPLEPOS;
        info->reads_sample_mask |= sv->semantic == TGSI_SEMANTIC_SAMPLEMASK;
        info->reads_face |= sv->semantic == TGSI_SEMANTIC_FACE;
        info->reads_primitive_id |= sv->semantic == TGSI_SEMANTIC_PRIMID;
        info->reads_draw_id |= sv->semantic == TGSI_SEMANTIC_DRAWID;
        info->uses_subgroups |= is_subgroup_value(sv->semantic);
        info->uses_ballots |= is_subgroup_mask(sv->semantic);
        info->needs_driver_block |= sv->semantic == TGSI_SEMANTIC_TESS_DEFAULT_OUTER_LEVEL ||
                                    sv->semantic == TGSI_SEMANTIC_TESS_DEFAULT_INNER_LEVEL;
    }
}

static void finish_output(struct galvan_tgsi_info *info, const struct gv_tgsi_io *io)
{
    bool fragment = info->stage == GALVAN_STAGE_FRAGMENT;
    switch (io->semantic) {
    case TGSI_SEMANTIC_POSITION:
        info->writes_position |= !fragment;
        info->writes_depth |= fragment;
        break;
    case TGSI_SEMANTIC_COLOR:
        if (fragment)
            info->fs_color_mask |= 1u << io->semantic_index;
        break;
    case TGSI_SEMANTIC_PSIZE:
        info->writes_psize = true;
        break;
    case TGSI_SEMANTIC_CLIPVERTEX:
        info->writes_clipvertex = true;
        break;
    case TGSI_SEMANTIC_EDGEFLAG:
        info->writes_edgeflag = true;
        break;
    case TGSI_SEMANTIC_LAYER:
        info->writes_layer = true;
        break;
    case TGSI_SEMANTIC_VIEWPORT_INDEX:
        info->writes_viewport_index = true;
        break;
    case TGSI_SEMANTIC_STENCIL:
        info->writes_stencil = true;
        break;
    case TGSI_SEMANTIC_SAMPLEMASK:
        info->writes_sample_mask = true;
        break;
    case TGSI_SEMANTIC_PATCH:
        info->patch_outputs_mask |= 1u << io->semantic_index;
        break;
    default:
        break;
    }
    if (!fragment && io->slot >= 0)
        info->outputs_mask |= UINT64_C(1) << io->slot;
}

/* Sets the number of clip distances: the value of the property or, without the property, the number
 * of declared components. */
static void finish_clip(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    unsigned num = 0;
    for (unsigned i = 0; i < scan->num_out; i++) {
        const struct gv_tgsi_io *io = &scan->out[i];
        if (!io->used || io->semantic != TGSI_SEMANTIC_CLIPDIST)
            continue;
        for (unsigned c = 0; c < 4; c++) {
            unsigned n = io->semantic_index * 4 + c + 1;
            if ((io->mask >> c & 1) && n > num)
                num = n;
        }
    }
    unsigned clip = scan->properties[TGSI_PROPERTY_NUM_CLIPDIST_ENABLED];
    unsigned cull = scan->properties[TGSI_PROPERTY_NUM_CULLDIST_ENABLED];
    if (num == 0)
        return;
    if (clip + cull == 0)
        clip = num;
    tgsi->info.num_clipdist = (uint8_t)clip;
    tgsi->info.num_culldist = (uint8_t)(clip + cull > 8 ? 8 - clip : cull);
}

/* Clamps a value to 1..`max`. */
static uint32_t limited(uint32_t value, uint32_t max)
{
    return !value ? 1 : value < max ? value : max;
}

/* Finds the images that are accessed as dwords. A computed index can name any image, so if a float
 * atomic exists, all images of R32_FLOAT need views of R32_UINT. */
static void finish_images(struct galvan_tgsi *tgsi)
{
    struct galvan_tgsi_info *info = &tgsi->info;
    info->images_words_mask = info->images_raw_mask;
    for (unsigned i = 0; i < GV_TGSI_MAX_IMAGES && tgsi->scan.has_float_image_atomics; i++)
        info->images_words_mask |= (uint32_t)(info->image_format[i] == R32_FLOAT) << i;
}

void gv_tgsi_scan_finish(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    info->stage = public_stage(scan->processor);
    gv_tgsi_assign_units(tgsi);
    finish_inputs(tgsi);
    for (unsigned i = 0; i < scan->num_out; i++) {
        if (scan->out[i].used)
            finish_output(info, &scan->out[i]);
    }
    finish_clip(tgsi);
    finish_images(tgsi);
    for (unsigned k = 0; k < GV_TGSI_MAX_CONST_BUFFERS; k++)
        info->const_size_B[k] = scan->const_size[k] * 16;
    info->shader_buffers_indexed &=
        (info->shader_buffers_mask & (info->shader_buffers_mask + 1)) == 0;
    info->post_depth_coverage = scan->processor == TGSI_PROCESSOR_FRAGMENT &&
                                scan->properties[TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE] != 0;
    info->gs_input_prim = (uint8_t)scan->properties[TGSI_PROPERTY_GS_INPUT_PRIM];
    info->gs_output_prim = (uint8_t)scan->properties[TGSI_PROPERTY_GS_OUTPUT_PRIM];
    info->gs_max_vertices =
        (uint16_t)limited(scan->properties[TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES], UINT16_MAX);
    info->gs_invocations =
        (uint8_t)limited(scan->properties[TGSI_PROPERTY_GS_INVOCATIONS], UINT8_MAX);
    info->tcs_vertices_out = (uint8_t)scan->properties[TGSI_PROPERTY_TCS_VERTICES_OUT];
    info->tes_prim_mode = (uint8_t)scan->properties[TGSI_PROPERTY_TES_PRIM_MODE];
    info->tes_spacing = (uint8_t)scan->properties[TGSI_PROPERTY_TES_SPACING];
    info->tes_clockwise = scan->properties[TGSI_PROPERTY_TES_VERTEX_ORDER_CW] != 0;
    info->tes_point_mode = scan->properties[TGSI_PROPERTY_TES_POINT_MODE] != 0;
    info->window_space_position = scan->properties[TGSI_PROPERTY_VS_WINDOW_SPACE_POSITION] != 0;
    info->color0_writes_all = scan->properties[TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS] != 0;
}
