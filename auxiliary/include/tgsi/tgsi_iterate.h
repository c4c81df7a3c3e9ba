/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walking through a token array with a function for each kind of statement. */
#ifndef TGSI_ITERATE_H
#define TGSI_ITERATE_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"
#include "tgsi/tgsi_parse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions, of which any may be NULL, get the context itself, which may be the head of a
 * larger structure. FALSE from one ends the walk. Statements live until it returns. */
struct tgsi_iterate_context {
    boolean (*prolog)(struct tgsi_iterate_context *ctx); /* before the first statement */
    boolean (*iterate_instruction)(struct tgsi_iterate_context *ctx,
                                   struct tgsi_full_instruction *inst);
    boolean (*iterate_declaration)(struct tgsi_iterate_context *ctx,
                                   struct tgsi_full_declaration *decl);
    boolean (*iterate_immediate)(struct tgsi_iterate_context *ctx, struct tgsi_full_immediate *imm);
    boolean (*iterate_property)(struct tgsi_iterate_context *ctx, struct tgsi_full_property *prop);
    boolean (*epilog)(struct tgsi_iterate_context *ctx); /* behind the last */

    struct tgsi_processor processor; /* filled before prolog */
};

/* TRUE: it came to the end. FALSE: tokens do not begin with a header, or a function said so. */
PUBLIC boolean tgsi_iterate_shader(const struct tgsi_token *tokens,
                                   struct tgsi_iterate_context *ctx);

#ifdef __cplusplus
}
#endif
#endif
