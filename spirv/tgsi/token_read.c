/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Unpacks tokens into statements. The array is untrusted: every dword must lie inside its
 * statement, and every enumerated field must have a defined value. */
#include "spirv/tgsi/token.h"

#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/alias.h"
#include "spirv/tgsi/diag.h"
#include "spirv/tgsi/opcode.h"

/* The remaining dwords of a statement, after its first dword. */
struct cursor {
    const uint32_t *word;
    size_t left;
    bool bad; /* a dword was missing, or the value of a field is not defined */
};

static uint32_t bits(uint32_t word, unsigned shift, unsigned num)
{
    return (word >> shift) & ((1u << num) - 1);
}

static int16_t index16(uint32_t word, unsigned shift)
{
    return (int16_t)(uint16_t)(word >> shift);
}

static uint32_t next(struct cursor *c)
{
    if (c->left == 0) {
        c->bad = true;
        return 0;
    }
    c->left--;
    return *c->word++;
}

/* Reads a field whose defined values are 0 to `num` - 1. */
static uint8_t field(struct cursor *c, uint32_t word, unsigned shift, unsigned width, unsigned num)
{
    uint32_t value = bits(word, shift, width);
    if (value >= num) {
        c->bad = true;
        return 0;
    }
    return (uint8_t)value;
}

static void read_ind(struct cursor *c, struct gv_tgsi_ind *ind)
{
    uint32_t w = next(c);
    ind->file = field(c, w, 0, 4, TGSI_FILE_COUNT);
    ind->index = index16(w, 4);
    ind->comp = (uint8_t)bits(w, 20, 2);
    ind->array_id = (uint16_t)bits(w, 22, 10);
}

static void read_reg_tail(struct cursor *c, struct gv_tgsi_reg *reg)
{
    if (reg->indirect)
        read_ind(c, &reg->ind);
    if (reg->dimension) {
        uint32_t w = next(c);
        reg->dim_indirect = bits(w, 0, 1);
        if (bits(w, 1, 1))
            c->bad = true;
        reg->dim_index = index16(w, 16);
        if (reg->dim_indirect)
            read_ind(c, &reg->dim_ind);
    }
}

static void read_dst(struct cursor *c, struct gv_tgsi_dst *dst)
{
    uint32_t w = next(c);
    *dst = (struct gv_tgsi_dst){0};
    dst->reg.file = field(c, w, 0, 4, TGSI_FILE_COUNT);
    dst->mask = (uint8_t)bits(w, 4, 4);
    dst->reg.indirect = bits(w, 8, 1);
    dst->reg.dimension = bits(w, 9, 1);
    dst->reg.index = index16(w, 10);
    if (dst->mask == 0 && dst->reg.file != TGSI_FILE_NULL)
        c->bad = true;
    read_reg_tail(c, &dst->reg);
}

static void read_src(struct cursor *c, struct gv_tgsi_src *src)
{
    uint32_t w = next(c);
    *src = (struct gv_tgsi_src){0};
    src->reg.file = field(c, w, 0, 4, TGSI_FILE_COUNT);
    src->reg.indirect = bits(w, 4, 1);
    src->reg.dimension = bits(w, 5, 1);
    src->reg.index = index16(w, 6);
    for (unsigned i = 0; i < 4; i++)
        src->swizzle[i] = (uint8_t)bits(w, 22 + 2 * i, 2);
    src->absolute = bits(w, 30, 1);
    src->negate = bits(w, 31, 1);
    read_reg_tail(c, &src->reg);
}

static void read_texture(struct cursor *c, struct gv_tgsi_insn *in)
{
    uint32_t w = next(c);
    in->target = field(c, w, 0, 8, TGSI_TEXTURE_COUNT);
    in->num_offsets = field(c, w, 8, 4, GV_TGSI_MAX_OFFSETS + 1);
    in->return_type = field(c, w, 12, 3, TGSI_RETURN_TYPE_COUNT);
    for (unsigned i = 0; i < in->num_offsets; i++) {
        struct gv_tgsi_tex_offset *o = &in->offsets[i];
        *o = (struct gv_tgsi_tex_offset){0};
        w = next(c);
        o->index = index16(w, 0);
        o->file = field(c, w, 16, 4, TGSI_FILE_COUNT);
        for (unsigned j = 0; j < 3; j++)
            o->swizzle[j] = (uint8_t)bits(w, 20 + 2 * j, 2);
    }
}

static void read_insn(struct cursor *c, uint32_t w, struct gv_tgsi_insn *in)
{
    unsigned number = bits(w, 12, 9);
    const struct gv_tgsi_alias *alias = gv_tgsi_opcode(number) ? NULL : gv_tgsi_alias(number);
    memset(in, 0, offsetof(struct gv_tgsi_insn, offsets));
    in->opcode = alias ? alias->opcode : (uint16_t)number;
    in->saturate = bits(w, 21, 1);
    in->num_dst = field(c, w, 22, 2, GV_TGSI_MAX_DST + 1);
    in->num_src = field(c, w, 24, 4, GV_TGSI_MAX_SRC + 1);
    in->has_label = bits(w, 28, 1);
    in->has_texture = bits(w, 29, 1);
    in->has_memory = bits(w, 30, 1);
    in->precise = bits(w, 31, 1);
    if (!gv_tgsi_opcode(in->opcode))
        c->bad = true;
    if (in->has_label)
        in->label = bits(next(c), 0, 24);
    if (in->has_texture)
        read_texture(c, in);
    if (in->has_memory) {
        w = next(c);
        in->qualifier = (uint8_t)bits(w, 0, 4);
        in->mem_target = field(c, w, 4, 8, TGSI_TEXTURE_COUNT);
        in->mem_format = (uint16_t)bits(w, 12, 10);
    }
    for (unsigned i = 0; i < in->num_dst; i++)
        read_dst(c, &in->dst[i]);
    for (unsigned i = 0; i < in->num_src; i++)
        read_src(c, &in->src[i]);
    if (alias)
        gv_tgsi_apply_alias(alias, in);
}

