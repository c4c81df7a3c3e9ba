/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tokens to TGSI text, in the form that Mesa's virgl driver prints. */
#ifndef GV_SPV_PRINT_H
#define GV_SPV_PRINT_H

#include <stddef.h>
#include <stdint.h>

/* The text of num tokens that gv_tgsi_verify_insn() accepted, for the caller to free(); NULL when
 * memory ran out. */
char *gv_tgsi_print_tokens(const uint32_t *tokens, size_t num);

#endif
