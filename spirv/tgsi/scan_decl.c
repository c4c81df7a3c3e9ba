/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scans declarations and properties: checks their limits and records them. */
#include "spirv/tgsi/tgsi.h"

#include <stdarg.h>
#include <stdio.h>

#include "spirv/tgsi/names.h"

enum galvan_result gv_tgsi_fail(const struct gv_tgsi_pos *pos, uint32_t code, const char *format,
                                ...)
{
    char text[GALVAN_DIAG_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (pos->opcode)
        return gv_diag_set(pos->diag, code, pos->line, 0, "instruction %u (%s): %s", pos->insn,
                           pos->opcode, text);
    return gv_diag_set(pos->diag, code, pos->line, 0, "%s", text);
}

/* Returns the varying slot of a semantic, or -1. */
static int varying_slot(unsigned semantic, unsigned index)
{
    switch (semantic) {
    case TGSI_SEMANTIC_COLOR:
        return index < 2 ? (int)GALVAN_SLOT_COLOR(index) : -1;
    case TGSI_SEMANTIC_BCOLOR:
        return index < 2 ? (int)GALVAN_SLOT_BCOLOR(index) : -1;
    case TGSI_SEMANTIC_FOG:
        return GALVAN_SLOT_FOG;
    case TGSI_SEMANTIC_TEXCOORD:
        return index < 8 ? (int)GALVAN_SLOT_TEXCOORD(index) : -1;
    case TGSI_SEMANTIC_CLIPVERTEX:
        return GALVAN_SLOT_CLIPVERTEX;
    case TGSI_SEMANTIC_CLIPDIST:
        return index < 2 ? (int)GALVAN_SLOT_CLIPDIST(index) : -1;
    case TGSI_SEMANTIC_GENERIC:
        return index < 47 ? (int)GALVAN_SLOT_GENERIC(index) : -1;
    case TGSI_SEMANTIC_EDGEFLAG:
        return GALVAN_SLOT_EDGEFLAG;
    default:
        return -1;
    }
}

/* Returns the number of indices that a semantic has. */
static unsigned num_semantic_indices(unsigned semantic, bool fragment_output)
{
    switch (semantic) {
    case TGSI_SEMANTIC_GENERIC:
        return 47;
    case TGSI_SEMANTIC_TEXCOORD:
        return 8;
    case TGSI_SEMANTIC_PATCH:
        return 32;
    case TGSI_SEMANTIC_COLOR:
        return fragment_output ? 8 : 2;
    case TGSI_SEMANTIC_BCOLOR:
    case TGSI_SEMANTIC_CLIPDIST:
    case TGSI_SEMANTIC_CULLDIST:
        return 2;
    default:
        return 1;
    }
}

static unsigned max_registers(unsigned file)
{
    switch (file) {
    case TGSI_FILE_INPUT:
    case TGSI_FILE_OUTPUT:
    case TGSI_FILE_SYSTEM_VALUE:
        return GV_TGSI_MAX_IO;
    case TGSI_FILE_SAMPLER:
    case TGSI_FILE_SAMPLER_VIEW:
        return GV_TGSI_MAX_SAMPLERS;
    case TGSI_FILE_ADDRESS:
        return GV_TGSI_MAX_ADDR;
    case TGSI_FILE_IMAGE:
    case TGSI_FILE_MEMORY:
        return GV_TGSI_MAX_IMAGES;
    default:
        return GV_TGSI_MAX_REGISTER + 1;
    }
}

static enum galvan_result scan_io(struct gv_tgsi_io *regs, const struct gv_tgsi_pos *pos,
                                  const struct gv_tgsi_decl *d, bool fragment_output)
{
    for (unsigned i = d->first; i <= d->last; i++) {
        struct gv_tgsi_io *io = &regs[i];
        unsigned index = d->semantic_index + (i - d->first);
        if (d->has_semantic && index >= num_semantic_indices(d->semantic, fragment_output))
            return gv_tgsi_fail(pos, GV_DIAG_SEMANTIC_INDEX, "%s[%u] does not exist",
                                gv_tgsi_name(&gv_tgsi_semantics, d->semantic), index);
        io->declared = true;
        io->semantic = d->semantic;
        io->semantic_index = (uint16_t)index;
        io->mask |= d->mask;
        io->invariant |= d->invariant;
        io->interp = d->interp;
        io->location = d->location;
        io->slot = (int8_t)(d->has_semantic ? varying_slot(d->semantic, index) : -1);
    }
    return GALVAN_OK;
}

static enum galvan_result check_two_writers(const struct gv_tgsi_scan *scan,
                                            const struct gv_tgsi_pos *pos,
                                            const struct gv_tgsi_decl *d)
{
    for (unsigned i = d->first; i <= d->last; i++) {
        const struct gv_tgsi_io *io = &scan->out[i];
        for (unsigned j = 0; j < scan->num_out; j++) {
            const struct gv_tgsi_io *other = &scan->out[j];
            if (j != i && other->declared && other->semantic == io->semantic &&
                other->semantic_index == io->semantic_index)
                return gv_tgsi_fail(pos, GV_DIAG_TWO_WRITERS, "OUT[%u] and OUT[%u] are both %s[%u]",
                                    j, i, gv_tgsi_name(&gv_tgsi_semantics, io->semantic),
                                    io->semantic_index);
        }
    }
    return GALVAN_OK;
}

static unsigned max_u(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static enum galvan_result scan_temp(struct gv_tgsi_scan *scan, const struct gv_tgsi_pos *pos,
                                    const struct gv_tgsi_decl *d)
{
    scan->num_temps = max_u(scan->num_temps, d->last + 1u);
    if (!d->has_array)
        return GALVAN_OK;
    for (unsigned i = 0; i < scan->num_arrays; i++) {
        const struct gv_tgsi_array *a = &scan->arrays[i];
        if (d->first <= a->last && d->last >= a->first)
            return gv_tgsi_fail(pos, GV_DIAG_ARRAY_OVERLAP, "arrays %u and %u share registers",
                                a->id, d->array_id);
    }
    if (scan->num_arrays == GV_TGSI_MAX_ARRAYS)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_ARRAY, "more than %d arrays", GV_TGSI_MAX_ARRAYS);
    scan->arrays[scan->num_arrays++] =
        (struct gv_tgsi_array){.first = d->first, .last = d->last, .id = d->array_id};
    return GALVAN_OK;
}

static enum galvan_result scan_const(struct gv_tgsi_scan *scan, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_decl *d)
{
    unsigned buffer = d->has_dim ? d->dim : 0;
    if (buffer >= GV_TGSI_MAX_CONST_BUFFERS)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "constant buffer %u is past the last (%d)",
                            buffer, GV_TGSI_MAX_CONST_BUFFERS - 1);
    scan->const_declared_mask |= 1u << buffer;
    scan->const_size[buffer] = max_u(scan->const_size[buffer], d->last + 1u);
    return GALVAN_OK;
}

