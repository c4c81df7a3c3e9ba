/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/lexer.h"

#include <math.h>
#include <string.h>

#include "spirv/tgsi/diag.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Converts a byte that a word can contain to upper case; returns 0 for any other byte. */
static char word_byte(char c)
{
    /* clang-format off */
    static const char bytes[128] = {
        ['0'] = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
        ['A'] = 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
        ['N'] = 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
        ['_'] = '_',
        ['a'] = 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
        ['n'] = 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
    };
    /* clang-format on */
    unsigned byte = (unsigned char)c;
    return byte < sizeof(bytes) ? bytes[byte] : 0;
}

void gv_lex_init(struct gv_lexer *lex, const char *text, size_t len, struct galvan_diag *diag)
{
    const char *nul = memchr(text, 0, len);
    *lex = (struct gv_lexer){
        .pos = text,
        .end = nul ? nul : text + len,
        .line_start = text,
        .line = 1,
        .diag = diag,
        .result = GALVAN_OK,
    };
}

bool gv_lex_error(struct gv_lexer *lex, uint32_t code, const char *what)
{
    if (lex->result == GALVAN_OK) {
        uint32_t column = (uint32_t)(lex->pos - lex->line_start) + 1;
        lex->result = gv_diag_set(lex->diag, code, lex->line, column, "%s", what);
    }
    return false;
}

bool gv_lex_at_end(struct gv_lexer *lex)
{
    while (lex->pos < lex->end) {
        char c = *lex->pos;
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            return false;
        lex->pos++;
        if (c == '\n') {
            lex->line++;
            lex->line_start = lex->pos;
        }
    }
    return true;
}

char gv_lex_peek(struct gv_lexer *lex)
{
    return gv_lex_at_end(lex) ? 0 : *lex->pos;
}

bool gv_lex_accept(struct gv_lexer *lex, char c)
{
    bool is_next = lex->pos < lex->end && *lex->pos == c;
    if (!is_next && gv_lex_peek(lex) != c)
        return false;
    lex->pos++;
    return true;
}

bool gv_lex_expect(struct gv_lexer *lex, char c)
{
    if (gv_lex_accept(lex, c))
        return true;
    char what[] = "expected 'x'";
    what[sizeof(what) - 3] = c;
    return gv_lex_error(lex, GV_DIAG_EXPECTED, what);
}

bool gv_lex_word(struct gv_lexer *lex)
{
    gv_lex_at_end(lex);
    const char *p = lex->pos;
    size_t len = 0;
    char c;
    for (; p < lex->end && (c = word_byte(*p)); p++) {
        if (len + 1 >= GV_LEX_WORD_MAX)
            return false;
        lex->word[len++] = c;
    }
    lex->word[len] = 0;
    lex->word_len = len;
    lex->pos = p;
    return len > 0;
}

bool gv_lex_is(const struct gv_lexer *lex, const char *word)
{
    return strcmp(lex->word, word) == 0;
}

struct gv_lex_mark gv_lex_mark(const struct gv_lexer *lex)
{
    return (struct gv_lex_mark){lex->pos, lex->line_start, lex->line};
}

void gv_lex_rewind(struct gv_lexer *lex, struct gv_lex_mark mark)
{
    lex->pos = mark.pos;
    lex->line_start = mark.line_start;
    lex->line = mark.line;
}

bool gv_lex_uint(struct gv_lexer *lex, uint32_t max, uint32_t *out_value)
{
    if (!is_digit(gv_lex_peek(lex)))
        return gv_lex_error(lex, GV_DIAG_NUMBER, "expected a number");
    uint64_t value = 0;
    const char *p = lex->pos;
    while (p < lex->end && is_digit(*p)) {
        value = value * 10 + (uint64_t)(*p++ - '0');
        if (value > max)
            return gv_lex_error(lex, GV_DIAG_NUMBER, "number too large");
    }
    lex->pos = p;
    *out_value = (uint32_t)value;
    return true;
}

