/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walks over a token array and calls a function for each statement. */
#ifndef TGSI_ITERATE_H
#define TGSI_ITERATE_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"
#include "tgsi/tgsi_parse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The callbacks, each of which may be NULL. A callback gets the tgsi_iterate_context, which may be
 * the first member of a larger structure. If a callback returns FALSE, the walk ends. A statement
 * is valid until its callback returns. */
struct tgsi_iterate_context {
    boolean (*prolog)(struct tgsi_iterate_context *ctx); /* before the first statement */
    boolean (*iterate_instruction)(struct tgsi_iterate_context *ctx,
                                   struct tgsi_full_instruction *inst);
    boolean (*iterate_declaration)(struct tgsi_iterate_context *ctx,
                                   struct tgsi_full_declaration *decl);
    boolean (*iterate_immediate)(struct tgsi_iterate_context *ctx, struct tgsi_full_immediate *imm);
    boolean (*iterate_property)(struct tgsi_iterate_context *ctx, struct tgsi_full_property *prop);
    boolean (*epilog)(struct tgsi_iterate_context *ctx); /* after the last statement */

    struct tgsi_processor processor; /* set before prolog is called */
};

/* Returns TRUE if the walk reached the end. Returns FALSE if `tokens` do not begin with a header,
 * or if a callback returned FALSE. */
PUBLIC boolean tgsi_iterate_shader(const struct tgsi_token *tokens,
                                   struct tgsi_iterate_context *ctx);

#ifdef __cplusplus
}
#endif
#endif
