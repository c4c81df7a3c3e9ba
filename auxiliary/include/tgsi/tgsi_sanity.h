/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Whether tokens are a shader. Safe from any thread. */
#ifndef TGSI_SANITY_H
#define TGSI_SANITY_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* FALSE, and standard error tells why: a register that is not declared, an opcode or a nesting that
 * is none, and whatever else create_*_state refuses before it looks at the device. */
PUBLIC boolean tgsi_sanity_check(const struct tgsi_token *tokens);

#ifdef __cplusplus
}
#endif
#endif
