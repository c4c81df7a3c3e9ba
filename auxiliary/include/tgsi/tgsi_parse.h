/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Walks over a token array statement by statement, and allocates token arrays. The arrays belong to
 * the program and are trusted. Functions share no state between threads. */
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

/* Statements with all optional tokens. Tokens that a statement lacks are zero. */
struct tgsi_full_header {
    struct tgsi_header Header;
    struct tgsi_processor Processor;
};

struct tgsi_full_dst_register {
    struct tgsi_dst_register Register;
    struct tgsi_ind_register Indirect;    /* if Register.Indirect is set */
    struct tgsi_dimension Dimension;      /* if Register.Dimension is set */
    struct tgsi_ind_register DimIndirect; /* if Dimension.Indirect is set */
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
    struct tgsi_declaration_image Image;              /* for declarations of the file IMAGE */
    struct tgsi_declaration_sampler_view SamplerView; /* for declarations of the file
                                                         SAMPLER_VIEW */
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
    struct tgsi_instruction_label Label;     /* if Instruction.Label is set */
    struct tgsi_instruction_texture Texture; /* if Instruction.Texture is set */
    struct tgsi_instruction_memory Memory;   /* if Instruction.Memory is set */
    struct tgsi_full_dst_register Dst[TGSI_FULL_MAX_DST_REGISTERS];
    struct tgsi_full_src_register Src[TGSI_FULL_MAX_SRC_REGISTERS];
    struct tgsi_texture_offset TexOffsets[TGSI_FULL_MAX_TEX_OFFSETS];
};

/* Token.Type selects the member. */
union tgsi_full_token {
    struct tgsi_token Token;
    struct tgsi_full_declaration FullDeclaration;
    struct tgsi_full_immediate FullImmediate;
    struct tgsi_full_instruction FullInstruction;
    struct tgsi_full_property FullProperty;
};

struct tgsi_parse_context {
    const struct tgsi_token *Tokens; /* the caller's array, which must remain valid */
    unsigned Position;               /* index of the first token of the next statement */
    struct tgsi_full_header FullHeader;
    union tgsi_full_token FullToken; /* set by tgsi_parse_token() */
};

#define TGSI_PARSE_OK    0
#define TGSI_PARSE_ERROR 1

/* Begins a walk. Returns TGSI_PARSE_OK, or TGSI_PARSE_ERROR if `tokens` do not begin with a
 * header. */
PUBLIC unsigned tgsi_parse_init(struct tgsi_parse_context *ctx, const struct tgsi_token *tokens);
/* Ends the walk. Frees nothing that belongs to the caller. */
PUBLIC void tgsi_parse_free(struct tgsi_parse_context *ctx);
PUBLIC boolean tgsi_parse_end_of_tokens(struct tgsi_parse_context *ctx);
/* Reads the next statement into FullToken. Must not be called at the end. */
PUBLIC void tgsi_parse_token(struct tgsi_parse_context *ctx);

/* Returns the number of tokens of an array, including its header. */
static inline unsigned tgsi_num_tokens(const struct tgsi_token *tokens)
{
    struct tgsi_header header;

    memcpy(&header, tokens, sizeof(header));
    return header.HeaderSize + header.BodySize;
}

/* Returns the TGSI_PROCESSOR_* of a shader. */
static inline unsigned tgsi_get_processor_type(const struct tgsi_token *tokens)
{
    struct tgsi_processor processor;

    memcpy(&processor, tokens + 1, sizeof(processor));
    return processor.Processor;
}

/* Allocate arrays, which the caller must free with tgsi_free_tokens(). Return NULL if memory runs
 * out. tgsi_free_tokens() accepts NULL. */
PUBLIC struct tgsi_token *tgsi_dup_tokens(const struct tgsi_token *tokens);
PUBLIC struct tgsi_token *tgsi_alloc_tokens(unsigned num_tokens); /* not initialised */
PUBLIC void tgsi_free_tokens(const struct tgsi_token *tokens);

#ifdef __cplusplus
}
#endif
#endif
