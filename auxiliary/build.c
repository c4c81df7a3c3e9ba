/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts statements to tokens. tokens.c converts tokens to statements. */
#include "tgsi/tgsi_build.h"

#include <stdbool.h>
#include <string.h>

/* The output array of a statement. `num` also counts tokens that do not fit into the array. */
struct space {
    struct tgsi_token *tokens;
    unsigned num, max;
};

static void give(struct space *space, bool is_there, const void *word)
{
    if (!is_there)
        return;
    if (space->num < space->max)
        memcpy(space->tokens + space->num, word, sizeof(*space->tokens));
    space->num++;
}

static unsigned end(const struct space *space, struct tgsi_header *header)
{
    if (space->num > space->max)
        return 0;
    space->tokens[0].NrTokens = space->num & 0xff;
    header->BodySize += space->num;
    return space->num;
}

struct tgsi_header tgsi_build_header(void)
{
    return (struct tgsi_header){.HeaderSize = 1};
}

struct tgsi_processor tgsi_build_processor(unsigned processor, struct tgsi_header *header)
{
    header->HeaderSize++;
    return (struct tgsi_processor){.Processor = processor & 0xf};
}

/* ---- Declarations, immediates, properties ---------------------------------------------------- */

struct tgsi_full_declaration tgsi_default_full_declaration(void)
{
    return (struct tgsi_full_declaration){
        .Declaration = {.Type = TGSI_TOKEN_TYPE_DECLARATION, .UsageMask = TGSI_WRITEMASK_XYZW}};
}

unsigned tgsi_build_full_declaration(const struct tgsi_full_declaration *full_decl,
                                     struct tgsi_token *tokens, struct tgsi_header *header,
                                     unsigned maxsize)
{
    const struct tgsi_declaration *d = &full_decl->Declaration;
    struct space space = {tokens, 0, maxsize};
    give(&space, true, d);
    give(&space, true, &full_decl->Range);
    give(&space, d->Dimension, &full_decl->Dim);
    give(&space, d->Interpolate, &full_decl->Interp);
    give(&space, d->Semantic, &full_decl->Semantic);
    give(&space, d->File == TGSI_FILE_IMAGE, &full_decl->Image);
    give(&space, d->File == TGSI_FILE_SAMPLER_VIEW, &full_decl->SamplerView);
    give(&space, d->Array, &full_decl->Array);
    return end(&space, header);
}

struct tgsi_full_immediate tgsi_default_full_immediate(void)
{
    return (struct tgsi_full_immediate){
        .Immediate = {.Type = TGSI_TOKEN_TYPE_IMMEDIATE, .NrTokens = 1}};
}

unsigned tgsi_build_full_immediate(const struct tgsi_full_immediate *full_imm,
                                   struct tgsi_token *tokens, struct tgsi_header *header,
                                   unsigned maxsize)
{
    struct space space = {tokens, 0, maxsize};
    give(&space, true, &full_imm->Immediate);
    for (unsigned i = 0; i < 4 && i + 1 < full_imm->Immediate.NrTokens; i++)
        give(&space, true, &full_imm->u[i]);
    return end(&space, header);
}

struct tgsi_full_property tgsi_default_full_property(void)
{
    return (struct tgsi_full_property){
        .Property = {.Type = TGSI_TOKEN_TYPE_PROPERTY, .NrTokens = 1}};
}

unsigned tgsi_build_full_property(const struct tgsi_full_property *full_prop,
                                  struct tgsi_token *tokens, struct tgsi_header *header,
                                  unsigned maxsize)
{
    struct space space = {tokens, 0, maxsize};
    give(&space, true, &full_prop->Property);
    for (unsigned i = 0; i < 8 && i + 1 < full_prop->Property.NrTokens; i++)
        give(&space, true, &full_prop->u[i]);
    return end(&space, header);
}

/* ---- Instructions ---------------------------------------------------------------------------- */

struct tgsi_instruction tgsi_default_instruction(void)
{
    return (struct tgsi_instruction){
        .Type = TGSI_TOKEN_TYPE_INSTRUCTION, .NumDstRegs = 1, .NumSrcRegs = 1};
}

struct tgsi_full_instruction tgsi_default_full_instruction(void)
{
    struct tgsi_full_instruction in = {.Instruction = tgsi_default_instruction()};
    for (unsigned i = 0; i < TGSI_FULL_MAX_DST_REGISTERS; i++)
        in.Dst[i].Register.WriteMask = TGSI_WRITEMASK_XYZW;
    for (unsigned i = 0; i < TGSI_FULL_MAX_SRC_REGISTERS; i++) {
        in.Src[i].Register.SwizzleY = TGSI_SWIZZLE_Y;
        in.Src[i].Register.SwizzleZ = TGSI_SWIZZLE_Z;
        in.Src[i].Register.SwizzleW = TGSI_SWIZZLE_W;
    }
    return in;
}

static void give_dst(struct space *space, const struct tgsi_full_dst_register *dst)
{
    give(space, true, &dst->Register);
    give(space, dst->Register.Indirect, &dst->Indirect);
    give(space, dst->Register.Dimension, &dst->Dimension);
    give(space, dst->Register.Dimension && dst->Dimension.Indirect, &dst->DimIndirect);
}

static void give_src(struct space *space, const struct tgsi_full_src_register *src)
{
    give(space, true, &src->Register);
    give(space, src->Register.Indirect, &src->Indirect);
    give(space, src->Register.Dimension, &src->Dimension);
    give(space, src->Register.Dimension && src->Dimension.Indirect, &src->DimIndirect);
}

unsigned tgsi_build_full_instruction(const struct tgsi_full_instruction *full_inst,
                                     struct tgsi_token *tokens, struct tgsi_header *header,
                                     unsigned maxsize)
{
    const struct tgsi_instruction *in = &full_inst->Instruction;
    struct space space = {tokens, 0, maxsize};
    give(&space, true, in);
    give(&space, in->Label, &full_inst->Label);
    give(&space, in->Texture, &full_inst->Texture);
    for (unsigned i = 0; in->Texture && i < full_inst->Texture.NumOffsets; i++)
        give(&space, i < TGSI_FULL_MAX_TEX_OFFSETS, &full_inst->TexOffsets[i]);
    give(&space, in->Memory, &full_inst->Memory);
    for (unsigned i = 0; i < in->NumDstRegs && i < TGSI_FULL_MAX_DST_REGISTERS; i++)
        give_dst(&space, &full_inst->Dst[i]);
    for (unsigned i = 0; i < in->NumSrcRegs && i < TGSI_FULL_MAX_SRC_REGISTERS; i++)
        give_src(&space, &full_inst->Src[i]);
    return end(&space, header);
}
