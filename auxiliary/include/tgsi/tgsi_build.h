/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Statements of tgsi/tgsi_parse.h to tokens. A shader begins with a header and a processor; what is
 * built goes behind it. Nothing here is shared between threads. */
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

/* A header of a shader without statements, and TGSI_PROCESSOR_* behind it. */
struct tgsi_header tgsi_build_header(void);
struct tgsi_processor tgsi_build_processor(unsigned processor, struct tgsi_header *header);

/* Statements to fill in: all components are read and written, from where they stand, and a
 * declaration, immediate or property has its type. */
struct tgsi_full_declaration tgsi_default_full_declaration(void);
struct tgsi_full_immediate tgsi_default_full_immediate(void);
struct tgsi_full_property tgsi_default_full_property(void);
struct tgsi_instruction tgsi_default_instruction(void);
struct tgsi_full_instruction tgsi_default_full_instruction(void);

/* Writes the words that the statement's bits ask for to tokens, and adds them to header, which then
 * stands in the program's array. Returns how many they are; 0 where that is more than maxsize, and
 * header is as it was. Of an immediate and a property NrTokens tells how many values there are. */
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