static void read_decl(struct cursor *c, uint32_t w, struct gv_tgsi_decl *d)
{
    *d = (struct gv_tgsi_decl){0};
    d->file = field(c, w, 12, 4, TGSI_FILE_COUNT);
    d->mask = (uint8_t)bits(w, 16, 4);
    d->has_dim = bits(w, 20, 1);
    d->has_semantic = bits(w, 21, 1);
    d->has_interp = bits(w, 22, 1);
    d->invariant = bits(w, 23, 1);
    d->local = bits(w, 24, 1);
    d->has_array = bits(w, 25, 1);
    d->atomic = bits(w, 26, 1);
    d->mem_type = (uint8_t)bits(w, 27, 2);
    w = next(c);
    d->first = (uint16_t)bits(w, 0, 16);
    d->last = (uint16_t)bits(w, 16, 16);
    if (d->has_dim)
        d->dim = (uint16_t)bits(next(c), 0, 16);
    if (d->has_interp) {
        w = next(c);
        d->interp = field(c, w, 0, 4, TGSI_INTERPOLATE_COUNT);
        d->location = field(c, w, 4, 2, TGSI_INTERPOLATE_LOC_COUNT);
    }
    if (d->has_semantic) {
        w = next(c);
        d->semantic = field(c, w, 0, 8, TGSI_SEMANTIC_CULLDIST + 1);
        d->semantic_index = (uint16_t)bits(w, 8, 16);
        for (unsigned i = 0; i < 4; i++)
            d->streams[i] = (uint8_t)bits(w, 24 + 2 * i, 2);
    }
    if (d->file == TGSI_FILE_IMAGE) {
        w = next(c);
        d->target = field(c, w, 0, 8, TGSI_TEXTURE_COUNT);
        d->image_raw = bits(w, 8, 1);
        d->image_writable = bits(w, 9, 1);
        d->format = (uint16_t)bits(w, 10, 10);
    }
    if (d->file == TGSI_FILE_SAMPLER_VIEW) {
        w = next(c);
        d->target = field(c, w, 0, 8, TGSI_TEXTURE_COUNT);
        for (unsigned i = 0; i < 4; i++)
            d->return_types[i] = field(c, w, 8 + 6 * i, 6, TGSI_RETURN_TYPE_COUNT);
    }
    if (d->has_array)
        d->array_id = (uint16_t)bits(next(c), 0, 10);
    if (d->first > d->last)
        c->bad = true;
}

static void read_imm(struct cursor *c, uint32_t w, struct gv_tgsi_imm *imm)
{
    *imm = (struct gv_tgsi_imm){.type = field(c, w, 18, 4, TGSI_IMM_COUNT)};
    if (c->left == 0 || c->left > 4) {
        c->bad = true;
        return;
    }
    imm->num_words = (uint8_t)c->left;
    for (unsigned i = 0; i < imm->num_words; i++)
        imm->words[i] = next(c);
}

void gv_tgsi_reader_init(struct gv_tgsi_reader *reader, const uint32_t *tokens, size_t num)
{
    *reader = (struct gv_tgsi_reader){.tokens = tokens, .pos = 2, .num = num};
}

bool gv_tgsi_read(struct gv_tgsi_reader *r, struct gv_tgsi_statement *out_st)
{
    if (r->error || r->pos >= r->num)
        return false;
    uint32_t w = r->tokens[r->pos];
    uint32_t type = bits(w, 0, 4);
    size_t length = bits(w, 4, type == TGSI_TOKEN_TYPE_IMMEDIATE ? 14 : 8);
    if (length == 0 || length > r->num - r->pos) {
        r->error = GV_DIAG_TOKEN_LENGTH;
        return false;
    }
    out_st->type = (uint8_t)type;
    if (r->passed_over >> type & 1) {
        r->pos += length;
        return true;
    }
    struct cursor c = {.word = r->tokens + r->pos + 1, .left = length - 1};
    switch (type) {
    case TGSI_TOKEN_TYPE_DECLARATION:
        read_decl(&c, w, &out_st->decl);
        break;
    case TGSI_TOKEN_TYPE_IMMEDIATE:
        read_imm(&c, w, &out_st->imm);
        break;
    case TGSI_TOKEN_TYPE_PROPERTY:
        out_st->prop = (struct gv_tgsi_prop){.name = (uint8_t)bits(w, 12, 8)};
        if (c.left)
            out_st->prop.value = next(&c);
        c.left = 0;
        break;
    case TGSI_TOKEN_TYPE_INSTRUCTION:
        read_insn(&c, w, &out_st->insn);
        break;
    default:
        c.bad = true;
        break;
    }
    if (c.bad || c.left) {
        r->error = GV_DIAG_TOKEN_FIELD;
        return false;
    }
    r->pos += length;
    return true;
}
