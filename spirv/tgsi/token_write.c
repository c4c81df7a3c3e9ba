/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Packs statements into tokens. */
#include "spirv/tgsi/token.h"

#include "pipe/p_shader_tokens.h"

#define BIT(b, n) ((uint32_t)(b) << (n))
#define U16(v)    ((uint32_t)(uint16_t)(v))

static void write_ind(struct gv_words *t, const struct gv_tgsi_ind *ind)
{
    gv_words_push(t,
                  ind->file | U16(ind->index) << 4 | BIT(ind->comp, 20) | BIT(ind->array_id, 22));
}

static void write_reg_tail(struct gv_words *t, const struct gv_tgsi_reg *reg)
{
    if (reg->indirect)
        write_ind(t, &reg->ind);
    if (reg->dimension) {
        gv_words_push(t, BIT(reg->dim_indirect, 0) | U16(reg->dim_index) << 16);
        if (reg->dim_indirect)
            write_ind(t, &reg->dim_ind);
    }
}

static void write_dst(struct gv_words *t, const struct gv_tgsi_dst *dst)
{
    const struct gv_tgsi_reg *r = &dst->reg;
    gv_words_push(t, r->file | BIT(dst->mask, 4) | BIT(r->indirect, 8) | BIT(r->dimension, 9) |
                         U16(r->index) << 10);
    write_reg_tail(t, r);
}

static void write_src(struct gv_words *t, const struct gv_tgsi_src *src)
{
    const struct gv_tgsi_reg *r = &src->reg;
    uint32_t word = r->file | BIT(r->indirect, 4) | BIT(r->dimension, 5) | U16(r->index) << 6;
    for (unsigned i = 0; i < 4; i++)
        word |= BIT(src->swizzle[i], 22 + 2 * i);
    word |= BIT(src->absolute, 30) | BIT(src->negate, 31);
    gv_words_push(t, word);
    write_reg_tail(t, r);
}

static void write_insn(struct gv_words *t, const struct gv_tgsi_insn *in)
{
    gv_words_push(t, TGSI_TOKEN_TYPE_INSTRUCTION | BIT(in->opcode, 12) | BIT(in->saturate, 21) |
                         BIT(in->num_dst, 22) | BIT(in->num_src, 24) | BIT(in->has_label, 28) |
                         BIT(in->has_texture, 29) | BIT(in->has_memory, 30) | BIT(in->precise, 31));
    if (in->has_label)
        gv_words_push(t, in->label & 0xffffff);
    if (in->has_texture) {
        gv_words_push(t, in->target | BIT(in->num_offsets, 8) | BIT(in->return_type, 12));
        for (unsigned i = 0; i < in->num_offsets; i++) {
            const struct gv_tgsi_tex_offset *o = &in->offsets[i];
            gv_words_push(t, U16(o->index) | BIT(o->file, 16) | BIT(o->swizzle[0], 20) |
                                 BIT(o->swizzle[1], 22) | BIT(o->swizzle[2], 24));
        }
    }
    if (in->has_memory)
        gv_words_push(t, in->qualifier | BIT(in->mem_target, 4) | BIT(in->mem_format, 12));
    for (unsigned i = 0; i < in->num_dst; i++)
        write_dst(t, &in->dst[i]);
    for (unsigned i = 0; i < in->num_src; i++)
        write_src(t, &in->src[i]);
}

static void write_decl(struct gv_words *t, const struct gv_tgsi_decl *d)
{
    gv_words_push(t, TGSI_TOKEN_TYPE_DECLARATION | BIT(d->file, 12) | BIT(d->mask, 16) |
                         BIT(d->has_dim, 20) | BIT(d->has_semantic, 21) | BIT(d->has_interp, 22) |
                         BIT(d->invariant, 23) | BIT(d->local, 24) | BIT(d->has_array, 25) |
                         BIT(d->atomic, 26) | BIT(d->mem_type, 27));
    gv_words_push(t, d->first | BIT(d->last, 16));
    if (d->has_dim)
        gv_words_push(t, d->dim);
    if (d->has_interp)
        gv_words_push(t, d->interp | BIT(d->location, 4));
    if (d->has_semantic) {
        uint32_t word = d->semantic | BIT(d->semantic_index, 8);
        for (unsigned i = 0; i < 4; i++)
            word |= BIT(d->streams[i], 24 + 2 * i);
        gv_words_push(t, word);
    }
    if (d->file == TGSI_FILE_IMAGE)
        gv_words_push(t, d->target | BIT(d->image_raw, 8) | BIT(d->image_writable, 9) |
                             BIT(d->format, 10));
    if (d->file == TGSI_FILE_SAMPLER_VIEW) {
        uint32_t word = d->target;
        for (unsigned i = 0; i < 4; i++)
            word |= BIT(d->return_types[i], 8 + 6 * i);
        gv_words_push(t, word);
    }
    if (d->has_array)
        gv_words_push(t, d->array_id);
}

void gv_tgsi_write(struct gv_words *tokens, const struct gv_tgsi_statement *st)
{
    size_t start = tokens->num;
    switch (st->type) {
    case TGSI_TOKEN_TYPE_DECLARATION:
        write_decl(tokens, &st->decl);
        break;
    case TGSI_TOKEN_TYPE_IMMEDIATE:
        gv_words_push(tokens, TGSI_TOKEN_TYPE_IMMEDIATE | BIT(st->imm.type, 18));
        gv_words_append(tokens, st->imm.words, st->imm.num_words);
        break;
    case TGSI_TOKEN_TYPE_PROPERTY:
        gv_words_push(tokens, TGSI_TOKEN_TYPE_PROPERTY | BIT(st->prop.name, 12));
        gv_words_push(tokens, st->prop.value);
        break;
    default:
        write_insn(tokens, &st->insn);
        break;
    }
    if (!tokens->failed)
        tokens->data[start] |= (uint32_t)(tokens->num - start) << 4;
}

void gv_tgsi_write_begin(struct gv_words *tokens, unsigned processor)
{
    gv_words_push(tokens, 2);
    gv_words_push(tokens, processor);
}

void gv_tgsi_write_end(struct gv_words *tokens)
{
    if (!tokens->failed)
        tokens->data[0] = 2 | (uint32_t)(tokens->num - 2) << 8;
}
