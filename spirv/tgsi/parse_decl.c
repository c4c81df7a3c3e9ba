/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parses declarations of TGSI text. */
#include "spirv/tgsi/parse.h"

#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/diag.h"
#include "spirv/tgsi/names.h"

static bool parse_mask(struct gv_lexer *lex, uint8_t *out_mask)
{
    static const char letters[] = "XYZW";
    uint8_t mask = 0;
    if (!gv_lex_word(lex))
        return gv_lex_error(lex, GV_DIAG_SWIZZLE, "expected a mask");
    const char *c = lex->word;
    for (unsigned i = 0; i < 4; i++) {
        if (*c == letters[i]) {
            mask |= (uint8_t)(1u << i);
            c++;
        }
    }
    if (*c)
        return gv_lex_error(lex, GV_DIAG_SWIZZLE, "malformed mask");
    *out_mask = mask;
    return true;
}

/* Parses one bracket: [], [n] or [n..m]. */
static bool parse_range(struct gv_lexer *lex, bool *out_empty, uint16_t *out_first,
                        uint16_t *out_last)
{
    uint32_t first = 0;
    uint32_t last;
    if (!gv_lex_expect(lex, '['))
        return false;
    *out_empty = gv_lex_accept(lex, ']');
    if (*out_empty)
        return true;
    if (!gv_lex_uint(lex, UINT16_MAX, &first))
        return false;
    last = first;
    if (gv_lex_accept(lex, '.')) {
        if (!gv_lex_expect(lex, '.') || !gv_lex_uint(lex, UINT16_MAX, &last))
            return false;
        if (last < first)
            return gv_lex_error(lex, GV_DIAG_RANGE, "the range ends before it begins");
    }
    *out_first = (uint16_t)first;
    *out_last = (uint16_t)last;
    return gv_lex_expect(lex, ']');
}

/* Parses the brackets of a declaration. A declaration of IN or OUT with a value for each vertex has
 * two brackets: the first is for the vertex, the second has the register range. The number of
 * vertices follows from the stage. In CONST and HWATOMIC the first bracket has the number of the
 * buffer. */
static bool parse_brackets(struct gv_tgsi_parser *p, struct gv_tgsi_decl *d)
{
    struct gv_lexer *lex = &p->lex;
    bool empty;
    if (!parse_range(lex, &empty, &d->first, &d->last))
        return false;
    if (gv_lex_peek(lex) != '[')
        return !empty || gv_lex_error(lex, GV_DIAG_EXPECTED, "expected a register range");
    if (d->file != TGSI_FILE_INPUT && d->file != TGSI_FILE_OUTPUT) {
        if (empty || d->first != d->last)
            return gv_lex_error(lex, GV_DIAG_NUMBER, "expected one number");
        d->has_dim = true;
        d->dim = d->first;
    }
    if (!parse_range(lex, &empty, &d->first, &d->last))
        return false;
    return !empty || gv_lex_error(lex, GV_DIAG_EXPECTED, "expected a register range");
}

static bool parse_array(struct gv_lexer *lex, struct gv_tgsi_decl *d)
{
    uint32_t id;
    if (!gv_lex_expect(lex, '(') || !gv_lex_uint(lex, 1023, &id) || !gv_lex_expect(lex, ')'))
        return false;
    d->has_array = true;
    d->array_id = (uint16_t)id;
    return true;
}

static bool parse_streams(struct gv_lexer *lex, struct gv_tgsi_decl *d)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t stream;
        if (!gv_lex_expect(lex, i ? ',' : '(') || !gv_lex_uint(lex, 3, &stream))
            return false;
        d->streams[i] = (uint8_t)stream;
    }
    return gv_lex_expect(lex, ')');
}

static bool parse_shape(struct gv_lexer *lex, struct gv_tgsi_decl *d)
{
    int target = -1;
    if (gv_lex_expect(lex, ',') && gv_lex_word(lex))
        target = gv_tgsi_find_name(&gv_tgsi_targets, lex->word, lex->word_len);
    if (target < 0)
        return gv_lex_error(lex, GV_DIAG_TARGET, "unknown texture target");
    d->target = (uint8_t)target;
    return true;
}

/* Adds the lexer's word as the next return type. */
static bool add_return_type(struct gv_lexer *lex, struct gv_tgsi_decl *d, unsigned *num)
{
    int type = gv_tgsi_find_name(&gv_tgsi_return_types, lex->word, lex->word_len);
    if (type < 0 || *num == 4)
        return false;
    d->return_types[(*num)++] = (uint8_t)type;
    return true;
}

/* Ends a list of return types. A single return type applies to all components. */
static bool end_return_types(struct gv_lexer *lex, struct gv_tgsi_decl *d, unsigned num)
{
    if (num != 1 && num != 4)
        return gv_lex_error(lex, GV_DIAG_EXPECTED, "expected one or four return types");
    for (; num < 4; num++)
        d->return_types[num] = d->return_types[0];
    return true;
}

/* Parses the declaration of an image. A RES declaration of 2011 has return types, too, like the
 * declaration of a sampler view: the RES is a sampler view for SAMPLE opcodes, and an image without
 * a format for LOAD and STORE. */
