/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A TGSI statement as a plain struct, which is read from and written to the packed token array.
 * Token fields are packed by shifts rather than by the bit-fields of the Gallium header, so that
 * reading hostile arrays never depends on the compiler. */
#ifndef GV_SPV_TOKEN_H
#define GV_SPV_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spirv/words.h"

/* A register whose value is an index: FILE[index].comp, and the id of the array that is indexed. */
struct gv_tgsi_ind {
    uint8_t file;
    uint8_t comp;
    int16_t index;
    uint16_t array_id; /* 0: no array is named */
};

/* A register: FILE[dim_index][index]. If `indirect` is set, the value of `ind` is added to `index`;
 * if dim_indirect is set, the value of dim_ind is added to dim_index. */
struct gv_tgsi_reg {
    uint8_t file;
    bool indirect;
    bool dimension;
    bool dim_indirect;
    int16_t index;
    int16_t dim_index;
    struct gv_tgsi_ind ind;
    struct gv_tgsi_ind dim_ind;
};

struct gv_tgsi_src {
    struct gv_tgsi_reg reg;
    uint8_t swizzle[4];
    bool absolute; /* the absolute value is taken before negation */
    bool negate;
};

struct gv_tgsi_dst {
    struct gv_tgsi_reg reg;
    uint8_t mask;
};

struct gv_tgsi_tex_offset {
    uint8_t file;
    int16_t index;
    uint8_t swizzle[3];
};

enum {
    GV_TGSI_MAX_DST = 2,
    GV_TGSI_MAX_SRC = 5,
    GV_TGSI_MAX_OFFSETS = 4,
};

struct gv_tgsi_insn {
    uint16_t opcode; /* TGSI_OPCODE_*, or an old opcode (opcode.h) */
    bool saturate;
    bool precise;
    bool has_label;
    bool has_texture;
    bool has_memory;
    uint8_t num_dst;
    uint8_t num_src;
    uint8_t num_offsets;
    uint8_t target;      /* TGSI_TEXTURE_*, if has_texture */
    uint8_t return_type; /* TGSI_RETURN_TYPE_*, if has_texture */
    uint8_t qualifier;   /* TGSI_MEMORY_*, if has_memory */
    uint8_t mem_target;
    uint16_t mem_format;
    uint32_t label;
    struct gv_tgsi_tex_offset offsets[GV_TGSI_MAX_OFFSETS]; /* elements from num_offsets on are
                                                               undefined */
    struct gv_tgsi_dst dst[GV_TGSI_MAX_DST];
    struct gv_tgsi_src src[GV_TGSI_MAX_SRC];
};

struct gv_tgsi_decl {
    uint8_t file;
    uint8_t mask;
    bool has_dim;
    bool has_semantic;
    bool has_interp;
    bool has_array;
    bool invariant;
    bool local;
    bool atomic;
    bool image_raw;
    bool image_writable;
    uint8_t mem_type;
    uint8_t semantic;
    uint8_t interp;
    uint8_t location;
    uint8_t target;          /* TGSI_TEXTURE_*, for IMAGE and SVIEW */
    uint8_t return_types[4]; /* TGSI_RETURN_TYPE_*, for SVIEW */
    uint8_t streams[4];
    uint16_t format; /* PIPE_FORMAT_*, for IMAGE */
    uint16_t first;
    uint16_t last;
    uint16_t dim;
    uint16_t semantic_index;
    uint16_t array_id;
};

struct gv_tgsi_imm {
    uint8_t type;
    uint8_t num_words;
    uint32_t words[4];
};

struct gv_tgsi_prop {
    uint8_t name;
    uint32_t value;
};

struct gv_tgsi_statement {
    uint8_t type; /* TGSI_TOKEN_TYPE_* */
    union {
        struct gv_tgsi_decl decl;
        struct gv_tgsi_imm imm;
        struct gv_tgsi_insn insn;
        struct gv_tgsi_prop prop;
    };
};

/* Appends the tokens of a statement. */
void gv_tgsi_write(struct gv_words *tokens, const struct gv_tgsi_statement *st);

/* gv_tgsi_write_begin() writes the two header words for the processor. gv_tgsi_write_end() sets the
 * length in the header. */
void gv_tgsi_write_begin(struct gv_words *tokens, unsigned processor);
void gv_tgsi_write_end(struct gv_words *tokens);

struct gv_tgsi_reader {
    const uint32_t *tokens;
    size_t pos;
    size_t num;
    uint32_t error;       /* enum gv_diag_code; 0: no error */
    uint32_t passed_over; /* bits 1 << TGSI_TOKEN_TYPE_* of statements to skip */
};

/* Initialises a reader at the first statement of `num` tokens, which are known to have a header. */
void gv_tgsi_reader_init(struct gv_tgsi_reader *reader, const uint32_t *tokens, size_t num);

/* Reads the next statement; of a statement that the reader skips, reads only the type. Returns
 * false at the end of the tokens. Also returns false for a malformed statement, and sets
 * reader->error. */
bool gv_tgsi_read(struct gv_tgsi_reader *reader, struct gv_tgsi_statement *out_st);

#endif
