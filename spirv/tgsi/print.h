/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prints TGSI tokens as text, in the form that Mesa's virgl driver prints. */
#ifndef GV_SPV_PRINT_H
#define GV_SPV_PRINT_H

#include <stddef.h>
#include <stdint.h>

/* Prints `num` tokens that gv_tgsi_verify_insn() has accepted. The caller must free() the text;
 * NULL if memory ran out. */
char *gv_tgsi_print_tokens(const uint32_t *tokens, size_t num);

#endif
