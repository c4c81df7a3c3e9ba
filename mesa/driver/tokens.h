/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts TGSI tokens of Mesa to tokens of Galvan. These tokens differ in the width of opcodes,
 * the numbers of stages and the numbers of formats. */
#ifndef GM_TOKENS_H
#define GM_TOKENS_H

struct tgsi_token;

/* Converts a shader in place. */
void gm_convert_tokens(struct tgsi_token *tokens);

#endif
