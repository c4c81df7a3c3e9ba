/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/print.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/names.h"
#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/token.h"

struct printer {
    char *text;
    size_t len;
    size_t capacity;
    bool failed; /* memory ran out */
    unsigned processor;
    unsigned num_imms;
    unsigned num_insns;
    unsigned depth;
};

static void put_bytes(struct printer *p, const char *s, size_t len)
{
    if (p->failed)
        return;
    if (len >= p->capacity - p->len) {
        size_t capacity = p->capacity ? p->capacity * 2 : 1024;
        while (capacity - p->len <= len)
            capacity *= 2;
        char *text = realloc(p->text, capacity);
        if (!text) {
            p->failed = true;
            return;
        }
        p->text = text;
        p->capacity = capacity;
    }
    memcpy(p->text + p->len, s, len);
    p->len += len;
    p->text[p->len] = 0;
}

static void put(struct printer *p, const char *s)
{
    put_bytes(p, s, strlen(s));
}

/* Appends formatted text of fewer than 96 bytes, such as a number. */
__attribute__((format(printf, 2, 3))) static void putf(struct printer *p, const char *format, ...)
{
    char piece[96];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(piece, sizeof(piece), format, args);
    va_end(args);
    if (len > 0)
        put_bytes(p, piece, (size_t)len < sizeof(piece) ? (size_t)len : sizeof(piece) - 1);
}

/* Prints a write mask. An empty mask, which means that the destination is not written, prints as
 * nothing, because the text form has no empty mask. */
static void put_mask(struct printer *p, unsigned mask)
{
    if (mask == TGSI_WRITEMASK_XYZW || mask == 0)
        return;
    putf(p, ".%s%s%s%s", mask & 1 ? "x" : "", mask & 2 ? "y" : "", mask & 4 ? "z" : "",
         mask & 8 ? "w" : "");
}

static void print_prop(struct printer *p, const struct gv_tgsi_prop *prop)
{
    /* A property without a name has no spelling. Such a property is a hint that Galvan does not
     * use. */
    if (prop->name >= gv_tgsi_properties.num)
        return;
    const struct gv_tgsi_names *words = gv_tgsi_property_values(prop->name);
    putf(p, "PROPERTY %s ", gv_tgsi_name(&gv_tgsi_properties, prop->name));
    if (words && prop->value < words->num)
        put(p, gv_tgsi_name(words, prop->value));
    else
        putf(p, "%d", (int32_t)prop->value);
    put(p, "\n");
}

static void print_imm(struct printer *p, const struct gv_tgsi_imm *imm)
{
    bool wide = imm->type >= TGSI_IMM_FLOAT64;
    putf(p, "IMM[%u] %s {", p->num_imms++, gv_tgsi_name(&gv_tgsi_imm_types, imm->type));
    for (unsigned i = 0; i < 4; i += wide ? 2 : 1) {
        uint64_t v = imm->words[i];
        if (i)
            put(p, ", ");
        if (wide)
            v |= (uint64_t)imm->words[i + 1] << 32;
        switch (imm->type) {
        case TGSI_IMM_FLOAT32:
            putf(p, "0x%08x", imm->words[i]);
            break;
        case TGSI_IMM_INT32:
            putf(p, "%d", (int32_t)imm->words[i]);
            break;
        case TGSI_IMM_FLOAT64:
            putf(p, "0x%016llx", (unsigned long long)v);
            break;
        case TGSI_IMM_INT64:
            putf(p, "%lld", (long long)v);
            break;
        default:
            putf(p, "%llu", (unsigned long long)v);
            break;
        }
    }
    put(p, "}\n");
}

/* Whether the declaration has an empty bracket for the vertex. */
static bool is_per_vertex(const struct printer *p, const struct gv_tgsi_decl *d)
{
    bool in = d->file == TGSI_FILE_INPUT;
    bool out = d->file == TGSI_FILE_OUTPUT;
    if (p->processor == TGSI_PROCESSOR_GEOMETRY)
        return in;
    if (!(in && p->processor == TGSI_PROCESSOR_TESS_EVAL) &&
        !((in || out) && p->processor == TGSI_PROCESSOR_TESS_CTRL))
        return false;
    return d->semantic != TGSI_SEMANTIC_PATCH && d->semantic != TGSI_SEMANTIC_TESSOUTER &&
           d->semantic != TGSI_SEMANTIC_TESSINNER && d->semantic != TGSI_SEMANTIC_PRIMID;
}

