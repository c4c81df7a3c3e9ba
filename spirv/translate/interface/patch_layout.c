/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/interface/patch_layout.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/varyings/locations.h"

static bool is_consumed(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io)
{
    if (io->semantic == TGSI_SEMANTIC_PATCH)
        return key->vertex.consumer_patch_mask >> io->semantic_index & 1;
    return io->slot >= 0 && (key->vertex.consumer_mask >> io->slot & 1);
}

enum gv_spv_patch_kind gv_spv_patch_kind(const struct gv_tgsi_scan *scan,
                                         const struct galvan_spirv_key *key, unsigned index)
{
    const struct gv_tgsi_io *io = &scan->out[index];
    bool seen = is_consumed(key, io) || io->read;
    if (!io->used)
        return GV_PATCH_UNUSED;
    switch (io->semantic) {
    case TGSI_SEMANTIC_POSITION:
        return GV_PATCH_POSITION;
    case TGSI_SEMANTIC_PSIZE:
        return gv_spv_lacks_point_size(key) ? GV_PATCH_UNUSED : GV_PATCH_POINT_SIZE;
    case TGSI_SEMANTIC_TESSOUTER:
    case TGSI_SEMANTIC_TESSINNER:
        return GV_PATCH_LEVELS;
    case TGSI_SEMANTIC_PATCH:
        return seen ? GV_PATCH_PATCH : GV_PATCH_UNUSED;
    default:
        return io->slot >= 0 && seen ? GV_PATCH_VARYING : GV_PATCH_UNUSED;
    }
}

unsigned gv_spv_patch_num_private(const struct gv_tgsi_scan *scan,
                                  const struct galvan_spirv_key *key, enum gv_spv_patch_kind kind,
                                  unsigned num)
{
    unsigned num_private = 0;
    for (unsigned i = 0; i < num; i++)
        num_private += gv_spv_patch_kind(scan, key, i) == kind && !is_consumed(key, &scan->out[i]);
    return num_private;
}

enum gv_spv_patch_array gv_spv_patch_array(const struct gv_tgsi_scan *scan,
                                           const struct galvan_spirv_key *key, unsigned index,
                                           unsigned *out_element)
{
    const struct gv_tgsi_io *io = &scan->out[index];
    enum gv_spv_patch_kind kind = gv_spv_patch_kind(scan, key, index);
    bool patch = kind == GV_PATCH_PATCH;
    *out_element = 0;
    if (kind != GV_PATCH_VARYING && !patch)
        return kind == GV_PATCH_UNUSED ? GV_PATCH_UNUSED_ARRAY : GV_PATCH_NO_ARRAY;
    if (!is_consumed(key, io)) {
        *out_element = gv_spv_patch_num_private(scan, key, kind, index);
        return patch ? GV_PATCH_PRIVATE_PATCHES : GV_PATCH_PRIVATE_SLOTS;
    }
    *out_element = patch ? gv_spv_patch_element(key->vertex.consumer_patch_mask, io->semantic_index)
                         : gv_spv_location(key->vertex.consumer_mask, (unsigned)io->slot);
    return patch ? GV_PATCH_PATCHES : GV_PATCH_SLOTS;
}

unsigned gv_spv_patch_components(enum gv_spv_patch_kind kind, const struct gv_tgsi_io *io)
{
    switch (kind) {
    case GV_PATCH_UNUSED:
        return 0;
    case GV_PATCH_POINT_SIZE:
        return 1;
    case GV_PATCH_LEVELS:
        return io->semantic == TGSI_SEMANTIC_TESSOUTER ? 0xf : 3;
    default:
        return 0xf;
    }
}

unsigned gv_spv_patch_written(const struct gv_spv_ctx *c, unsigned array, unsigned element)
{
    unsigned other;
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        if (gv_spv_patch_array(c->scan, c->key, i, &other) == array && other == element)
            return c->scan->out[i].written;
    }
    return 0;
}

uint32_t gv_spv_patch_vertex(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg)
{
    return reg->dimension ? gv_spv_vertex_index(c, reg, c->num_out_vertices) : gv_spv_invocation(c);
}
