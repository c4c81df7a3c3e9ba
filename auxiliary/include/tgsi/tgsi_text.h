/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Translates TGSI text to tokens. docs/tgsi.md describes the language. */
#ifndef TGSI_TEXT_H
#define TGSI_TEXT_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Translates a NUL-terminated text into the caller's array of `num_tokens` tokens. If the text is
 * invalid or the array is too small, returns FALSE, leaves the array unchanged, and prints the
 * position and the reason of the error to standard error. Safe from any thread. */
PUBLIC boolean tgsi_text_translate(const char *text, struct tgsi_token *tokens, uint num_tokens);

#ifdef __cplusplus
}
#endif
#endif