static uint32_t range_mask(const struct gv_tgsi_decl *d)
{
    uint32_t mask = 0;
    for (unsigned i = d->first; i <= d->last; i++)
        mask |= 1u << i;
    return mask;
}

int gv_tgsi_memory_type(const struct gv_tgsi_scan *scan, const struct gv_tgsi_reg *reg)
{
    int i = reg->index;
    if (reg->file == TGSI_FILE_MEMORY)
        return i >= 0 && i < GV_TGSI_MAX_IMAGES && (scan->memory_declared_mask >> i & 1)
                   ? scan->memory_type[i]
                   : TGSI_MEMORY_TYPE_SHARED;
    if (reg->file != TGSI_FILE_IMAGE || reg->indirect)
        return -1;
    switch (i) {
    case TGSI_RESOURCE_GLOBAL:
        return TGSI_MEMORY_TYPE_GLOBAL;
    case TGSI_RESOURCE_LOCAL:
        return TGSI_MEMORY_TYPE_SHARED;
    case TGSI_RESOURCE_PRIVATE:
        return TGSI_MEMORY_TYPE_PRIVATE;
    case TGSI_RESOURCE_INPUT:
        return TGSI_MEMORY_TYPE_INPUT;
    default:
        return -1;
    }
}

static void scan_images(struct galvan_tgsi *tgsi, const struct gv_tgsi_decl *d)
{
    tgsi->scan.image_declared_mask |= range_mask(d);
    for (unsigned i = d->first; i <= d->last; i++) {
        tgsi->scan.images[i] = (struct gv_tgsi_image){d->target, d->image_raw, d->format};
        tgsi->info.images_raw_mask |= (uint32_t)d->image_raw << i;
        tgsi->info.image_target[i] = (uint8_t)d->target;
        tgsi->info.image_format[i] = (uint16_t)d->format;
    }
}

