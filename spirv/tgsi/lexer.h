/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Words, numbers and punctuation of TGSI text: one pass over untrusted bytes, without allocation.
 */
#ifndef GV_SPV_LEXER_H
#define GV_SPV_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/spirv.h"

enum {
    GV_LEX_WORD_MAX = 64
};

struct gv_lexer {
    const char *pos;
    const char *end;
    const char *line_start;
    uint32_t line;
    struct galvan_diag *diag;
    enum galvan_result result;  /* result of the first error */
    char word[GV_LEX_WORD_MAX]; /* the last word, in upper case */
    size_t word_len;
};

void gv_lex_init(struct gv_lexer *lex, const char *text, size_t len, struct galvan_diag *diag);

/* Reports an error at the current position, unless an error was reported before. Returns false. */
bool gv_lex_error(struct gv_lexer *lex, uint32_t code, const char *what);

/* Skips white space. Returns true at the end of the text. */
bool gv_lex_at_end(struct gv_lexer *lex);

/* Returns the next byte that is not white space, or 0 at the end of the text. */
char gv_lex_peek(struct gv_lexer *lex);

/* Consumes the next byte that is not white space if it is `c`. Returns whether the byte was `c`. */
bool gv_lex_accept(struct gv_lexer *lex, char c);

/* Consumes the byte `c` like gv_lex_accept(), but reports an error if the next byte is not `c`. */
bool gv_lex_expect(struct gv_lexer *lex, char c);

/* Reads letters, digits and _ into lex->word. Returns false, without an error, if there are no such
 * bytes or too many. */
bool gv_lex_word(struct gv_lexer *lex);

/* Whether lex->word equals `word`. */
bool gv_lex_is(const struct gv_lexer *lex, const char *word);

/* A position in the text to which the lexer can return. */
struct gv_lex_mark {
    const char *pos;
    const char *line_start;
    uint32_t line;
};
struct gv_lex_mark gv_lex_mark(const struct gv_lexer *lex);
void gv_lex_rewind(struct gv_lexer *lex, struct gv_lex_mark mark);

/* Reads an unsigned decimal number of at most `max`. */
bool gv_lex_uint(struct gv_lexer *lex, uint32_t max, uint32_t *out_value);

/* Reads an optional sign and decimal digits, as 64 bits in two's complement. */
bool gv_lex_int(struct gv_lexer *lex, uint64_t *out_value);

/* Reads a decimal number, inf, nan, or 0x and a bit pattern, as a double. *out_is_bits tells
 * whether the text was a bit pattern. */
bool gv_lex_float(struct gv_lexer *lex, double *out_value, uint64_t *out_bits, bool *out_is_bits);

#endif