static bool parse_image(struct gv_tgsi_parser *p, struct gv_tgsi_decl *d)
{
    struct gv_lexer *lex = &p->lex;
    unsigned num = 0;
    if (!parse_shape(lex, d))
        return false;
    while (gv_lex_accept(lex, ',')) {
        if (!gv_lex_word(lex))
            return gv_lex_error(lex, GV_DIAG_FORMAT, "expected a format, WR or RAW");
        int format = gv_tgsi_find_format(lex->word, lex->word_len);
        if (gv_lex_is(lex, "WR"))
            d->image_writable = true;
        else if (gv_lex_is(lex, "RAW"))
            d->image_raw = true;
        else if (format >= 0)
            d->format = (uint16_t)format;
        else if (!add_return_type(lex, d, &num))
            return gv_lex_error(lex, GV_DIAG_FORMAT, "unknown image format");
    }
    p->is_view_too = num > 0;
    return num == 0 || end_return_types(lex, d, num);
}

static bool parse_sampler_view(struct gv_lexer *lex, struct gv_tgsi_decl *d)
{
    unsigned num = 0;
    if (!parse_shape(lex, d))
        return false;
    while (num < 4 && gv_lex_accept(lex, ',')) {
        if (!gv_lex_word(lex) || !add_return_type(lex, d, &num))
            return gv_lex_error(lex, GV_DIAG_TARGET, "unknown return type");
    }
    return end_return_types(lex, d, num);
}

static bool parse_semantic(struct gv_lexer *lex, struct gv_tgsi_decl *d, unsigned semantic)
{
    uint32_t index = 0;
    if (gv_lex_accept(lex, '[') &&
        (!gv_lex_uint(lex, UINT16_MAX, &index) || !gv_lex_expect(lex, ']')))
        return false;
    d->has_semantic = true;
    d->semantic = (uint8_t)semantic;
    d->semantic_index = (uint16_t)index;
    return true;
}

/* Parses an attribute. The first COLOR of a declaration is a semantic, a second COLOR an
 * interpolation. */
static bool parse_attribute(struct gv_lexer *lex, struct gv_tgsi_decl *d)
{
    int n;
    if (gv_lex_is(lex, "ARRAY"))
        return parse_array(lex, d);
    if (gv_lex_is(lex, "LOCAL"))
        return d->local = true;
    if (gv_lex_is(lex, "ATOMIC") && d->file == TGSI_FILE_BUFFER)
        return d->atomic = true;
    if (gv_lex_is(lex, "INVARIANT"))
        return d->invariant = true;
    if (gv_lex_is(lex, "STREAM"))
        return parse_streams(lex, d);
    if (d->file == TGSI_FILE_MEMORY) {
        n = gv_tgsi_find_name(&gv_tgsi_memory_types, lex->word, lex->word_len);
        d->mem_type = n < 0 ? 0 : (uint8_t)n;
        return n >= 0 || gv_lex_error(lex, GV_DIAG_TRAILING, "unknown kind of memory");
    }
    n = gv_tgsi_find_name(&gv_tgsi_semantics, lex->word, lex->word_len);
    if (n >= 0 && !d->has_semantic)
        return parse_semantic(lex, d, (unsigned)n);
    n = gv_tgsi_find_name(&gv_tgsi_interpolations, lex->word, lex->word_len);
    if (n >= 0) {
        d->has_interp = true;
        d->interp = (uint8_t)n;
        return true;
    }
    n = gv_tgsi_find_name(&gv_tgsi_locations, lex->word, lex->word_len);
    if (n >= 0 && d->has_interp) {
        d->location = (uint8_t)n;
        return true;
    }
    return gv_lex_error(lex, GV_DIAG_SEMANTIC, "unknown semantic or attribute");
}

/* Drops attributes of old shaders that have no meaning: semantics of vertex inputs, interpolation
 * outside FRAG, and streams of other files than outputs. */
static void drop_old_attributes(const struct gv_tgsi_parser *p, struct gv_tgsi_decl *d)
{
    if (d->file == TGSI_FILE_INPUT && p->processor == TGSI_PROCESSOR_VERTEX) {
        d->has_semantic = false;
        d->semantic = 0;
        d->semantic_index = 0;
    }
    if (d->file != TGSI_FILE_INPUT || p->processor != TGSI_PROCESSOR_FRAGMENT) {
        d->has_interp = false;
        d->interp = 0;
        d->location = 0;
    }
    if (!d->has_semantic)
        memset(d->streams, 0, sizeof(d->streams));
}

bool gv_tgsi_parse_decl(struct gv_tgsi_parser *p, struct gv_tgsi_decl *out_decl)
{
    struct gv_lexer *lex = &p->lex;
    struct gv_tgsi_decl d = {.mask = TGSI_WRITEMASK_XYZW};
    int file = -1, number = -1;
    if (gv_lex_word(lex))
        file = gv_tgsi_find_file(lex->word, lex->word_len, &number);
    if (file < 0 || number >= 0 || file == TGSI_FILE_IMMEDIATE || file == TGSI_FILE_NULL)
        return gv_lex_error(lex, GV_DIAG_FILE, "unknown register file");
    d.file = (uint8_t)file;
    if (!parse_brackets(p, &d))
        return false;
    if (gv_lex_accept(lex, '.') && !parse_mask(lex, &d.mask))
        return false;
    if (file == TGSI_FILE_IMAGE) {
        if (!parse_image(p, &d))
            return false;
    } else if (file == TGSI_FILE_SAMPLER_VIEW) {
        if (!parse_sampler_view(lex, &d))
            return false;
    } else {
        while (gv_lex_accept(lex, ',')) {
            if (!gv_lex_word(lex))
                return gv_lex_error(lex, GV_DIAG_TRAILING, "expected an attribute");
            if (!parse_attribute(lex, &d))
                return false;
        }
    }
    drop_old_attributes(p, &d);
    *out_decl = d;
    return true;
}