static void print_semantic(struct printer *p, const struct gv_tgsi_decl *d)
{
    putf(p, ", %s", gv_tgsi_name(&gv_tgsi_semantics, d->semantic));
    if (d->semantic_index || d->semantic == TGSI_SEMANTIC_GENERIC ||
        d->semantic == TGSI_SEMANTIC_TEXCOORD)
        putf(p, "[%u]", d->semantic_index);
    if (d->streams[0] || d->streams[1] || d->streams[2] || d->streams[3])
        putf(p, ", STREAM(%u, %u, %u, %u)", d->streams[0], d->streams[1], d->streams[2],
             d->streams[3]);
}

static void print_resource(struct printer *p, const struct gv_tgsi_decl *d)
{
    const uint8_t *r = d->return_types;
    if (d->file == TGSI_FILE_IMAGE) {
        const char *format = gv_tgsi_format_name(d->format);
        putf(p, ", %s, %s", gv_tgsi_name(&gv_tgsi_targets, d->target),
             format ? format : "PIPE_FORMAT_NONE");
        put(p, d->image_writable ? ", WR" : "");
        put(p, d->image_raw ? ", RAW" : "");
    } else if (d->file == TGSI_FILE_SAMPLER_VIEW) {
        unsigned num = r[0] == r[1] && r[0] == r[2] && r[0] == r[3] ? 1 : 4;
        putf(p, ", %s", gv_tgsi_name(&gv_tgsi_targets, d->target));
        for (unsigned i = 0; i < num; i++)
            putf(p, ", %s", gv_tgsi_name(&gv_tgsi_return_types, r[i]));
    } else if (d->file == TGSI_FILE_BUFFER) {
        put(p, d->atomic ? ", ATOMIC" : "");
    } else if (d->file == TGSI_FILE_MEMORY) {
        if (d->mem_type)
            putf(p, ", %s", gv_tgsi_name(&gv_tgsi_memory_types, d->mem_type));
    }
}

static void print_decl(struct printer *p, const struct gv_tgsi_decl *d)
{
    putf(p, "DCL %s", gv_tgsi_name(&gv_tgsi_files, d->file));
    if (is_per_vertex(p, d))
        put(p, "[]");
    if (d->has_dim)
        putf(p, "[%u]", d->dim);
    putf(p, "[%u", d->first);
    if (d->last != d->first)
        putf(p, "..%u", d->last);
    put(p, "]");
    put_mask(p, d->mask);
    if (d->has_array)
        putf(p, ", ARRAY(%u)", d->array_id);
    put(p, d->local ? ", LOCAL" : "");
    if (d->has_semantic)
        print_semantic(p, d);
    print_resource(p, d);
    if (d->has_interp) {
        putf(p, ", %s", gv_tgsi_name(&gv_tgsi_interpolations, d->interp));
        if (d->location)
            putf(p, ", %s", gv_tgsi_name(&gv_tgsi_locations, d->location));
    }
    put(p, d->invariant ? ", INVARIANT\n" : "\n");
}

static void print_bracket(struct printer *p, bool indirect, const struct gv_tgsi_ind *ind,
                          int index)
{
    if (indirect) {
        putf(p, "[%s[%d].%c", gv_tgsi_name(&gv_tgsi_files, ind->file), ind->index,
             "xyzw"[ind->comp]);
        if (index)
            putf(p, "%+d", index);
        put(p, "]");
    } else {
        putf(p, "[%d]", index);
    }
    if (ind->array_id)
        putf(p, "(%u)", ind->array_id);
}

static void print_reg(struct printer *p, const struct gv_tgsi_reg *reg)
{
    put(p, gv_tgsi_name(&gv_tgsi_files, reg->file));
    if (reg->file == TGSI_FILE_NULL)
        return;
    if (reg->dimension)
        print_bracket(p, reg->dim_indirect, &reg->dim_ind, reg->dim_index);
    print_bracket(p, reg->indirect, &reg->ind, reg->index);
}

