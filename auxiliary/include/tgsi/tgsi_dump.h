/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prints tokens as TGSI text, which tgsi_text_translate() can parse. Safe from any thread. */
#ifndef TGSI_DUMP_H
#define TGSI_DUMP_H

#include <stdio.h>

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A flag: prints floats of immediates as hexadecimal bits. Otherwise they are decimal, with as many
 * digits as are needed to read the same float back. */
#define TGSI_DUMP_FLOAT_AS_HEX (1 << 0)

/* Writes at most `size` bytes, including the NUL. Returns FALSE if the text was truncated, or if
 * the tokens are not a shader, in which case the string is empty. */
PUBLIC boolean tgsi_dump_str(const struct tgsi_token *tokens, uint flags, char *str, size_t size);

/* Writes to the stream `file`, or to standard error if `file` is NULL. Writes nothing if `tokens`
 * are not a shader. */
PUBLIC void tgsi_dump_to_file(const struct tgsi_token *tokens, uint flags, FILE *file);

/* Writes to standard error. */
PUBLIC void tgsi_dump(const struct tgsi_token *tokens, uint flags);

struct tgsi_full_declaration;
struct tgsi_full_immediate;
struct tgsi_full_instruction;
struct tgsi_full_property;

/* Write one statement of tgsi/tgsi_parse.h as a line of text to standard error; the line of an
 * instruction begins with its number. Write nothing if the statement is invalid. */
PUBLIC void tgsi_dump_declaration(const struct tgsi_full_declaration *decl);
PUBLIC void tgsi_dump_immediate(const struct tgsi_full_immediate *imm);
PUBLIC void tgsi_dump_property(const struct tgsi_full_property *prop);
PUBLIC void tgsi_dump_instruction(const struct tgsi_full_instruction *inst, uint instno);
/* Writes the line of an instruction, without a newline, to the `size` bytes of `str`, including the
 * NUL. A line that does not fit is truncated. */
PUBLIC void tgsi_dump_instruction_str(const struct tgsi_full_instruction *inst, uint instno,
                                      char *str, size_t size);

#ifdef __cplusplus
}
#endif
#endif
