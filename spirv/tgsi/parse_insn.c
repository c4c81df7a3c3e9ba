/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parses instructions of TGSI text. */
#include "spirv/tgsi/parse.h"

#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/alias.h"
#include "spirv/tgsi/diag.h"
#include "spirv/tgsi/names.h"
#include "spirv/tgsi/opcode.h"

static bool strip_suffix(const char *word, size_t *len, const char *suffix)
{
    size_t n = strlen(suffix);
    if (*len <= n || memcmp(word + *len - n, suffix, n) != 0)
        return false;
    *len -= n;
    return true;
}

static bool parse_opcode(struct gv_lexer *lex, struct gv_tgsi_insn *in,
                         const struct gv_tgsi_alias **out_alias)
{
    size_t len = lex->word_len;
    int opcode = gv_tgsi_find_opcode(lex->word, len);
    if (opcode < 0) {
        in->precise = strip_suffix(lex->word, &len, "_PRECISE");
        in->saturate = strip_suffix(lex->word, &len, "_SAT");
        opcode = gv_tgsi_find_opcode(lex->word, len);
    }
    if (opcode < 0) {
        *out_alias = gv_tgsi_find_alias(lex->word, len);
        opcode = *out_alias ? (*out_alias)->opcode : -1;
    }
    if (opcode < 0)
        return gv_lex_error(lex, GV_DIAG_OPCODE, "unknown opcode");
    in->opcode = (uint16_t)opcode;
    return true;
}

static int swizzle_letter(char c)
{
    switch (c) {
    case 'X':
        return TGSI_SWIZZLE_X;
    case 'Y':
        return TGSI_SWIZZLE_Y;
    case 'Z':
        return TGSI_SWIZZLE_Z;
    case 'W':
        return TGSI_SWIZZLE_W;
    default:
        return -1;
    }
}

/* Parses `num` letters, each of which is x, y, z or w. */
static bool parse_swizzle(struct gv_lexer *lex, unsigned num, uint8_t *out_swizzle)
{
    if (!gv_lex_word(lex) || lex->word_len != num)
        return gv_lex_error(lex, GV_DIAG_SWIZZLE, "malformed swizzle");
    for (unsigned i = 0; i < num; i++) {
        int c = swizzle_letter(lex->word[i]);
        if (c < 0)
            return gv_lex_error(lex, GV_DIAG_SWIZZLE, "malformed swizzle");
        out_swizzle[i] = (uint8_t)c;
    }
    return true;
}

/* Parses the name of a register file. *out_register is the register if the name stands for a single
 * register, otherwise -1. */
static bool parse_name(struct gv_lexer *lex, uint8_t *out_file, int *out_register)
{
    int file = gv_lex_word(lex) ? gv_tgsi_find_file(lex->word, lex->word_len, out_register) : -1;
    if (file < 0)
        return gv_lex_error(lex, GV_DIAG_FILE, "unknown register file");
    *out_file = (uint8_t)file;
    return true;
}

static bool parse_file(struct gv_lexer *lex, uint8_t *out_file)
{
    int number;
    if (!parse_name(lex, out_file, &number))
        return false;
    return number < 0 || gv_lex_error(lex, GV_DIAG_FILE, "no register file");
}

static bool parse_index(struct gv_lexer *lex, int16_t *out_index)
{
    uint32_t value;
    if (!gv_lex_uint(lex, INT16_MAX, &value))
        return false;
    *out_index = (int16_t)value;
    return true;
}

/* Parses an index of CONST, which may be negative. A negative index is out of bounds, like an index
 * beyond the end. */
static bool parse_signed_index(struct gv_lexer *lex, int16_t *out_index)
{
    const bool minus = gv_lex_accept(lex, '-');
    if (!parse_index(lex, out_index))
        return false;
    if (minus)
        *out_index = (int16_t)(-*out_index);
    return true;
}

static bool parse_array_id(struct gv_lexer *lex, uint16_t *out_id)
{
    uint32_t id;
    if (!gv_lex_accept(lex, '('))
        return true;
    if (!gv_lex_uint(lex, 1023, &id) || !gv_lex_expect(lex, ')'))
        return false;
    *out_id = (uint16_t)id;
    return true;
}

/* The contents of one bracket: a number, or an index register, its component and a constant. */
struct bracket {
    bool indirect;
    int16_t index;
    struct gv_tgsi_ind ind;
};

