/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generated shaders: stages whose interface depends on the program's other shaders, because the
 * stages pass on varyings. The text of a generated shader declares and moves varyings, and calls
 * GLSL functions of the library (spirv/translate/library) to compute values. All other internal
 * shaders are GLSL. */
#ifndef GV_SHADER_TEXT_H
#define GV_SHADER_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/spirv.h"

struct gv_text;

/* ---- Keys of generated shaders. They are zeroed before they are filled in, and compared as
 * bytes. */

/* A tessellation control shader that passes on its inputs and writes the levels of set_tess_state.
 * GL draws patches without a control shader, Vulkan does not. */
struct gv_tess_ctrl_key {
    uint64_t slots; /* varyings that the shader passes on */
    uint32_t num_vertices;
    uint32_t point_size; /* the vertex shader writes point sizes */
};

/* A geometry shader for a pass of a draw or for a lowered draw. */
struct gv_pass_shader_key {
    uint64_t slots;      /* varyings that the shader passes on */
    uint64_t flat_slots; /* varyings that the whole primitive takes from one vertex */
    uint8_t num_clipdist, num_culldist;
    bool points;     /* outlines: draws vertices, not edges */
    bool edge_flags; /* the vertex shader writes edge flags, and the flags have an effect */
    bool point_size; /* the vertex shader writes point sizes, and the sizes have an effect */
    bool triangles;  /* outlines: the input is triangles of another shader; false: the input is the
                        draw's rewritten indices */
    bool flat_first; /* line ends, and outlines with triangles: flat varyings come from the first
                        vertex */
};

/* A geometry shader that writes primitive ids. */
struct gv_numbering_key {
    struct gv_pass_shader_key base;
    uint32_t num_vertices, id_shift;
    bool layer, viewport_index; /* outputs that the vertex shader writes */
};

/* A vertex shader that reads vertex entries, and may expand lines. */
struct gv_entry_shader_key {
    uint64_t slots; /* varyings that the shader writes */
    uint8_t num_clipdist, num_culldist;
    uint8_t header; /* mask of dwords of the entry's header, from dword 4 on */
    struct gv_line_quads_key {
        uint64_t flat_slots; /* varyings that the whole line takes from one end */
        enum gv_line_quads_shape {
            GV_NO_LINE_QUADS,
            GV_QUADS_OF_PIXELS, /* aliased lines: columns or rows of whole pixels, perpendicular to
                                   the longer axis */
            GV_QUADS_EXACT,     /* rectangles */
            GV_QUADS_SMOOTH,    /* rectangles with a border of half a pixel, whose pixels are partly
                                   covered */
        } shape;
        uint8_t subpixel_bits; /* subpixel precision of the device */
        bool lower;            /* lines are drawn lower by one subpixel (viewport.c) */
        bool flat_first;       /* flat varyings come from the first end */
    } line_quads;
    uint32_t captured_id; /* id of the shader whose stream output the device captures; 0: no
                             capture */
};

/* ---- Constant buffer 0 of the geometry shaders: values that may change with each draw. */

struct gv_outline_constants {
    float scale[3], depth_bias; /* the viewport's scale and z translation */
    float front_sign;           /* sign of the area of front faces in clip space */
    float keep_front, keep_back;
    float near; /* z / w of vertices at the near plane */
    /* Depth bias. units: the offset units as a depth. float_units: offset units that scale with
     * each power of two of the depth. slope: the slope factor. offset: 1 if depth bias applies,
     * otherwise 0. */
    float units, float_units, slope, offset;
    float offset_min, offset_max;
    float clip_per_depth; /* 1 / scale[2] */
    float pad;
};

struct gv_line_end_constants {
    float scale[2], translate[2];     /* scale and translation from clip space to window space */
    float subpixels, subpixel;        /* number of subpixels in a pixel; size of a subpixel */
    uint32_t stipple, pixels_per_bit; /* the stipple pattern, starting at the least significant bit;
                                         the number of pixels for each bit */
};

/* ---- Texts of generated shaders. `key` points to the key structure of the function's shader. */

void gv_tess_ctrl_text(struct gv_text *t, const void *key);

/* Writes the outline shader, for polygon modes that Vulkan lacks. The shader draws the edges or
 * vertices of triangles, quads and polygons, but no inner edges, and respects edge flags. Its input
 * is a draw's indices rewritten by gv_index_pattern_outline(), or triangles of another shader. */
void gv_outline_text(struct gv_text *t, const void *key);

/* Writes the shader that draws the last pixel of lines. */
void gv_line_end_text(struct gv_text *t, const void *key);

void gv_numbering_text(struct gv_text *t, const void *key);

void gv_entry_text(struct gv_text *t, const void *key);

/* Returns the entry shader's output register for an output of the last vertex stage. `output` is
 * numbered as by galvan_spirv_output(). -1 if there is no such register. */
int gv_entry_text_register(const struct gv_entry_shader_key *key, int output);

/* ---- Parts of the texts. A text calls GALVAN_FUNCTION_<n> of the library by "GLSL dst, five
 * operands :<n>". IMM[0] is the operand where the function ignores one. Registers: 0 is the
 * position, then the varyings, then other values. */

/* Declares the varyings of `slots` in a register file, starting at register `first`. Returns the
 * next register. */
unsigned gv_text_declare_varyings(struct gv_text *t, const char *file, uint64_t slots,
                                  unsigned first);

void gv_text_declare_distances(struct gv_text *t, unsigned num_clipdist, unsigned num_culldist);

/* Returns the register after the varyings. */
unsigned gv_pass_text_next_register(const struct gv_pass_shader_key *key);

/* Declares a geometry shader's properties, its position, and its varyings. */
void gv_pass_text_declare(struct gv_text *t, const struct gv_pass_shader_key *key,
                          const char *input, const char *output, unsigned max_vertices);

/* Writes the varyings of a vertex to the outputs. Flat varyings are taken from the provoking
 * vertex. */
void gv_pass_text_move(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned vertex,
                       unsigned provoking);

#endif
