/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generated shaders: stages whose interface depends on the shaders of the program, as they pass on
 * its varyings. Their text declares and moves varyings; what they calculate is GLSL, in functions
 * of the library (spirv/translate/library), which they call. All other internal shaders are GLSL.
 */
#ifndef GV_SHADER_TEXT_H
#define GV_SHADER_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/spirv.h"

struct gv_text;

/* ---- Keys: what a shader is generated for. Filled with zeros first, compared as bytes. */

/* A tessellation control shader that passes on its inputs, with the levels of set_tess_state:
 * GL draws patches without one, Vulkan does not. */
struct gv_tess_ctrl_key {
    uint64_t slots; /* varyings that it passes on */
    uint32_t num_vertices;
    uint32_t point_size; /* the vertex shader writes it */
};

/* A geometry shader that a pass of a draw, or a lowered draw, needs. */
struct gv_pass_shader_key {
    uint64_t slots;      /* varyings that it passes on */
    uint64_t flat_slots; /* those of them that the whole primitive has from one vertex */
    uint8_t num_clipdist, num_culldist;
    bool points;     /* outlines: of vertices, not edges */
    bool edge_flags; /* the vertex shader writes them, and they count */
    bool point_size; /* the vertex shader writes it, and it counts */
    bool triangles;  /* outlines: of triangles as they are, those of another shader */
    bool flat_first; /* line ends, triangles: flat varyings come from the first vertex */
};

/* A geometry shader that writes the numbers of primitives. */
struct gv_numbering_key {
    struct gv_pass_shader_key base;
    uint32_t num_vertices, id_shift;
    bool layer, viewport_index; /* the vertex shader writes them */
};

/* A vertex shader that reads vertex entries, and expands lines. */
struct gv_entry_shader_key {
    uint64_t slots; /* varyings */
    uint8_t num_clipdist, num_culldist;
    uint8_t header; /* bit n: dword n of the header, from 4 on */
    struct gv_line_quads_key {
        uint64_t flat_slots; /* varyings that the whole line has from one end */
        enum gv_line_quads_shape {
            GV_NO_LINE_QUADS,
            GV_QUADS_OF_PIXELS, /* columns or rows of whole pixels, across the longer axis */
            GV_QUADS_EXACT,     /* rectangles */
            GV_QUADS_SMOOTH,    /* with half a pixel all around that is covered in part */
        } shape;
        uint8_t subpixel_bits; /* of the device's grid */
        bool lower;            /* lines are drawn a subpixel further down (viewport.c) */
        bool flat_first;       /* that end is the first */
    } line_quads;
    uint32_t captured_id; /* of the shader whose stream output the device captures; 0: none */
};

/* ---- Constant buffer 0 of the geometry shaders: what may change from draw to draw. */

struct gv_outline_constants {
    float scale[3], depth_bias; /* the viewport's scale and z translation */
    float front_sign;           /* of the area of front faces in clip space */
    float keep_front, keep_back;
    float near; /* z / w of the near plane */
    /* Depth offset: units in depth, the same for each power of two of depth, and slope. */
    float units, float_units, slope, offset;
    float offset_min, offset_max;
    float clip_per_depth; /* 1 / scale[2] */
    float pad;
};

struct gv_line_end_constants {
    float scale[2], translate[2];     /* from clip to window space */
    float subpixels, subpixel;        /* in a pixel; the size of one */
    uint32_t stipple, pixels_per_bit; /* the pattern, least significant bit first */
};

/* ---- The texts. key is the struct that belongs to the function. */

void gv_tess_ctrl_text(struct gv_text *t, const void *key);

/* Draws what Vulkan's polygon modes cannot: the edges or vertices of triangles, quads and polygons
 * without inner edges and as their edge flags require. Its input is what gv_index_pattern_outline()
 * makes of a draw's indices, or triangles of another shader. */
void gv_outline_text(struct gv_text *t, const void *key);

/* Draws the last pixel of lines. */
void gv_line_end_text(struct gv_text *t, const void *key);

void gv_numbering_text(struct gv_text *t, const void *key);

void gv_entry_text(struct gv_text *t, const void *key);

/* The register of that shader that has an output of the last vertex stage (galvan_spirv_output());
 * -1: none. */
int gv_entry_text_register(const struct gv_entry_shader_key *key, int output);

/* ---- Parts of the texts. A text calls GALVAN_FUNCTION_<n> of the library by "GLSL dst, five
 * operands :<n>"; IMM[0] stands for operands that the function ignores. Registers: 0 the position,
 * then the varyings, then the others. */

/* Declares the varyings of slots in a file from register first on; returns the next register. */
unsigned gv_text_declare_varyings(struct gv_text *t, const char *file, uint64_t slots,
                                  unsigned first);

void gv_text_declare_distances(struct gv_text *t, unsigned num_clipdist, unsigned num_culldist);

/* The register after the varyings. */
unsigned gv_pass_text_next_register(const struct gv_pass_shader_key *key);

/* Properties of a geometry shader, and the declarations of position and varyings. */
void gv_pass_text_declare(struct gv_text *t, const struct gv_pass_shader_key *key,
                          const char *input, const char *output, unsigned max_vertices);

/* Outputs the varyings of a vertex, flat ones those of another. */
void gv_pass_text_move(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned vertex,
                       unsigned provoking);

#endif