static bool parse_bracket(struct gv_lexer *lex, struct bracket *b)
{
    *b = (struct bracket){0};
    if (!gv_lex_expect(lex, '['))
        return false;
    char c = gv_lex_peek(lex);
    if ((c >= '0' && c <= '9') || c == '-') {
        if (!parse_signed_index(lex, &b->index) || !gv_lex_expect(lex, ']'))
            return false;
        return parse_array_id(lex, &b->ind.array_id);
    }
    b->indirect = true;
    if (!parse_file(lex, &b->ind.file) || !gv_lex_expect(lex, '[') ||
        !parse_index(lex, &b->ind.index) || !gv_lex_expect(lex, ']'))
        return false;
    if (gv_lex_accept(lex, '.') && !parse_swizzle(lex, 1, &b->ind.comp))
        return false;
    if (gv_lex_peek(lex) == '-' ? !parse_signed_index(lex, &b->index)
                                : gv_lex_accept(lex, '+') && !parse_index(lex, &b->index))
        return false;
    return gv_lex_expect(lex, ']') && parse_array_id(lex, &b->ind.array_id);
}

static bool parse_reg(struct gv_lexer *lex, struct gv_tgsi_reg *reg)
{
    struct bracket b;
    int number;
    if (!parse_name(lex, &reg->file, &number))
        return false;
    if (number >= 0)
        reg->index = (int16_t)number;
    if (number >= 0 || reg->file == TGSI_FILE_NULL)
        return true;
    if (!parse_bracket(lex, &b))
        return false;
    if (gv_lex_peek(lex) == '[') {
        reg->dimension = true;
        reg->dim_indirect = b.indirect;
        reg->dim_index = b.index;
        reg->dim_ind = b.ind;
        if (!parse_bracket(lex, &b))
            return false;
    }
    reg->indirect = b.indirect;
    reg->index = b.index;
    reg->ind = b.ind;
    return true;
}

static bool parse_dst(struct gv_lexer *lex, struct gv_tgsi_dst *dst)
{
    dst->mask = TGSI_WRITEMASK_XYZW;
    if (!parse_reg(lex, &dst->reg))
        return false;
    if (!gv_lex_accept(lex, '.'))
        return true;
    if (!gv_lex_word(lex))
        return gv_lex_error(lex, GV_DIAG_SWIZZLE, "expected a mask");
    int last = -1;
    dst->mask = 0;
    for (size_t i = 0; i < lex->word_len; i++) {
        int c = swizzle_letter(lex->word[i]);
        if (c <= last)
            return gv_lex_error(lex, GV_DIAG_SWIZZLE, "malformed mask");
        last = c;
        dst->mask |= (uint8_t)(1u << c);
    }
    return true;
}

static bool parse_src(struct gv_lexer *lex, struct gv_tgsi_src *src)
{
    for (uint8_t i = 0; i < 4; i++)
        src->swizzle[i] = i;
    src->negate = gv_lex_accept(lex, '-');
    src->absolute = gv_lex_accept(lex, '|');
    if (!parse_reg(lex, &src->reg))
        return false;
    if (gv_lex_accept(lex, '.') && !parse_swizzle(lex, 4, src->swizzle))
        return false;
    return !src->absolute || gv_lex_expect(lex, '|');
}

static bool parse_offset(struct gv_lexer *lex, struct gv_tgsi_insn *in)
{
    if (in->num_offsets >= GV_TGSI_MAX_OFFSETS)
        return gv_lex_error(lex, GV_DIAG_EXPECTED, "too many texture offsets");
    struct gv_tgsi_tex_offset *o = &in->offsets[in->num_offsets];
    if (!parse_file(lex, &o->file) || !gv_lex_expect(lex, '[') || !parse_index(lex, &o->index) ||
        !gv_lex_expect(lex, ']'))
        return false;
    for (uint8_t i = 0; i < 3; i++)
        o->swizzle[i] = i;
    if (gv_lex_accept(lex, '.') && !parse_swizzle(lex, 3, o->swizzle))
        return false;
    in->num_offsets++;
    in->has_texture = true;
    return true;
}

static bool parse_target(struct gv_lexer *lex, struct gv_tgsi_insn *in)
{
    int target = -1;
    if (gv_lex_expect(lex, ',') && gv_lex_word(lex))
        target = gv_tgsi_find_name(&gv_tgsi_targets, lex->word, lex->word_len);
    if (target < 0)
        return gv_lex_error(lex, GV_DIAG_TARGET, "unknown texture target");
    in->has_texture = true;
    in->target = (uint8_t)target;
    return true;
}

