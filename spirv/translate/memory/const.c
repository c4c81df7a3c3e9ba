/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* LOAD from a constant buffer at a byte address. The operand CONSTBUF[k] is buffer k; the address
 * counts from the buffer's start. The operand CONST[k][i] is buffer k, too, but the address counts
 * from register i. uniform_blocks.c handles reads out of bounds. */
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/memory/memory.h"

/* Returns the index in the buffer of the dword that lies `word` dwords after the addressed
 * dword. */
static struct gv_val word_number(struct gv_spv_ctx *c, const struct gv_val *address, uint32_t word)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    if (address->type == GV_IMM)
        return gv_val_imm((address->id >> 2) + word);
    uint32_t two = gv_spv_uint(b, 2, 1);
    uint32_t id =
        gv_spv_op2(b, SpvOpShiftRightLogical, type, gv_spv_gather(b, address, 1, GV_U), two);
    if (word)
        id = gv_spv_op2(b, SpvOpIAdd, type, id, gv_spv_uint(b, word, 1));
    return gv_val_scalar(id, GV_U);
}

static struct gv_val load_word(struct gv_spv_ctx *c, unsigned buffer, struct gv_val word)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    if (word.type == GV_IMM)
        return gv_val_comp(gv_spv_const_load(c, buffer, word.id >> 2), GV_F, 4, word.id & 3);
    uint32_t vec4_index =
        gv_spv_op2(b, SpvOpShiftRightLogical, type, word.id, gv_spv_uint(b, 2, 1));
    uint32_t comp = gv_spv_op2(b, SpvOpBitwiseAnd, type, word.id, gv_spv_uint(b, 3, 1));
    return gv_val_scalar(gv_spv_const_component(c, buffer, vec4_index, comp), GV_F);
}

void gv_mem_load_const(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_reg *reg = &in->src[0].reg;
    bool by_number = reg->file == TGSI_FILE_CONSTBUF;
    int buffer = by_number ? reg->index : reg->dimension ? reg->dim_index : 0;
    uint32_t first = by_number ? 0 : 4 * (uint32_t)reg->index;
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    struct gv_val address[4];
    if (reg->indirect || reg->dim_indirect || buffer >= GV_TGSI_MAX_CONST_BUFFERS) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "computed constant buffer as memory");
        return;
    }
    gv_spv_fetch(c, &in->src[1], 1, address);
    if (in->src[1].absolute || in->src[1].negate)
        address[0] = gv_val_scalar(gv_spv_src(c, in, 1, 0, 1, GV_U), GV_U);
    for (unsigned i = 0; i < 4; i++) {
        if ((in->dst[0].mask >> i & 1) && (by_number || reg->index >= 0))
            vals[i] = load_word(c, (unsigned)buffer, word_number(c, address, first + i));
    }
    if (in->saturate)
        gv_spv_write_vec4(c, in, gv_spv_gather(&c->b, vals, 4, GV_F), GV_F);
    else
        gv_spv_write(c, in, vals);
}
