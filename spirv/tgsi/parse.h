/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI text to tokens: syntax only. Meaning is checked on the tokens (verify.c). */
#ifndef GV_SPV_PARSE_H
#define GV_SPV_PARSE_H

#include "spirv/tgsi/lexer.h"
#include "spirv/tgsi/token.h"
#include "spirv/words.h"

struct gv_tgsi_parser {
    struct gv_lexer lex;
    unsigned processor; /* TGSI_PROCESSOR_* */
    unsigned num_imms;
    bool is_view_too; /* the declaration of an image is one of a sampler view as well */
};

/* Parses a whole text. lines receives the line of every statement in order. Both are the caller's
 * to finish, also on failure. */
enum galvan_result gv_tgsi_parse_text(const char *text, size_t len, struct galvan_diag *diag,
                                      struct gv_words *tokens, struct gv_words *lines);

/* A declaration, after its keyword: false after recording an error. */
bool gv_tgsi_parse_decl(struct gv_tgsi_parser *parser, struct gv_tgsi_decl *out_decl);

/* An instruction; the opcode's spelling is the lexer's word. */
bool gv_tgsi_parse_insn(struct gv_tgsi_parser *parser, struct gv_tgsi_insn *out_insn);

#endif
