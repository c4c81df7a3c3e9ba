/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The geometry shaders of Galvan's own that passes of a draw go through: TGSI that the shared
 * translator takes, one for each set of varyings that meets one; all else is constants. */
#ifndef GV_PASS_SHADER_H
#define GV_PASS_SHADER_H

#include <stdbool.h>
#include <stdint.h>

struct gv_context;
struct gv_shader;
struct gv_state;
struct gv_text;

enum gv_pass_shader_kind {
    GV_PASS_SHADER_EDGES,     /* of polygons, see outline.h */
    GV_PASS_SHADER_CORNERS,   /* likewise */
    GV_PASS_SHADER_LINE_ENDS, /* see line_ends.h */
};

/* What one of these shaders is made for; filled with zeros first, compared as bytes. */
struct gv_pass_shader_key {
    uint64_t slots;      /* varyings that it passes on */
    uint64_t flat_slots; /* those of them that the whole primitive has from one vertex */
    uint8_t num_clipdist, num_culldist;
    uint8_t kind;    /* enum gv_pass_shader_kind */
    bool edge_flags; /* the vertex shader writes them, and they count */
    bool point_size; /* likewise */
    bool triangles;  /* outlines: of triangles as they are, those of another shader */
    bool flat_first; /* line ends, triangles: flat varyings come from the first vertex */
};

/* The varyings that go from the bound shaders of vertices to the bound fragment shader, which are
 * flat, and the distances for clipping. */
void gv_pass_shader_set_varyings(const struct gv_state *state, struct gv_pass_shader_key *key);

/* The shader for key, made if it is new; NULL when it cannot be made. Good until others were asked
 * for many times. Where another geometry shader is bound, it can follow that as a kernel. */
struct gv_shader *gv_pass_shader_get(struct gv_context *ctx, const struct gv_pass_shader_key *key);

/* ---- For the texts. Registers: 0 the position, then the varyings, then what the kind adds. */

/* The register behind the varyings. */
unsigned gv_pass_shader_next_register(const struct gv_pass_shader_key *key);

/* Properties and the declarations of position and varyings. */
void gv_pass_shader_declare(struct gv_text *t, const struct gv_pass_shader_key *key,
                            const char *input, const char *output, unsigned max_vertices);

/* Outputs the varyings of a vertex, flat ones those of another. */
void gv_pass_shader_move(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned vertex,
                         unsigned provoking);

#endif
