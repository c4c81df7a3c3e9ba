/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Units for the SAMPLE opcodes, which name a sampler view and a sampler separately. A descriptor
 * combines a view and a sampler, so every pair that an instruction uses gets a unit: view n with
 * sampler n is unit n, and a pair of different numbers gets an unused unit. */
#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/tgsi.h"

int gv_tgsi_view_operand(const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_src; i++) {
        if (in->src[i].reg.file == TGSI_FILE_SAMPLER_VIEW)
            return in->src[i].reg.indirect ? -1 : (int)i;
    }
    return -1;
}

int gv_tgsi_sampler_operand(const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_src; i++) {
        if (in->src[i].reg.file == TGSI_FILE_SAMPLER)
            return in->src[i].reg.indirect ? -1 : (int)i;
    }
    return -1;
}

unsigned gv_tgsi_compare_target(unsigned target, bool compares)
{
    static const uint8_t pairs[][2] = {
        {TGSI_TEXTURE_1D, TGSI_TEXTURE_SHADOW1D},
        {TGSI_TEXTURE_2D, TGSI_TEXTURE_SHADOW2D},
        {TGSI_TEXTURE_RECT, TGSI_TEXTURE_SHADOWRECT},
        {TGSI_TEXTURE_CUBE, TGSI_TEXTURE_SHADOWCUBE},
        {TGSI_TEXTURE_1D_ARRAY, TGSI_TEXTURE_SHADOW1D_ARRAY},
        {TGSI_TEXTURE_2D_ARRAY, TGSI_TEXTURE_SHADOW2D_ARRAY},
        {TGSI_TEXTURE_CUBE_ARRAY, TGSI_TEXTURE_SHADOWCUBE_ARRAY},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (target == pairs[i][0] || target == pairs[i][1])
            return pairs[i][compares];
    }
    return target;
}

static struct gv_tgsi_pair *find_pair(struct gv_tgsi_scan *scan, int view, int sampler)
{
    for (unsigned i = 0; i < scan->num_pairs; i++) {
        if (scan->pairs[i].view == view && scan->pairs[i].sampler == sampler)
            return &scan->pairs[i];
    }
    return NULL;
}

void gv_tgsi_scan_pair(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    int view = gv_tgsi_view_operand(in);
    int sampler = gv_tgsi_sampler_operand(in);
    if (view < 0)
        return; /* translation reports the missing view */
    view = in->src[view].reg.index;
    sampler = sampler < 0 ? -1 : in->src[sampler].reg.index;
    struct gv_tgsi_pair *pair = find_pair(scan, view, sampler);
    if (!pair && scan->num_pairs < GV_TGSI_MAX_PAIRS) {
        pair = &scan->pairs[scan->num_pairs++];
        *pair = (struct gv_tgsi_pair){.view = (int8_t)view, .sampler = (int8_t)sampler, .unit = -1};
    }
    if (pair && (in->opcode == TGSI_OPCODE_SAMPLE_C || in->opcode == TGSI_OPCODE_SAMPLE_C_LZ))
        pair->compares = true;
}

/* Assigns a unit to a pair, and adds the unit to galvan_tgsi_info, from which layouts are built. */
static void assign(struct galvan_tgsi *tgsi, struct gv_tgsi_pair *pair, int unit)
{
    struct galvan_tgsi_info *info = &tgsi->info;
    unsigned target = tgsi->scan.views[pair->view].target;
    bool known = info->samplers_mask >> unit & 1;
    pair->unit = (int8_t)unit;
    info->samplers_mask |= 1u << unit;
    info->unit_view[unit] = (uint8_t)pair->view;
    info->unit_sampler[unit] = (uint8_t)(pair->sampler < 0 ? pair->view : pair->sampler);
    if (!known || pair->compares)
        info->sampler_target[unit] = gv_tgsi_compare_target(target, pair->compares);
    if (target == TGSI_TEXTURE_BUFFER)
        info->sampler_buffer_mask |= 1u << unit;
}

static int free_unit(const struct galvan_tgsi_info *info)
{
    int unit = GV_TGSI_MAX_SAMPLERS - 1;
    while (unit >= 0 && (info->samplers_mask >> unit & 1))
        unit--;
    return unit;
}

/* Returns the class of a view's texels. Comparisons return floats, even if the declaration has
 * another type. */
static enum galvan_cbuf_class class_of(const struct gv_tgsi_view *view)
{
    if (!view->declared)
        return GALVAN_CBUF_FLOAT;
    return view->return_type == TGSI_RETURN_TYPE_SINT   ? GALVAN_CBUF_SINT
           : view->return_type == TGSI_RETURN_TYPE_UINT ? GALVAN_CBUF_UINT
                                                        : GALVAN_CBUF_FLOAT;
}

void gv_tgsi_assign_units(struct galvan_tgsi *tgsi)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    struct galvan_tgsi_info *info = &tgsi->info;
    for (unsigned i = 0; i < GV_TGSI_MAX_SAMPLERS; i++)
        info->unit_view[i] = info->unit_sampler[i] = (uint8_t)i;
    for (unsigned i = 0; i < scan->num_pairs; i++) {
        if (scan->pairs[i].view == scan->pairs[i].sampler || scan->pairs[i].sampler < 0)
            assign(tgsi, &scan->pairs[i], scan->pairs[i].view);
    }
    for (unsigned i = 0; i < scan->num_pairs; i++) {
        int unit = free_unit(info);
        if (scan->pairs[i].unit < 0 && unit >= 0)
            assign(tgsi, &scan->pairs[i], unit);
    }
    for (unsigned i = 0; i < GV_TGSI_MAX_SAMPLERS; i++)
        info->sampler_class[i] = (uint8_t)class_of(&scan->views[info->unit_view[i]]);
}

int gv_tgsi_pair_unit(const struct gv_tgsi_scan *scan, int view, int sampler)
{
    for (unsigned i = 0; i < scan->num_pairs; i++) {
        if (scan->pairs[i].view == view && scan->pairs[i].sampler == sampler)
            return scan->pairs[i].unit;
    }
    return -1;
}
