/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parses statements of TGSI text. Stage, properties and immediates are parsed here, declarations in
 * parse_decl.c and instructions in parse_insn.c. */
#include "spirv/tgsi/parse.h"

#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/diag.h"
#include "spirv/tgsi/names.h"

/* Skips a property that a later version of Gallium added. The value of such a property must be a
 * number. */
static bool skip_property(struct gv_lexer *lex, struct gv_tgsi_prop *out_prop)
{
    uint64_t value;
    char c = gv_lex_peek(lex);
    if (c < '0' || c > '9')
        return gv_lex_error(lex, GV_DIAG_PROPERTY, "unknown property");
    out_prop->name = TGSI_PROPERTY_COUNT;
    return gv_lex_int(lex, &value);
}

static bool parse_prop(struct gv_tgsi_parser *p, struct gv_tgsi_prop *out_prop)
{
    struct gv_lexer *lex = &p->lex;
    if (!gv_lex_word(lex))
        return gv_lex_error(lex, GV_DIAG_PROPERTY, "expected the name of a property");
    int name = gv_tgsi_find_name(&gv_tgsi_properties, lex->word, lex->word_len);
    if (name < 0 && gv_lex_is(lex, "MUL_ZERO_WINS"))
        name = TGSI_PROPERTY_LEGACY_MATH_RULES;
    if (name < 0)
        return skip_property(lex, out_prop);
    out_prop->name = (uint8_t)name;
    const struct gv_tgsi_names *words = gv_tgsi_property_values((unsigned)name);
    if (words) {
        int value = -1;
        if (gv_lex_word(lex))
            value = gv_tgsi_find_name(words, lex->word, lex->word_len);
        if (value < 0)
            return gv_lex_error(lex, GV_DIAG_PROPERTY, "unknown value of the property");
        out_prop->value = (uint32_t)value;
        return true;
    }
    uint64_t value;
    if (!gv_lex_int(lex, &value))
        return false;
    out_prop->value = (uint32_t)value;
    return true;
}

static bool parse_imm_value(struct gv_tgsi_parser *p, unsigned type, uint32_t *out_words)
{
    struct gv_lexer *lex = &p->lex;
    uint64_t bits;
    double value = 0;
    bool is_bits;
    switch (type) {
    case TGSI_IMM_FLOAT32: {
        if (!gv_lex_float(lex, &value, &bits, &is_bits))
            return false;
        float f = (float)value;
        if (is_bits)
            out_words[0] = (uint32_t)bits;
        else
            memcpy(out_words, &f, sizeof(f));
        return !is_bits || bits <= UINT32_MAX ||
               gv_lex_error(lex, GV_DIAG_NUMBER, "bit pattern longer than 32 bits");
    }
    case TGSI_IMM_FLOAT64:
        if (!gv_lex_float(lex, &value, &bits, &is_bits))
            return false;
        if (!is_bits)
            memcpy(&bits, &value, sizeof(bits));
        break;
    default:
        if (!gv_lex_int(lex, &bits))
            return false;
        break;
    }
    out_words[0] = (uint32_t)bits;
    if (type >= TGSI_IMM_FLOAT64)
        out_words[1] = (uint32_t)(bits >> 32);
    return true;
}

static bool parse_imm(struct gv_tgsi_parser *p, struct gv_tgsi_imm *out_imm)
{
    struct gv_lexer *lex = &p->lex;
    if (gv_lex_accept(lex, '[')) {
        uint32_t index;
        if (!gv_lex_uint(lex, UINT32_MAX, &index) || !gv_lex_expect(lex, ']'))
            return false;
        if (index != p->num_imms)
            return gv_lex_error(lex, GV_DIAG_IMM_INDEX, "immediates must count up from 0");
    }
    p->num_imms++;
    int type = -1;
    if (gv_lex_word(lex))
        type = gv_tgsi_find_name(&gv_tgsi_imm_types, lex->word, lex->word_len);
    if (type < 0)
        return gv_lex_error(lex, GV_DIAG_IMM_TYPE, "unknown type of immediate");
    out_imm->type = (uint8_t)type;
    out_imm->num_words = 4;
    unsigned step = type >= TGSI_IMM_FLOAT64 ? 2 : 1;
    if (!gv_lex_expect(lex, '{'))
        return false;
    for (unsigned i = 0; i < 4; i += step) {
        if (i > 0 && !gv_lex_expect(lex, ','))
            return false;
        if (!parse_imm_value(p, (unsigned)type, out_imm->words + i))
            return false;
    }
    return gv_lex_expect(lex, '}');
}