bool gv_lex_int(struct gv_lexer *lex, uint64_t *out_value)
{
    bool negative = gv_lex_accept(lex, '-');
    if (!negative)
        gv_lex_accept(lex, '+');
    if (!is_digit(gv_lex_peek(lex)))
        return gv_lex_error(lex, GV_DIAG_NUMBER, "expected a number");
    uint64_t value = 0;
    while (lex->pos < lex->end && is_digit(*lex->pos))
        value = value * 10 + (uint64_t)(*lex->pos++ - '0');
    *out_value = negative ? 0 - value : value;
    return true;
}

/* Returns value * 10^exponent. strtod() is not used because it depends on the locale. */
static double scale10(uint64_t value, int exponent)
{
    static const long double powers[] = {1e1L,  1e2L,  1e4L,   1e8L,  1e16L,
                                         1e32L, 1e64L, 1e128L, 1e256L};
    long double result = (long double)value;
    unsigned e = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (e > 511)
        e = 511;
    for (unsigned i = 0; i < sizeof(powers) / sizeof(powers[0]); i++) {
        if (e & (1u << i))
            result = exponent < 0 ? result / powers[i] : result * powers[i];
    }
    return (double)result;
}

static bool lex_hex(struct gv_lexer *lex, uint64_t *out_bits)
{
    uint64_t value = 0;
    unsigned num = 0;
    for (; lex->pos < lex->end; lex->pos++, num++) {
        char c = upper(*lex->pos);
        unsigned digit;
        if (is_digit(c))
            digit = (unsigned)(c - '0');
        else if (c >= 'A' && c <= 'F')
            digit = (unsigned)(c - 'A') + 10;
        else
            break;
        value = value << 4 | digit;
    }
    if (num == 0 || num > 16)
        return gv_lex_error(lex, GV_DIAG_NUMBER, "malformed hexadecimal number");
    *out_bits = value;
    return true;
}

static bool lex_decimal(struct gv_lexer *lex, double *out_value)
{
    uint64_t mantissa = 0;
    int exponent = 0;
    bool any = false;
    bool fraction = false;
    for (; lex->pos < lex->end; lex->pos++) {
        char c = *lex->pos;
        if (c == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!is_digit(c))
            break;
        any = true;
        if (mantissa < UINT64_MAX / 10 - 1) {
            mantissa = mantissa * 10 + (uint64_t)(c - '0');
            exponent -= fraction;
        } else if (!fraction && exponent < 10000) {
            exponent++;
        }
    }
    if (!any)
        return gv_lex_error(lex, GV_DIAG_NUMBER, "expected a number");
    if (lex->pos < lex->end && upper(*lex->pos) == 'E') {
        lex->pos++;
        bool negative = lex->pos < lex->end && *lex->pos == '-';
        if (negative || (lex->pos < lex->end && *lex->pos == '+'))
            lex->pos++;
        int e = 0;
        if (lex->pos >= lex->end || !is_digit(*lex->pos))
            return gv_lex_error(lex, GV_DIAG_NUMBER, "malformed exponent");
        for (; lex->pos < lex->end && is_digit(*lex->pos); lex->pos++)
            e = e < 10000 ? e * 10 + (*lex->pos - '0') : e;
        exponent += negative ? -e : e;
    }
    *out_value = scale10(mantissa, exponent);
    return true;
}

bool gv_lex_float(struct gv_lexer *lex, double *out_value, uint64_t *out_bits, bool *out_is_bits)
{
    double value = 0;
    *out_is_bits = false;
    bool negative = gv_lex_accept(lex, '-');
    if (!negative)
        gv_lex_accept(lex, '+');
    char c = upper(gv_lex_peek(lex));
    if (c == '0' && lex->end - lex->pos > 2 && upper(lex->pos[1]) == 'X') {
        lex->pos += 2;
        if (!lex_hex(lex, out_bits))
            return false;
        *out_is_bits = true;
        return !negative || gv_lex_error(lex, GV_DIAG_NUMBER, "sign before a bit pattern");
    }
    if (c == 'I' || c == 'N') {
        gv_lex_word(lex);
        if (gv_lex_is(lex, "INF"))
            value = (double)INFINITY;
        else if (gv_lex_is(lex, "NAN"))
            value = (double)NAN;
        else
            return gv_lex_error(lex, GV_DIAG_NUMBER, "expected a number");
    } else if (!lex_decimal(lex, &value)) {
        return false;
    }
    *out_value = negative ? -value : value;
    return true;
}
