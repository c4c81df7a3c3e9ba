/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex inputs: IN[n] is the attribute at location n. */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/attrib.h"
#include "spirv/translate/interface/inputs.h"

static uint32_t load_location(struct gv_spv_ctx *c, unsigned location, unsigned kind)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_attrib_type(c, kind);
    uint32_t var = gv_spv_global(b, SpvStorageClassInput, type);
    gv_spv_decorate1(b, var, SpvDecorationLocation, location);
    return gv_spv_op1(b, SpvOpLoad, type, var);
}

/* Returns the vec4 of input `i`, which the device fetches and this function converts. */
static uint32_t fetched_input(struct gv_spv_ctx *c, unsigned i, unsigned kind, unsigned *out_type)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t layout = c->key->vertex.attrib_layout[i];
    uint32_t id = load_location(c, i, kind);
    uint32_t words[GV_MAX_ATTRIB_WORDS];
    if (kind == GALVAN_ATTRIB_PARTS && GALVAN_ATTRIB_REST_OF(layout)) {
        gv_spv_join_parts(c, layout, id, load_location(c, GALVAN_ATTRIB_REST_OF(layout), kind),
                          words);
        return gv_spv_decode_attrib(c, layout, words, out_type);
    }
    if (kind < GALVAN_ATTRIB_WORDS)
        return gv_spv_lower_attrib(c, kind, id, out_type);
    for (unsigned k = 0; k < GV_MAX_ATTRIB_WORDS; k++)
        words[k] = k < 4 ? gv_spv_extract(b, id, GV_U, k) : gv_spv_uint(b, 0, 1);
    return gv_spv_decode_attrib(c, layout, words, out_type);
}

static uint32_t pulled_input(struct gv_spv_ctx *c, unsigned i, unsigned *out_type)
{
    uint32_t layout = c->key->vertex.attrib_layout[i];
    uint32_t words[GV_MAX_ATTRIB_WORDS] = {0};
    unsigned size_B = gv_spv_attrib_size_B(layout);
    if (size_B)
        gv_spv_pull_attrib(c, i, layout, size_B, words);
    return gv_spv_decode_attrib(c, layout, words, out_type);
}

void gv_spv_load_vertex_inputs(struct gv_spv_ctx *c)
{
    if (c->key->vertex.entry_inputs && c->key->vertex.entry_lines) {
        gv_spv_load_line_vertex(c);
        return;
    }
    if (c->key->vertex.entry_inputs && c->key->raster.point_quads) {
        gv_spv_load_point_vertex(c);
        return;
    }
    if (c->key->vertex.entry_inputs) {
        gv_spv_load_vertex_entry(c);
        return;
    }
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        unsigned type;
        if (!c->scan->in[i].used)
            continue;
        if (i >= 32) {
            gv_spv_unsupported(c, GV_DIAG_LIMIT_REGISTER, "more than 32 vertex inputs");
            return;
        }
        unsigned kind = c->stage->pulls_inputs                         ? GALVAN_ATTRIB_PULLED
                        : c->key->vertex.attrib[i] < GALVAN_ATTRIB_NUM ? c->key->vertex.attrib[i]
                                                                       : 0;
        uint32_t id = kind == GALVAN_ATTRIB_PULLED ? pulled_input(c, i, &type)
                                                   : fetched_input(c, i, kind, &type);
        gv_val_vector(id, type, 4, 4, c->in[i]);
    }
}
