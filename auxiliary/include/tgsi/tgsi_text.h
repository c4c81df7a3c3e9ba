/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI text to tokens. What the language is: docs/tgsi.md. */
#ifndef TGSI_TEXT_H
#define TGSI_TEXT_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Translates a NUL-terminated text into an array of num_tokens tokens that the caller owns. FALSE
 * where the text is wrong, or the array too small; the array is left as it was then, and the place
 * and the reason of an error go to standard error. Safe from any thread. */
PUBLIC boolean tgsi_text_translate(const char *text, struct tgsi_token *tokens, uint num_tokens);

#ifdef __cplusplus
}
#endif
#endif
