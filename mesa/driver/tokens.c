/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "tokens.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"

#include "names.h"

/* The first dword of an instruction in Galvan's layout. */
struct galvan_instruction {
    unsigned Type : 4;
    unsigned NrTokens : 8;
    unsigned Opcode : 9;
    unsigned Saturate : 1;
    unsigned NumDstRegs : 2;
    unsigned NumSrcRegs : 4;
    unsigned Label : 1;
    unsigned Texture : 1;
    unsigned Memory : 1;
    unsigned Precise : 1;
};

_Static_assert(sizeof(struct galvan_instruction) == 4 && sizeof(struct tgsi_instruction) == 4, "");

static void convert_memory(uint32_t *word)
{
    struct tgsi_instruction_memory memory;

    memcpy(&memory, word, sizeof(memory));
    memory.Format = gm_format((enum pipe_format)memory.Format);
    memcpy(word, &memory, sizeof(memory));
}

/* Returns the number of dwords of a register operand: one for the register, and one each for its
 * index register, its dimension and the dimension's index register, if they exist. */
static unsigned register_words(const uint32_t *word, bool indirect, bool has_dimension)
{
    struct tgsi_dimension dimension = {0};

    if (has_dimension)
        memcpy(&dimension, word + 1 + indirect, sizeof(dimension));
    return 1 + indirect + has_dimension + dimension.Indirect;
}

static unsigned operand_words(const struct tgsi_instruction *instruction, const uint32_t *words)
{
    const uint32_t *next = words;

    for (unsigned i = 0; i < instruction->NumDstRegs; i++) {
        struct tgsi_dst_register dst;

        memcpy(&dst, next, sizeof(dst));
        next += register_words(next, dst.Indirect, dst.Dimension);
    }
    for (unsigned i = 0; i < instruction->NumSrcRegs; i++) {
        struct tgsi_src_register src;

        memcpy(&src, next, sizeof(src));
        next += register_words(next, src.Indirect, src.Dimension);
    }
    return (unsigned)(next - words);
}

static unsigned known_type(unsigned type)
{
    return type < TGSI_RETURN_TYPE_UNKNOWN ? type : TGSI_RETURN_TYPE_FLOAT;
}

/* Converts the dwords that describe an instruction's texture, and returns their number. Mesa's
 * parser of TGSI text does not set the return type. */
static unsigned convert_texture(uint32_t *words)
{
    struct tgsi_instruction_texture texture;

    memcpy(&texture, words, sizeof(texture));
    texture.ReturnType = known_type(texture.ReturnType);
    memcpy(words, &texture, sizeof(texture));
    return 1 + texture.NumOffsets;
}

/* Converts an instruction and returns its length. Mesa's NrTokens may be wrong, because Mesa does
 * not read it. */
static unsigned convert_instruction(uint32_t *words)
{
    struct tgsi_instruction from;
    unsigned next = 1;

    memcpy(&from, words, sizeof(from));
    next += from.Label;
    if (from.Texture)
        next += convert_texture(&words[next]);
    if (from.Memory)
        convert_memory(&words[next++]);
    next += operand_words(&from, &words[next]);
    const struct galvan_instruction to = {
        .Type = from.Type,
        .NrTokens = next,
        .Opcode = from.Opcode,
        .Saturate = from.Saturate,
        .NumDstRegs = from.NumDstRegs,
        .NumSrcRegs = from.NumSrcRegs,
        .Label = from.Label,
        .Texture = from.Texture,
        .Memory = from.Memory,
        .Precise = from.Precise,
    };
    memcpy(words, &to, sizeof(to));
    return next;
}

/* Converts the format of an image, or unknown return types of a sampler view. Returns the length of
 * the declaration. */
static unsigned convert_declaration(uint32_t *words)
{
    struct tgsi_declaration decl;
    struct tgsi_declaration_image image;
    struct tgsi_declaration_sampler_view view;

    memcpy(&decl, words, sizeof(decl));
    uint32_t *extra = words + 2 + decl.Dimension + decl.Interpolate + decl.Semantic;
    if (decl.File == TGSI_FILE_IMAGE) {
        memcpy(&image, extra, sizeof(image));
        image.Format = gm_format((enum pipe_format)image.Format);
        memcpy(extra, &image, sizeof(image));
    } else if (decl.File == TGSI_FILE_SAMPLER_VIEW) {
        memcpy(&view, extra, sizeof(view));
        view.ReturnTypeX = known_type(view.ReturnTypeX);
        view.ReturnTypeY = known_type(view.ReturnTypeY);
        view.ReturnTypeZ = known_type(view.ReturnTypeZ);
        view.ReturnTypeW = known_type(view.ReturnTypeW);
        memcpy(extra, &view, sizeof(view));
    }
    extra += (decl.File == TGSI_FILE_IMAGE) + (decl.File == TGSI_FILE_SAMPLER_VIEW) + decl.Array;
    decl.NrTokens = (unsigned)(extra - words);
    memcpy(words, &decl, sizeof(decl));
    return decl.NrTokens;
}

/* Converts the number of the next stage, and resets the origin and the pixel centre. The frontend
 * already converts positions to Galvan's only origin and pixel centre, but leaves the properties as
 * the program set them. */
static void convert_property(uint32_t *words)
{
    struct tgsi_property property;

    memcpy(&property, words, sizeof(property));
    if (property.PropertyName == TGSI_PROPERTY_NEXT_SHADER)
        words[1] = gm_stage(words[1]);
    else if (property.PropertyName == TGSI_PROPERTY_FS_COORD_ORIGIN)
        words[1] = TGSI_FS_COORD_ORIGIN_UPPER_LEFT;
    else if (property.PropertyName == TGSI_PROPERTY_FS_COORD_PIXEL_CENTER)
        words[1] = TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER;
}

void gm_convert_tokens(struct tgsi_token *tokens)
{
    uint32_t *words = (uint32_t *)tokens;
    struct tgsi_header header;
    struct tgsi_processor processor;

    memcpy(&header, words, sizeof(header));
    memcpy(&processor, &words[1], sizeof(processor));
    processor.Processor = gm_stage(processor.Processor);
    memcpy(&words[1], &processor, sizeof(processor));
    words += header.HeaderSize;
    for (uint32_t *end = words + header.BodySize; words < end;) {
        struct tgsi_token token;
        struct tgsi_immediate immediate;

        memcpy(&token, words, sizeof(token));
        unsigned num_words = token.NrTokens;
        if (token.Type == TGSI_TOKEN_TYPE_INSTRUCTION) {
            num_words = convert_instruction(words);
        } else if (token.Type == TGSI_TOKEN_TYPE_DECLARATION) {
            num_words = convert_declaration(words);
        } else if (token.Type == TGSI_TOKEN_TYPE_PROPERTY) {
            convert_property(words);
        } else {
            memcpy(&immediate, words, sizeof(immediate));
            num_words = immediate.NrTokens;
        }
        words += num_words;
    }
}