/* Scans a declaration of BUFFER. Frontends declare BUFFER[binding], so a single buffer may be
 * BUFFER[95]. Therefore masks of buffers are relative to the lowest buffer declared so far. */
static enum galvan_result scan_buffers(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                       const struct gv_tgsi_decl *d)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    const uint32_t declared = scan->buffer_declared_mask;
    unsigned base = d->first, last = d->last;
    if (declared) {
        const unsigned top = 31u - (unsigned)__builtin_clz(declared);
        base = base < info->shader_buffer_base ? base : info->shader_buffer_base;
        last = max_u(last, info->shader_buffer_base + top);
    }
    if (last - base >= GV_TGSI_MAX_BUFFERS)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER,
                            "BUFFER[%u] and BUFFER[%u] are more than %d apart", base, last,
                            GV_TGSI_MAX_BUFFERS - 1);
    if (declared) {
        const unsigned shift = info->shader_buffer_base - base;
        scan->buffer_declared_mask <<= shift;
        scan->buffer_coherent_mask <<= shift;
        scan->buffer_volatile_mask <<= shift;
        info->shader_buffers_mask <<= shift;
        info->shader_buffers_write_mask <<= shift;
    }
    for (unsigned i = d->first; i <= d->last; i++)
        scan->buffer_declared_mask |= 1u << (i - base);
    info->shader_buffer_base = base;
    return GALVAN_OK;
}

enum galvan_result gv_tgsi_scan_decl(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_decl *d)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    enum galvan_result result;
    if (d->last >= max_registers(d->file))
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "%s[%u] is past the last (%u)",
                            gv_tgsi_name(&gv_tgsi_files, d->file), d->last,
                            max_registers(d->file) - 1);
    switch (d->file) {
    case TGSI_FILE_INPUT:
        scan->num_in = max_u(scan->num_in, d->last + 1u);
        return scan_io(scan->in, pos, d, false);
    case TGSI_FILE_OUTPUT:
        scan->num_out = max_u(scan->num_out, d->last + 1u);
        result = scan_io(scan->out, pos, d, scan->processor == TGSI_PROCESSOR_FRAGMENT);
        return result ? result : check_two_writers(scan, pos, d);
    case TGSI_FILE_SYSTEM_VALUE:
        return scan_io(scan->sv, pos, d, false);
    case TGSI_FILE_TEMPORARY:
        return scan_temp(scan, pos, d);
    case TGSI_FILE_ADDRESS:
        scan->num_addrs = max_u(scan->num_addrs, d->last + 1u);
        return GALVAN_OK;
    case TGSI_FILE_CONSTANT:
        return scan_const(scan, pos, d);
    case TGSI_FILE_SAMPLER:
        scan->sampler_declared_mask |= range_mask(d);
        return GALVAN_OK;
    case TGSI_FILE_SAMPLER_VIEW:
        for (unsigned i = d->first; i <= d->last; i++)
            scan->views[i] = (struct gv_tgsi_view){true, d->target, d->return_types[0]};
        return GALVAN_OK;
    case TGSI_FILE_IMAGE:
        scan_images(tgsi, d);
        return GALVAN_OK;
    case TGSI_FILE_BUFFER:
        return scan_buffers(tgsi, pos, d);
    case TGSI_FILE_MEMORY:
        scan->memory_declared_mask |= range_mask(d);
        for (unsigned i = d->first; i <= d->last; i++)
            scan->memory_type[i] = d->mem_type;
        return GALVAN_OK;
    case TGSI_FILE_HW_ATOMIC:
        if (d->dim >= GV_TGSI_MAX_SAMPLERS)
            return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "atomic buffer %u is past the last",
                                d->dim);
        scan->atomic_declared_mask |= 1u << d->dim;
        return GALVAN_OK;
    default:
        return GALVAN_OK;
    }
}

