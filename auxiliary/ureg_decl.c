/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declarations of the shader builder. A repeated declaration returns the same register. */
#include <string.h>

#include "auxiliary/ureg.h"

/* ---- Declarations ---------------------------------------------------------------------------- */

static struct gv_tgsi_decl *add_decl(struct ureg_program *ureg, unsigned file, unsigned first,
                                     unsigned last)
{
    if (first > last || last > INT16_MAX)
        ureg->failed = true;
    struct gv_tgsi_decl *d =
        ureg_grow(ureg, (void **)&ureg->decls, &ureg->num_decls, sizeof(*ureg->decls));
    if (d) {
        d->file = (uint8_t)file;
        d->mask = TGSI_WRITEMASK_XYZW;
        d->first = (uint16_t)first;
        d->last = (uint16_t)last;
    }
    return d;
}

/* Returns the file's declaration that contains register `index`, or NULL. */
static struct gv_tgsi_decl *find_decl(const struct ureg_program *ureg, unsigned file,
                                      unsigned index)
{
    for (unsigned i = 0; i < ureg->num_decls; i++) {
        struct gv_tgsi_decl *d = &ureg->decls[i];
        if (d->file == file && !d->has_dim && d->first <= index && index <= d->last)
            return d;
    }
    return NULL;
}

static struct gv_tgsi_decl *find_or_add(struct ureg_program *ureg, unsigned file, unsigned index)
{
    struct gv_tgsi_decl *d = find_decl(ureg, file, index);
    return d ? d : add_decl(ureg, file, index, index);
}

/* Returns the file's declaration with this semantic, array id and first semantic index, or NULL. An
 * array has consecutive semantic indices. */
static struct gv_tgsi_decl *find_semantic(const struct ureg_program *ureg, unsigned file,
                                          unsigned name, unsigned index, unsigned array_id)
{
    for (unsigned i = 0; i < ureg->num_decls; i++) {
        struct gv_tgsi_decl *d = &ureg->decls[i];
        if (d->file == file && d->semantic == name && d->semantic_index == index &&
            d->array_id == array_id)
            return d;
    }
    return NULL;
}

/* Declares the next `size` registers of a file. *num is the number of registers declared so far. */
static struct gv_tgsi_decl *declare_semantic(struct ureg_program *ureg, unsigned file,
                                             unsigned *num, unsigned name, unsigned index,
                                             unsigned array_id, unsigned size)
{
    struct gv_tgsi_decl *d = find_semantic(ureg, file, name, index, array_id);
    if (d || size == 0 || size > UREG_MAX_OUTPUT || array_id > 1023) {
        ureg->failed |= !d;
        return d;
    }
    d = add_decl(ureg, file, *num, *num + size - 1);
    if (!d)
        return NULL;
    *num += size;
    d->has_semantic = true;
    d->semantic = (uint8_t)name;
    d->semantic_index = (uint16_t)index;
    d->has_array = array_id != 0;
    d->array_id = (uint16_t)array_id;
    return d;
}

static struct ureg_src src_of(const struct gv_tgsi_decl *d)
{
    return d ? ureg_src_array_register(d->file, d->first, d->array_id) : ureg_src_undef();
}

/* ---- Properties ------------------------------------------------------------------------------ */

void ureg_property(struct ureg_program *ureg, unsigned name, unsigned value)
{
    for (unsigned i = 0; i < ureg->num_props; i++) {
        if (ureg->props[i].name == name) {
            ureg->props[i].value = value;
            return;
        }
    }
    if (name >= TGSI_PROPERTY_COUNT)
        ureg->failed = true;
    struct gv_tgsi_prop *prop =
        ureg_grow(ureg, (void **)&ureg->props, &ureg->num_props, sizeof(*ureg->props));
    if (prop)
        *prop = (struct gv_tgsi_prop){(uint8_t)name, value};
}

void ureg_set_next_shader_processor(struct ureg_program *ureg, unsigned processor)
{
    ureg_property(ureg, TGSI_PROPERTY_NEXT_SHADER, processor);
}

/* ---- Inputs and outputs ---------------------------------------------------------------------- */

