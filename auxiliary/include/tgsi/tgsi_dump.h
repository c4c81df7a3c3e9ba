/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tokens to TGSI text, which tgsi_text_translate() takes back. Safe from any thread. */
#ifndef TGSI_DUMP_H
#define TGSI_DUMP_H

#include <stdio.h>

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For flags. Without it floats of immediates are written in decimal, with as many digits as it
 * takes to read the same float back; with it in hexadecimal, as their bits. */
#define TGSI_DUMP_FLOAT_AS_HEX (1 << 0)

/* Writes at most size bytes, the NUL included. FALSE where it did not fit and was cut, or where the
 * tokens are not a shader, when the string is empty. */
PUBLIC boolean tgsi_dump_str(const struct tgsi_token *tokens, uint flags, char *str, size_t size);

/* To a stream of the caller's; NULL: to standard error. Nothing where tokens are not a shader. */
PUBLIC void tgsi_dump_to_file(const struct tgsi_token *tokens, uint flags, FILE *file);

/* To standard error. */
PUBLIC void tgsi_dump(const struct tgsi_token *tokens, uint flags);

struct tgsi_full_declaration;
struct tgsi_full_immediate;
struct tgsi_full_instruction;
struct tgsi_full_property;

/* One statement of tgsi/tgsi_parse.h as its line of text, to standard error; an instruction behind
 * a number. Nothing where it is none. */
PUBLIC void tgsi_dump_declaration(const struct tgsi_full_declaration *decl);
PUBLIC void tgsi_dump_immediate(const struct tgsi_full_immediate *imm);
PUBLIC void tgsi_dump_property(const struct tgsi_full_property *prop);
PUBLIC void tgsi_dump_instruction(const struct tgsi_full_instruction *inst, uint instno);
/* The line without its end into size bytes, the NUL included; cut where it does not fit. */
PUBLIC void tgsi_dump_instruction_str(const struct tgsi_full_instruction *inst, uint instno,
                                      char *str, size_t size);

#ifdef __cplusplus
}
#endif
#endif
