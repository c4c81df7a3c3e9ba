/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walks over token arrays. Reads a statement token by token, never past the statement's length. */
#include "tgsi/tgsi_parse.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The unread tokens of a statement. */
struct words {
    const struct tgsi_token *at;
    unsigned num;
};

/* If `is_there` is set, reads the next token into *out; *out remains zero if no token is left. */
static void take(struct words *words, bool is_there, void *out)
{
    if (!is_there || !words->num)
        return;
    memcpy(out, words->at, sizeof(*words->at));
    words->at++;
    words->num--;
}

static void take_declaration(struct words *words, struct tgsi_full_declaration *d)
{
    take(words, true, &d->Declaration);
    take(words, true, &d->Range);
    take(words, d->Declaration.Dimension, &d->Dim);
    take(words, d->Declaration.Interpolate, &d->Interp);
    take(words, d->Declaration.Semantic, &d->Semantic);
    take(words, d->Declaration.File == TGSI_FILE_IMAGE, &d->Image);
    take(words, d->Declaration.File == TGSI_FILE_SAMPLER_VIEW, &d->SamplerView);
    take(words, d->Declaration.Array, &d->Array);
}

static void take_dst(struct words *words, struct tgsi_full_dst_register *dst)
{
    take(words, true, &dst->Register);
    take(words, dst->Register.Indirect, &dst->Indirect);
    take(words, dst->Register.Dimension, &dst->Dimension);
    take(words, dst->Dimension.Indirect, &dst->DimIndirect);
}

static void take_src(struct words *words, struct tgsi_full_src_register *src)
{
    take(words, true, &src->Register);
    take(words, src->Register.Indirect, &src->Indirect);
    take(words, src->Register.Dimension, &src->Dimension);
    take(words, src->Dimension.Indirect, &src->DimIndirect);
}

static void take_instruction(struct words *words, struct tgsi_full_instruction *in)
{
    take(words, true, &in->Instruction);
    take(words, in->Instruction.Label, &in->Label);
    take(words, in->Instruction.Texture, &in->Texture);
    for (unsigned i = 0; i < in->Texture.NumOffsets && i < TGSI_FULL_MAX_TEX_OFFSETS; i++)
        take(words, true, &in->TexOffsets[i]);
    take(words, in->Instruction.Memory, &in->Memory);
    for (unsigned i = 0; i < in->Instruction.NumDstRegs && i < TGSI_FULL_MAX_DST_REGISTERS; i++)
        take_dst(words, &in->Dst[i]);
    for (unsigned i = 0; i < in->Instruction.NumSrcRegs && i < TGSI_FULL_MAX_SRC_REGISTERS; i++)
        take_src(words, &in->Src[i]);
}

unsigned tgsi_parse_init(struct tgsi_parse_context *ctx, const struct tgsi_token *tokens)
{
    memset(ctx, 0, sizeof(*ctx));
    memcpy(&ctx->FullHeader.Header, tokens, sizeof(ctx->FullHeader.Header));
    if (ctx->FullHeader.Header.HeaderSize < 2)
        return TGSI_PARSE_ERROR;
    memcpy(&ctx->FullHeader.Processor, tokens + 1, sizeof(ctx->FullHeader.Processor));
    ctx->Tokens = tokens;
    ctx->Position = ctx->FullHeader.Header.HeaderSize;
    return TGSI_PARSE_OK;
}

void tgsi_parse_free(struct tgsi_parse_context *ctx)
{
    ctx->Tokens = NULL;
}

boolean tgsi_parse_end_of_tokens(struct tgsi_parse_context *ctx)
{
    return ctx->Position >= tgsi_num_tokens(ctx->Tokens);
}

void tgsi_parse_token(struct tgsi_parse_context *ctx)
{
    unsigned left = tgsi_num_tokens(ctx->Tokens) - ctx->Position;
    const struct tgsi_token *first = ctx->Tokens + ctx->Position;
    struct words words = {first, first->NrTokens < left ? first->NrTokens : left};
    union tgsi_full_token *full = &ctx->FullToken;
    if (!words.num)
        words.num = 1; /* a statement of length 0 is invalid and ends the walk */
    ctx->Position += words.num;
    memset(full, 0, sizeof(*full));
    switch (first->Type) {
    case TGSI_TOKEN_TYPE_DECLARATION:
        take_declaration(&words, &full->FullDeclaration);
        break;
    case TGSI_TOKEN_TYPE_IMMEDIATE:
        take(&words, true, &full->FullImmediate.Immediate);
        for (unsigned i = 0; i < 4; i++)
            take(&words, true, &full->FullImmediate.u[i]);
        break;
    case TGSI_TOKEN_TYPE_PROPERTY:
        take(&words, true, &full->FullProperty.Property);
        for (unsigned i = 0; i < 8; i++)
            take(&words, true, &full->FullProperty.u[i]);
        break;
    default:
        take_instruction(&words, &full->FullInstruction);
        break;
    }
}

struct tgsi_token *tgsi_alloc_tokens(unsigned num_tokens)
{
    return malloc(num_tokens * sizeof(struct tgsi_token));
}

struct tgsi_token *tgsi_dup_tokens(const struct tgsi_token *tokens)
{
    unsigned num = tgsi_num_tokens(tokens);
    struct tgsi_token *copy = tgsi_alloc_tokens(num);
    if (copy)
        memcpy(copy, tokens, num * sizeof(*copy));
    return copy;
}

void tgsi_free_tokens(const struct tgsi_token *tokens)
{
    free((void *)(uintptr_t)tokens);
}