struct ureg_src ureg_DECL_vs_input(struct ureg_program *ureg, unsigned index)
{
    find_or_add(ureg, TGSI_FILE_INPUT, index);
    return ureg_src_register(TGSI_FILE_INPUT, index);
}

struct ureg_src ureg_DECL_input(struct ureg_program *ureg, unsigned semantic_name,
                                unsigned semantic_index, unsigned array_id, unsigned array_size)
{
    return src_of(declare_semantic(ureg, TGSI_FILE_INPUT, &ureg->num_inputs, semantic_name,
                                   semantic_index, array_id, array_size));
}

struct ureg_src ureg_DECL_fs_input_cyl_centroid(struct ureg_program *ureg, unsigned semantic_name,
                                                unsigned semantic_index, unsigned interp_mode,
                                                unsigned cylindrical_wrap, unsigned interp_location,
                                                unsigned array_id, unsigned array_size)
{
    (void)cylindrical_wrap;
    struct gv_tgsi_decl *d = declare_semantic(ureg, TGSI_FILE_INPUT, &ureg->num_inputs,
                                              semantic_name, semantic_index, array_id, array_size);
    if (d) {
        d->has_interp = true;
        d->interp = (uint8_t)interp_mode;
        d->location = (uint8_t)interp_location;
    }
    return src_of(d);
}

struct ureg_src ureg_decl_system_value(struct ureg_program *ureg, unsigned semantic_name,
                                       unsigned semantic_index)
{
    return src_of(declare_semantic(ureg, TGSI_FILE_SYSTEM_VALUE, &ureg->num_sysvals, semantic_name,
                                   semantic_index, 0, 1));
}

struct ureg_dst ureg_DECL_output_masked(struct ureg_program *ureg, unsigned semantic_name,
                                        unsigned semantic_index, unsigned usage_mask,
                                        unsigned array_id, unsigned array_size)
{
    bool is_new = !find_semantic(ureg, TGSI_FILE_OUTPUT, semantic_name, semantic_index, array_id);
    struct gv_tgsi_decl *d = declare_semantic(ureg, TGSI_FILE_OUTPUT, &ureg->num_outputs,
                                              semantic_name, semantic_index, array_id, array_size);
    if (!d)
        return ureg_dst_undef();
    d->mask = (uint8_t)((is_new ? 0 : d->mask) | usage_mask);
    return ureg_dst_array_register(TGSI_FILE_OUTPUT, d->first, array_id);
}

/* ---- Constants ------------------------------------------------------------------------------- */

struct ureg_src ureg_DECL_constant(struct ureg_program *ureg, unsigned index)
{
    if (!find_decl(ureg, TGSI_FILE_CONSTANT, index)) {
        struct gv_tgsi_decl *before = index ? find_decl(ureg, TGSI_FILE_CONSTANT, index - 1) : NULL;
        if (before)
            before->last++;
        else
            add_decl(ureg, TGSI_FILE_CONSTANT, index, index);
    }
    return ureg_src_register(TGSI_FILE_CONSTANT, index);
}

void ureg_DECL_constant2D(struct ureg_program *ureg, unsigned first, unsigned last,
                          unsigned index2D)
{
    struct gv_tgsi_decl *d = add_decl(ureg, TGSI_FILE_CONSTANT, first, last);
    if (d) {
        d->has_dim = true;
        d->dim = (uint16_t)index2D;
    }
}

/* ---- Temporaries ----------------------------------------------------------------------------- */

static uint8_t *add_temp(struct ureg_program *ureg, unsigned bits)
{
    uint8_t *temp = ureg_grow(ureg, (void **)&ureg->temps, &ureg->num_temps, sizeof(*ureg->temps));
    if (temp)
        *temp = (uint8_t)bits;
    if (ureg->num_temps > INT16_MAX)
        ureg->failed = true;
    return temp;
}

static struct ureg_dst declare_temp(struct ureg_program *ureg, unsigned kind)
{
    for (unsigned i = 0; i < ureg->num_temps; i++) {
        if (ureg->temps[i] == kind) {
            ureg->temps[i] |= UREG_TEMP_USED;
            return ureg_dst_register(TGSI_FILE_TEMPORARY, i);
        }
    }
    if (!add_temp(ureg, kind | UREG_TEMP_USED))
        return ureg_dst_undef();
    return ureg_dst_register(TGSI_FILE_TEMPORARY, ureg->num_temps - 1);
}

