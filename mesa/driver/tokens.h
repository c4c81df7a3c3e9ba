/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI tokens of Mesa as those of Galvan. The words are the same but for the width of opcodes, the
 * numbers of stages and those of formats. */
#ifndef GM_TOKENS_H
#define GM_TOKENS_H

struct tgsi_token;

/* Rewrites a shader in its place. */
void gm_convert_tokens(struct tgsi_token *tokens);

#endif