/* Skips the optional "12:" before an instruction. The number is ignored. */
static bool skip_instruction_number(struct gv_lexer *lex)
{
    char c = gv_lex_peek(lex);
    if (c < '0' || c > '9')
        return true;
    uint32_t number;
    return gv_lex_uint(lex, UINT32_MAX, &number) && gv_lex_expect(lex, ':');
}

static bool parse_statement(struct gv_tgsi_parser *p, struct gv_tgsi_statement *out_st)
{
    struct gv_lexer *lex = &p->lex;
    memset(out_st, 0, sizeof(*out_st));
    if (!skip_instruction_number(lex))
        return false;
    if (!gv_lex_word(lex))
        return gv_lex_error(lex, GV_DIAG_STATEMENT, "expected a statement");
    if (gv_lex_is(lex, "DCL")) {
        out_st->type = TGSI_TOKEN_TYPE_DECLARATION;
        return gv_tgsi_parse_decl(p, &out_st->decl);
    }
    if (gv_lex_is(lex, "IMM")) {
        out_st->type = TGSI_TOKEN_TYPE_IMMEDIATE;
        return parse_imm(p, &out_st->imm);
    }
    if (gv_lex_is(lex, "PROPERTY")) {
        out_st->type = TGSI_TOKEN_TYPE_PROPERTY;
        return parse_prop(p, &out_st->prop);
    }
    out_st->type = TGSI_TOKEN_TYPE_INSTRUCTION;
    return gv_tgsi_parse_insn(p, &out_st->insn);
}

static void write_statement(struct gv_tgsi_parser *p, struct gv_tgsi_statement *st,
                            struct gv_words *tokens, struct gv_words *lines, uint32_t line)
{
    gv_tgsi_write(tokens, st);
    gv_words_push(lines, line);
    if (!p->is_view_too)
        return;
    p->is_view_too = false;
    st->decl.file = TGSI_FILE_SAMPLER_VIEW;
    gv_tgsi_write(tokens, st);
    gv_words_push(lines, line);
}

enum galvan_result gv_tgsi_parse_text(const char *text, size_t len, struct galvan_diag *diag,
                                      struct gv_words *tokens, struct gv_words *lines)
{
    struct gv_tgsi_parser p = {0};
    struct gv_lexer *lex = &p.lex;
    gv_lex_init(lex, text, len, diag);
    if ((size_t)(lex->end - lex->pos) > GV_TGSI_MAX_TEXT_B)
        return gv_diag_set(diag, GV_DIAG_LIMIT_TEXT, 0, 0, "text is longer than %d bytes",
                           GV_TGSI_MAX_TEXT_B);
    int stage =
        gv_lex_word(lex) ? gv_tgsi_find_name(&gv_tgsi_stages, lex->word, lex->word_len) : -1;
    if (stage < 0) {
        gv_lex_error(lex, GV_DIAG_STAGE, "the text does not begin with the name of a stage");
        return lex->result;
    }
    p.processor = (unsigned)stage;
    gv_tgsi_write_begin(tokens, p.processor);
    while (!gv_lex_at_end(lex)) {
        struct gv_tgsi_statement st;
        uint32_t line = lex->line;
        if (!parse_statement(&p, &st))
            return lex->result;
        if (st.type == TGSI_TOKEN_TYPE_PROPERTY && st.prop.name == TGSI_PROPERTY_COUNT)
            continue;
        write_statement(&p, &st, tokens, lines, line);
        if (tokens->num > GV_TGSI_MAX_TOKENS) {
            gv_lex_error(lex, GV_DIAG_LIMIT_TOKENS, "too many tokens");
            return lex->result;
        }
    }
    gv_tgsi_write_end(tokens);
    if (tokens->failed || lines->failed)
        return gv_diag_no_memory(diag);
    return GALVAN_OK;
}
