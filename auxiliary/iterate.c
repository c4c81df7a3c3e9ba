/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walks over tokens and calls functions. */
#include "tgsi/tgsi_iterate.h"

static boolean visit(struct tgsi_iterate_context *ctx, union tgsi_full_token *full)
{
    switch (full->Token.Type) {
    case TGSI_TOKEN_TYPE_DECLARATION:
        return !ctx->iterate_declaration || ctx->iterate_declaration(ctx, &full->FullDeclaration);
    case TGSI_TOKEN_TYPE_IMMEDIATE:
        return !ctx->iterate_immediate || ctx->iterate_immediate(ctx, &full->FullImmediate);
    case TGSI_TOKEN_TYPE_INSTRUCTION:
        return !ctx->iterate_instruction || ctx->iterate_instruction(ctx, &full->FullInstruction);
    case TGSI_TOKEN_TYPE_PROPERTY:
        return !ctx->iterate_property || ctx->iterate_property(ctx, &full->FullProperty);
    default:
        return FALSE;
    }
}

boolean tgsi_iterate_shader(const struct tgsi_token *tokens, struct tgsi_iterate_context *ctx)
{
    struct tgsi_parse_context parse;
    if (tgsi_parse_init(&parse, tokens) != TGSI_PARSE_OK)
        return FALSE;
    ctx->processor = parse.FullHeader.Processor;
    boolean more = !ctx->prolog || ctx->prolog(ctx);
    while (more && !tgsi_parse_end_of_tokens(&parse)) {
        tgsi_parse_token(&parse);
        more = visit(ctx, &parse.FullToken);
    }
    tgsi_parse_free(&parse);
    return more && (!ctx->epilog || ctx->epilog(ctx));
}
