/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex inputs: IN[n] is location n. */
#include "translate.h"

void gv_spv_vertex_inputs(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        unsigned type;
        if (!c->scan->in[i].used)
            continue;
        if (i >= 32) {
            gv_spv_unsupported(c, GV_DIAG_LIMIT_REGISTER, "more than 32 vertex inputs");
            return;
        }
        unsigned kind = c->key->attrib[i] < GALVAN_ATTRIB_NUM ? c->key->attrib[i] : 0;
        uint32_t fetched = gv_spv_attrib_type(c, kind);
        uint32_t var = gv_spv_global(b, SpvStorageClassInput, fetched);
        gv_spv_decorate1(b, var, SpvDecorationLocation, i);
        uint32_t id = gv_spv_op1(b, SpvOpLoad, fetched, var);
        id = gv_spv_lower_attrib(c, kind, id, &type);
        for (unsigned comp = 0; comp < 4; comp++)
            c->in[i][comp] = gv_val_comp(id, type, 4, comp);
    }
}