struct ureg_dst ureg_DECL_temporary(struct ureg_program *ureg)
{
    return declare_temp(ureg, 0);
}

struct ureg_dst ureg_DECL_local_temporary(struct ureg_program *ureg)
{
    return declare_temp(ureg, UREG_TEMP_LOCAL);
}

void ureg_release_temporary(struct ureg_program *ureg, struct ureg_dst tmp)
{
    if (tmp.File != TGSI_FILE_TEMPORARY || tmp.Index < 0 || (unsigned)tmp.Index >= ureg->num_temps)
        return;
    uint8_t *temp = &ureg->temps[tmp.Index];
    if (!(*temp & UREG_TEMP_ARRAY))
        *temp &= (uint8_t)~UREG_TEMP_USED;
}

struct ureg_dst ureg_DECL_array_temporary(struct ureg_program *ureg, unsigned size, boolean local)
{
    unsigned first = ureg->num_temps;
    for (unsigned i = 0; i < size && !ureg->failed; i++)
        add_temp(ureg, UREG_TEMP_USED | UREG_TEMP_ARRAY);
    struct gv_tgsi_decl *d = add_decl(ureg, TGSI_FILE_TEMPORARY, first, first + size - 1);
    if (!d || ureg->num_arrays >= 1023) {
        ureg->failed = true;
        return ureg_dst_undef();
    }
    d->local = local;
    d->has_array = true;
    d->array_id = (uint16_t)++ureg->num_arrays;
    return ureg_dst_array_register(TGSI_FILE_TEMPORARY, first, d->array_id);
}

struct ureg_dst ureg_DECL_address(struct ureg_program *ureg)
{
    return ureg_dst_register(TGSI_FILE_ADDRESS, ureg->num_addrs++);
}

/* ---- Resources ------------------------------------------------------------------------------- */

struct ureg_src ureg_DECL_sampler(struct ureg_program *ureg, int index)
{
    return src_of(find_or_add(ureg, TGSI_FILE_SAMPLER, (unsigned)index));
}

struct ureg_src ureg_DECL_sampler_view(struct ureg_program *ureg, unsigned index, unsigned target,
                                       unsigned return_type_x, unsigned return_type_y,
                                       unsigned return_type_z, unsigned return_type_w)
{
    struct gv_tgsi_decl *d = find_or_add(ureg, TGSI_FILE_SAMPLER_VIEW, index);
    if (d) {
        d->target = (uint8_t)target;
        d->return_types[0] = (uint8_t)return_type_x;
        d->return_types[1] = (uint8_t)return_type_y;
        d->return_types[2] = (uint8_t)return_type_z;
        d->return_types[3] = (uint8_t)return_type_w;
    }
    return src_of(d);
}

struct ureg_src ureg_DECL_image(struct ureg_program *ureg, unsigned index, unsigned target,
                                unsigned format, boolean wr, boolean raw)
{
    struct gv_tgsi_decl *d = find_or_add(ureg, TGSI_FILE_IMAGE, index);
    if (d) {
        d->target = (uint8_t)target;
        d->format = (uint16_t)format;
        d->image_writable = wr;
        d->image_raw = raw;
    }
    return src_of(d);
}

struct ureg_src ureg_DECL_buffer(struct ureg_program *ureg, unsigned nr, boolean atomic)
{
    struct gv_tgsi_decl *d = find_or_add(ureg, TGSI_FILE_BUFFER, nr);
    if (d)
        d->atomic = atomic;
    return src_of(d);
}

struct ureg_src ureg_DECL_memory(struct ureg_program *ureg, unsigned memory_type)
{
    struct gv_tgsi_decl *d = find_or_add(ureg, TGSI_FILE_MEMORY, memory_type);
    if (d)
        d->mem_type = (uint8_t)memory_type;
    return src_of(d);
}

unsigned ureg_get_nr_outputs(const struct ureg_program *ureg)
{
    return ureg->num_outputs;
}
