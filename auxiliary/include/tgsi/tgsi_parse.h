/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walking through a token array, one statement after the other, and arrays on the heap. The arrays
 * are the program's own and are believed; nothing here is shared between threads. */
#ifndef TGSI_PARSE_H
#define TGSI_PARSE_H

#include "pipe/p_compiler.h"
#include "pipe/p_shader_tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TGSI_FULL_MAX_DST_REGISTERS 2
#define TGSI_FULL_MAX_SRC_REGISTERS 5
#define TGSI_FULL_MAX_TEX_OFFSETS   4

/* Statements with all words that they can have; words that a statement lacks are zero. */
struct tgsi_full_header {
    struct tgsi_header Header;
    struct tgsi_processor Processor;
};

struct tgsi_full_dst_register {
    struct tgsi_dst_register Register;
    struct tgsi_ind_register Indirect;    /* with Register.Indirect */
    struct tgsi_dimension Dimension;      /* with Register.Dimension */
    struct tgsi_ind_register DimIndirect; /* with Dimension.Indirect */
};

struct tgsi_full_src_register {
    struct tgsi_src_register Register;
    struct tgsi_ind_register Indirect;
    struct tgsi_dimension Dimension;
    struct tgsi_ind_register DimIndirect;
};

struct tgsi_full_declaration {
    struct tgsi_declaration Declaration;
    struct tgsi_declaration_range Range;
    struct tgsi_declaration_dimension Dim;
    struct tgsi_declaration_interp Interp;
    struct tgsi_declaration_semantic Semantic;
    struct tgsi_declaration_image Image;              /* of the file IMAGE */
    struct tgsi_declaration_sampler_view SamplerView; /* of the file SAMPLER_VIEW */
    struct tgsi_declaration_array Array;
};

struct tgsi_full_immediate {
    struct tgsi_immediate Immediate;
    union tgsi_immediate_data u[4];
};

struct tgsi_full_property {
    struct tgsi_property Property;
    struct tgsi_property_data u[8];
};

struct tgsi_full_instruction {
    struct tgsi_instruction Instruction;
    struct tgsi_instruction_label Label;     /* with Instruction.Label */
    struct tgsi_instruction_texture Texture; /* with Instruction.Texture */
    struct tgsi_instruction_memory Memory;   /* with Instruction.Memory */
    struct tgsi_full_dst_register Dst[TGSI_FULL_MAX_DST_REGISTERS];
    struct tgsi_full_src_register Src[TGSI_FULL_MAX_SRC_REGISTERS];
    struct tgsi_texture_offset TexOffsets[TGSI_FULL_MAX_TEX_OFFSETS];
};

/* Token.Type tells which. */
union tgsi_full_token {
    struct tgsi_token Token;
    struct tgsi_full_declaration FullDeclaration;
    struct tgsi_full_immediate FullImmediate;
    struct tgsi_full_instruction FullInstruction;
    struct tgsi_full_property FullProperty;
};

struct tgsi_parse_context {
    const struct tgsi_token *Tokens; /* the caller's, who keeps it while this is used */
    unsigned Position;               /* of the next statement's first token */
    struct tgsi_full_header FullHeader;
    union tgsi_full_token FullToken; /* after tgsi_parse_token() */
};

#define TGSI_PARSE_OK    0
#define TGSI_PARSE_ERROR 1

/* TGSI_PARSE_OK, or TGSI_PARSE_ERROR where tokens do not begin with a header. */
PUBLIC unsigned tgsi_parse_init(struct tgsi_parse_context *ctx, const struct tgsi_token *tokens);
/* Frees nothing of the caller's. */
PUBLIC void tgsi_parse_free(struct tgsi_parse_context *ctx);
PUBLIC boolean tgsi_parse_end_of_tokens(struct tgsi_parse_context *ctx);
/* Reads the next statement into FullToken; not at the end. */
PUBLIC void tgsi_parse_token(struct tgsi_parse_context *ctx);

/* Tokens of the array, its header included. */
static inline unsigned tgsi_num_tokens(const struct tgsi_token *tokens)
{
    struct tgsi_header header;

    memcpy(&header, tokens, sizeof(header));
    return header.HeaderSize + header.BodySize;
}

/* TGSI_PROCESSOR_* of a shader. */
static inline unsigned tgsi_get_processor_type(const struct tgsi_token *tokens)
{
    struct tgsi_processor processor;

    memcpy(&processor, tokens + 1, sizeof(processor));
    return processor.Processor;
}

/* Arrays for the caller to end with tgsi_free_tokens(), which takes NULL, too. NULL: no memory. */
PUBLIC struct tgsi_token *tgsi_dup_tokens(const struct tgsi_token *tokens);
PUBLIC struct tgsi_token *tgsi_alloc_tokens(unsigned num_tokens); /* not initialised */
PUBLIC void tgsi_free_tokens(const struct tgsi_token *tokens);

#ifdef __cplusplus
}
#endif
#endif
