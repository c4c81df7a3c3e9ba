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

#ifdef __cplusplus
}
#endif
#endif
