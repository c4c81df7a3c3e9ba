/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks whether tokens are a valid shader. Safe from any thread. */
#ifndef TGSI_SANITY_H
#define TGSI_SANITY_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns FALSE, after a message on standard error, if a register is undeclared, if an opcode is
 * unknown, if control flow is unbalanced, or if create_*_state would refuse the shader on any
 * device. */
PUBLIC boolean tgsi_sanity_check(const struct tgsi_token *tokens);

#ifdef __cplusplus
}
#endif
#endif