static bool parse_memory_attribute(struct gv_lexer *lex, struct gv_tgsi_insn *in)
{
    int n;
    if (!gv_lex_word(lex))
        return gv_lex_error(lex, GV_DIAG_TRAILING, "expected a memory attribute");
    n = gv_tgsi_find_name(&gv_tgsi_qualifiers, lex->word, lex->word_len);
    if (n >= 0) {
        in->qualifier |= (uint8_t)(1u << n);
        return true;
    }
    n = gv_tgsi_find_name(&gv_tgsi_targets, lex->word, lex->word_len);
    if (n >= 0) {
        in->mem_target = (uint8_t)n;
        return true;
    }
    n = gv_tgsi_find_format(lex->word, lex->word_len);
    if (n < 0)
        return gv_lex_error(lex, GV_DIAG_FORMAT, "unknown memory attribute");
    in->mem_format = (uint16_t)n;
    return true;
}

/* Whether the text omits the sources: in old shaders EMIT and ENDPRIM have no operand, and SFL and
 * STR have only a destination. An operand must be on the same line, since the next line may begin
 * with a register's declaration. */
static bool sources_missing(struct gv_lexer *lex, const struct gv_tgsi_opcode *op)
{
    if (!(op->flags & GV_TGSI_BARE))
        return false;
    if (op->num_dst > 0)
        return gv_lex_peek(lex) != ',';
    struct gv_lex_mark mark = gv_lex_mark(lex);
    int number = -1;
    bool is_reg = gv_lex_word(lex) && lex->line == mark.line &&
                  gv_tgsi_find_file(lex->word, lex->word_len, &number) >= 0 &&
                  (number >= 0 || gv_lex_peek(lex) == '[');
    gv_lex_rewind(lex, mark);
    return !is_reg;
}

/* Turns RES operands of a SAMPLE opcode into sampler views. */
static void sample_resources(struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_src; i++) {
        if (in->src[i].reg.file == TGSI_FILE_IMAGE)
            in->src[i].reg.file = TGSI_FILE_SAMPLER_VIEW;
    }
}

static bool parse_operands(struct gv_lexer *lex, const struct gv_tgsi_opcode *op,
                           struct gv_tgsi_insn *in)
{
    in->num_dst = op->num_dst;
    for (unsigned i = 0; i < in->num_dst; i++) {
        if ((i > 0 && !gv_lex_expect(lex, ',')) || !parse_dst(lex, &in->dst[i]))
            return false;
    }
    in->num_src = sources_missing(lex, op) ? 0 : op->num_src;
    for (unsigned i = 0; i < in->num_src; i++) {
        if ((in->num_dst + i > 0 && !gv_lex_expect(lex, ',')) || !parse_src(lex, &in->src[i]))
            return false;
    }
    if (op->family == GV_TGSI_SAMPLE)
        sample_resources(in);
    return true;
}

bool gv_tgsi_parse_insn(struct gv_tgsi_parser *p, struct gv_tgsi_insn *out_insn)
{
    struct gv_lexer *lex = &p->lex;
    struct gv_tgsi_insn *in = out_insn;
    const struct gv_tgsi_alias *alias = NULL;
    if (!parse_opcode(lex, in, &alias))
        return false;
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    if (!parse_operands(lex, op, in))
        return false;
    if (alias)
        gv_tgsi_apply_alias(alias, in);
    if ((op->flags & GV_TGSI_HAS_TARGET) && !parse_target(lex, in))
        return false;
    while ((op->flags & GV_TGSI_HAS_OFFSETS) && gv_lex_accept(lex, ',')) {
        if (!parse_offset(lex, in))
            return false;
    }
    while ((op->flags & GV_TGSI_HAS_MEMORY) && gv_lex_accept(lex, ',')) {
        if (!parse_memory_attribute(lex, in))
            return false;
    }
    /* Drop attributes without a value, because print.c does not print them. */
    in->has_memory = in->qualifier || in->mem_target || in->mem_format;
    if (gv_lex_accept(lex, ':')) {
        if (!gv_lex_uint(lex, 0xffffff, &in->label))
            return false;
        in->has_label = true;
    }
    return true;
}