static void print_src(struct printer *p, const struct gv_tgsi_src *src)
{
    const uint8_t *s = src->swizzle;
    put(p, src->negate ? "-" : "");
    put(p, src->absolute ? "|" : "");
    print_reg(p, &src->reg);
    if (s[0] != 0 || s[1] != 1 || s[2] != 2 || s[3] != 3)
        putf(p, ".%c%c%c%c", "xyzw"[s[0]], "xyzw"[s[1]], "xyzw"[s[2]], "xyzw"[s[3]]);
    put(p, src->absolute ? "|" : "");
}

static void print_texture(struct printer *p, const struct gv_tgsi_opcode *op,
                          const struct gv_tgsi_insn *in)
{
    if (op->flags & GV_TGSI_HAS_TARGET)
        putf(p, ", %s", gv_tgsi_name(&gv_tgsi_targets, in->target));
    for (unsigned i = 0; i < in->num_offsets; i++) {
        const struct gv_tgsi_tex_offset *o = &in->offsets[i];
        putf(p, ", %s[%d].%c%c%c", gv_tgsi_name(&gv_tgsi_files, o->file), o->index,
             "xyzw"[o->swizzle[0]], "xyzw"[o->swizzle[1]], "xyzw"[o->swizzle[2]]);
    }
}

static void print_memory(struct printer *p, const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < gv_tgsi_qualifiers.num; i++) {
        if (in->qualifier & (1u << i))
            putf(p, ", %s", gv_tgsi_name(&gv_tgsi_qualifiers, i));
    }
    if (in->mem_target != TGSI_TEXTURE_BUFFER)
        putf(p, ", %s", gv_tgsi_name(&gv_tgsi_targets, in->mem_target));
    const char *format = in->mem_format ? gv_tgsi_format_name(in->mem_format) : NULL;
    if (format)
        putf(p, ", %s", format);
}

static void print_insn(struct printer *p, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    bool first = true;
    if ((op->flags & GV_TGSI_DEDENT) && p->depth > 0)
        p->depth--;
    putf(p, "%3u: ", p->num_insns++);
    for (unsigned i = 0; i < p->depth; i++)
        put(p, "  ");
    if (op->flags & GV_TGSI_INDENT)
        p->depth++;
    putf(p, "%s%s%s", op->name, in->saturate ? "_SAT" : "", in->precise ? "_PRECISE" : "");
    for (unsigned i = 0; i < in->num_dst; i++) {
        put(p, first ? " " : ", ");
        print_reg(p, &in->dst[i].reg);
        put_mask(p, in->dst[i].mask);
        first = false;
    }
    for (unsigned i = 0; i < in->num_src; i++) {
        put(p, first ? " " : ", ");
        print_src(p, &in->src[i]);
        first = false;
    }
    if (in->has_texture)
        print_texture(p, op, in);
    if (in->has_memory)
        print_memory(p, in);
    if (in->has_label)
        putf(p, " :%u", in->label);
    put(p, "\n");
}

char *gv_tgsi_print_tokens(const uint32_t *tokens, size_t num)
{
    struct printer p = {.processor = tokens[1] & 0xf};
    struct gv_tgsi_reader reader;
    struct gv_tgsi_statement st;
    putf(&p, "%s\n", gv_tgsi_name(&gv_tgsi_stages, p.processor));
    gv_tgsi_reader_init(&reader, tokens, num);
    while (gv_tgsi_read(&reader, &st)) {
        switch (st.type) {
        case TGSI_TOKEN_TYPE_PROPERTY:
            print_prop(&p, &st.prop);
            break;
        case TGSI_TOKEN_TYPE_IMMEDIATE:
            print_imm(&p, &st.imm);
            break;
        case TGSI_TOKEN_TYPE_DECLARATION:
            print_decl(&p, &st.decl);
            break;
        default:
            print_insn(&p, &st.insn);
            break;
        }
    }
    if (p.failed) {
        free(p.text);
        return NULL;
    }
    return p.text;
}
