/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Builds tokens from statements of tgsi/tgsi_parse.h. A shader consists of a header, a processor
 * token, and the built statements. Functions share no state between threads. */
#ifndef TGSI_BUILD_H
#define TGSI_BUILD_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"
#include "tgsi/tgsi_parse.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* tgsi_build_header() returns the header of a shader without statements. tgsi_build_processor()
 * returns the TGSI_PROCESSOR_* token that follows the header. */
struct tgsi_header tgsi_build_header(void);
struct tgsi_processor tgsi_build_processor(unsigned processor, struct tgsi_header *header);

/* Return default statements to fill in. Operands have the identity swizzle and a full write mask.
 * The Type of each statement's first token is set. */
struct tgsi_full_declaration tgsi_default_full_declaration(void);
struct tgsi_full_immediate tgsi_default_full_immediate(void);
struct tgsi_full_property tgsi_default_full_property(void);
struct tgsi_instruction tgsi_default_instruction(void);
struct tgsi_full_instruction tgsi_default_full_instruction(void);

/* Write the tokens of a statement to `tokens`, including the optional tokens that the statement's
 * bits request. Add the number of tokens to *header, the header in the program's token array.
 * Return the number of tokens. If this number exceeds `maxsize`, return 0 and leave *header
 * unchanged. NrTokens of an immediate or property determines how many values are written. */
unsigned tgsi_build_full_declaration(const struct tgsi_full_declaration *full_decl,
                                     struct tgsi_token *tokens, struct tgsi_header *header,
                                     unsigned maxsize);
unsigned tgsi_build_full_immediate(const struct tgsi_full_immediate *full_imm,
                                   struct tgsi_token *tokens, struct tgsi_header *header,
                                   unsigned maxsize);
unsigned tgsi_build_full_property(const struct tgsi_full_property *full_prop,
                                  struct tgsi_token *tokens, struct tgsi_header *header,
                                  unsigned maxsize);
unsigned tgsi_build_full_instruction(const struct tgsi_full_instruction *full_inst,
                                     struct tgsi_token *tokens, struct tgsi_header *header,
                                     unsigned maxsize);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
