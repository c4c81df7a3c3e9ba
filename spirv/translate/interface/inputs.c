/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/interface/inputs.h"

#include "spirv/translate/base/stage.h"

/* Copies all inputs to a Function array, for old shaders that index IN. */
static void fill_in_array(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec4 = gv_spv_type_float(b, 4);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassFunction, vec4);
    c->in_array = gv_spv_local(b, gv_spv_type_array(b, vec4, c->scan->num_in), 0);
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, c->in_array, gv_spv_const_uint(b, i));
        gv_spv_store(b, p, gv_spv_gather(b, c->in[i], 4, GV_F));
    }
}

void gv_spv_load_inputs(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        for (unsigned comp = 0; comp < 4; comp++)
            c->in[i][comp] = gv_val_imm(comp == 3 ? 0x3f800000 : 0);
    }
    if (c->stage->load_inputs)
        c->stage->load_inputs(c);
    if (c->scan->in_indexed && !c->stage->read_input)
        fill_in_array(c);
}
