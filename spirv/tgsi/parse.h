/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parses TGSI text to tokens. The parser checks only syntax; verify.c checks semantics on the
 * tokens. */
#ifndef GV_SPV_PARSE_H
#define GV_SPV_PARSE_H

#include "spirv/tgsi/lexer.h"
#include "spirv/tgsi/token.h"
#include "spirv/words.h"

struct gv_tgsi_parser {
    struct gv_lexer lex;
    unsigned processor; /* TGSI_PROCESSOR_* */
    unsigned num_imms;
    bool is_view_too; /* the current image declaration also declares a sampler view */
};

/* Parses a whole text. Appends to `lines` the line of every statement, in order. The caller must
 * finish `tokens` and `lines`, also after a failure. */
enum galvan_result gv_tgsi_parse_text(const char *text, size_t len, struct galvan_diag *diag,
                                      struct gv_words *tokens, struct gv_words *lines);

/* Parses a declaration after its keyword. Returns false after reporting an error. */
bool gv_tgsi_parse_decl(struct gv_tgsi_parser *parser, struct gv_tgsi_decl *out_decl);

/* Parses an instruction, whose opcode is the lexer's current word. */
bool gv_tgsi_parse_insn(struct gv_tgsi_parser *parser, struct gv_tgsi_insn *out_insn);

#endif