/* Returns one more than the highest component of a mask. */
static unsigned num_components(unsigned mask)
{
    return mask ? 32u - (unsigned)__builtin_clz(mask) : 0;
}

enum galvan_result gv_tgsi_remap_culldist(struct galvan_tgsi *tgsi, struct galvan_diag *diag)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    unsigned num_clip = 0, num_cull = 0;
    for (unsigned i = 0; i < scan->num_in; i++) {
        if (scan->in[i].semantic == TGSI_SEMANTIC_CULLDIST)
            return gv_diag_set(diag, GV_DIAG_SEMANTIC_UNSUPPORTED, 0, 0,
                               "IN[%u]: CULLDIST is written and not read", i);
    }
    for (unsigned i = 0; i < scan->num_out; i++) {
        const struct gv_tgsi_io *io = &scan->out[i];
        if (io->semantic == TGSI_SEMANTIC_CLIPDIST)
            num_clip = max_u(num_clip, io->semantic_index + 1u);
        else if (io->semantic == TGSI_SEMANTIC_CULLDIST)
            num_cull = max_u(num_cull, 4u * io->semantic_index + num_components(io->mask));
    }
    if (!num_cull)
        return GALVAN_OK;
    if (4 * num_clip + num_cull > 8)
        return gv_diag_set(diag, GV_DIAG_SEMANTIC_INDEX, 0, 0,
                           "CLIPDIST and CULLDIST have more than two registers");
    for (unsigned i = 0; i < scan->num_out; i++) {
        struct gv_tgsi_io *io = &scan->out[i];
        if (io->semantic != TGSI_SEMANTIC_CULLDIST)
            continue;
        io->semantic = TGSI_SEMANTIC_CLIPDIST;
        io->semantic_index = (uint16_t)(io->semantic_index + num_clip);
        io->slot = (int8_t)varying_slot(io->semantic, io->semantic_index);
    }
    scan->properties[TGSI_PROPERTY_NUM_CLIPDIST_ENABLED] = 4 * num_clip;
    scan->properties[TGSI_PROPERTY_NUM_CULLDIST_ENABLED] = num_cull;
    return GALVAN_OK;
}

/* For each property, one more than the highest valid value; 0: all values are valid. */
static const uint32_t property_limits[TGSI_PROPERTY_COUNT] = {
    [TGSI_PROPERTY_GS_INPUT_PRIM] = 15,
    [TGSI_PROPERTY_GS_OUTPUT_PRIM] = 15,
    [TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES] = 65536,
    [TGSI_PROPERTY_FS_COORD_ORIGIN] = 2,
    [TGSI_PROPERTY_FS_COORD_PIXEL_CENTER] = 2,
    [TGSI_PROPERTY_FS_DEPTH_LAYOUT] = 5,
    [TGSI_PROPERTY_GS_INVOCATIONS] = 1025,
    [TGSI_PROPERTY_TCS_VERTICES_OUT] = 65,
    [TGSI_PROPERTY_TES_PRIM_MODE] = 8,
    [TGSI_PROPERTY_TES_SPACING] = 3,
    [TGSI_PROPERTY_NUM_CLIPDIST_ENABLED] = 9,
    [TGSI_PROPERTY_NUM_CULLDIST_ENABLED] = 9,
    [TGSI_PROPERTY_NEXT_SHADER] = 6,
    [TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH] = 65536,
    [TGSI_PROPERTY_CS_FIXED_BLOCK_HEIGHT] = 65536,
    [TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH] = 65536,
};

enum galvan_result gv_tgsi_scan_prop(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_prop *prop)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    if (prop->name >= TGSI_PROPERTY_COUNT)
        return GALVAN_OK;
    uint32_t limit = property_limits[prop->name];
    if (limit && prop->value >= limit)
        return gv_tgsi_fail(pos, GV_DIAG_PROPERTY_VALUE, "property %s cannot be %d",
                            gv_tgsi_name(&gv_tgsi_properties, prop->name), (int32_t)prop->value);
    scan->properties[prop->name] = prop->value;
    scan->property_mask |= UINT64_C(1) << prop->name;
    return GALVAN_OK;
}
