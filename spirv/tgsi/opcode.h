/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of TGSI opcodes: spelling, operand counts, operand types, and the family that
 * translates them. */
#ifndef GV_SPV_OPCODE_H
#define GV_SPV_OPCODE_H

#include <stddef.h>
#include <stdint.h>

#include "pipe/p_shader_tokens.h"

enum gv_tgsi_family {
    GV_TGSI_NO_FAMILY = 0,
    GV_TGSI_MOVE,
    GV_TGSI_FLOAT,
    GV_TGSI_INT,
    GV_TGSI_COMPARE,
    GV_TGSI_CONVERT,
    GV_TGSI_DERIVATIVE,
    GV_TGSI_DISCARD,
    GV_TGSI_INTERPOLATE,
    GV_TGSI_CONTROL,
    GV_TGSI_TEXTURE,
    GV_TGSI_SAMPLE,
    GV_TGSI_DOUBLE,
    GV_TGSI_INT64,
    GV_TGSI_GEOMETRY,
    GV_TGSI_BARRIER,
    GV_TGSI_MEMORY,
    GV_TGSI_SUBGROUP,
    GV_TGSI_BINDLESS,
    GV_TGSI_FB_FETCH,
    GV_TGSI_FUNCTION,
    GV_TGSI_OLD, /* arithmetic that Gallium has removed */
    GV_TGSI_NUM_FAMILIES,
};

/* The type of an operand's or result's bits. */
enum gv_tgsi_operand {
    GV_TGSI_UNTYPED = 0, /* raw bits; source modifiers operate on floats */
    GV_TGSI_TYPE_FLOAT,
    GV_TGSI_TYPE_INT,
    GV_TGSI_TYPE_MASK,  /* ~0 or 0 */
    GV_TGSI_TYPE_TEXEL, /* the return type of the sampler view */
};

enum gv_tgsi_mode {
    GV_TGSI_MODE_OTHER = 0,
    GV_TGSI_MODE_COMPONENT, /* component i of the result is computed from components i of the
                               operands */
    GV_TGSI_MODE_REPLICATE, /* one scalar is written to every component in the write mask */
};

enum gv_tgsi_opcode_flags {
    GV_TGSI_HAS_TARGET = 1 << 0,  /* a texture target follows the operands */
    GV_TGSI_HAS_OFFSETS = 1 << 1, /* texture offsets may follow */
    GV_TGSI_HAS_MEMORY = 1 << 2,  /* memory attributes may follow */
    GV_TGSI_HAS_LABEL = 1 << 3,   /* a branch label may follow */
    GV_TGSI_INDENT = 1 << 4,      /* opens a level of control flow */
    GV_TGSI_DEDENT = 1 << 5,      /* closes a level of control flow */
    GV_TGSI_FRAG_ONLY = 1 << 6,
    GV_TGSI_GEOM_ONLY = 1 << 7,
    GV_TGSI_BARE = 1 << 8, /* old shaders omit the source operands */
};

enum {
    /* Calls a function of the library with five vectors. The instruction's label is the function's
     * GALVAN_FUNCTION_*. Only shaders that the driver generates have this opcode; Gallium does not
     * use its number. */
    GV_TGSI_OPCODE_GLSL = TGSI_OPCODE_POPA + 1,
    GV_TGSI_OPCODE_END, /* one above the highest opcode that is supported */
};

struct gv_tgsi_opcode {
    char name[16]; /* padded with 0; "": the number is not an opcode */
    uint8_t num_dst;
    uint8_t num_src;
    uint8_t mode;     /* enum gv_tgsi_mode */
    uint8_t family;   /* enum gv_tgsi_family */
    uint8_t dst_type; /* enum gv_tgsi_operand */
    uint8_t src_type; /* enum gv_tgsi_operand */
    uint16_t flags;   /* enum gv_tgsi_opcode_flags */
};

extern const struct gv_tgsi_opcode gv_tgsi_opcodes[GV_TGSI_OPCODE_END];

/* Returns the row of an opcode. NULL if there is no such opcode. */
static inline const struct gv_tgsi_opcode *gv_tgsi_opcode(unsigned opcode)
{
    if (opcode >= GV_TGSI_OPCODE_END || !gv_tgsi_opcodes[opcode].name[0])
        return NULL;
    return &gv_tgsi_opcodes[opcode];
}

/* Returns the opcode with the given spelling (upper case, `len` bytes), or -1. */
int gv_tgsi_find_opcode(const char *name, size_t len);

#endif
