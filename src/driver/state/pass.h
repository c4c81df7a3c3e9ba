/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_pass: one of the Vulkan draws that make up a draw, as a value. Functions that derive
 * state for a draw take it as an argument, and no field of the context is overwritten for it. */
#ifndef GV_PASS_H
#define GV_PASS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_primitive;
struct gv_rasterizer;
struct gv_shader;

/* How the vertices of a pass are selected. */
enum gv_index_form {
    GV_FORM_PRIMITIVES, /* the mode's primitives: lines as strips, all else as lists */
    GV_FORM_TURNED,     /* as lists, the last vertex of each primitive first: for devices that know
                         * the other convention only. Triangles keep their winding, lines change
                         * their direction. */
    GV_FORM_LISTS,      /* the mode's primitives, lines as lists, too */
    GV_FORM_STRIPS,     /* strips and fans as they are, a restart after each: for indices that the
                         * device does not read. It counts the vertices that the draw has. */
    GV_FORM_LINE_ENDS,  /* points: the last vertex of each line (PIPE_PRIM_LINES) or strip */
    GV_FORM_LAST_LINES, /* lines: each line (PIPE_PRIM_LINES) or the last one of each strip */

    /* Outlines: what the edges or corners of a mode of triangles are drawn from. For a shader
     * (shader_text.h): triangles with adjacency, vertices 0 to 3 a run along the outline, 4 the
     * first again where the run is closed and else one from the other side, 5 the provoking vertex.
     * Without one: line strips or points. */
    GV_FORM_OUTLINE_SHADER,
    GV_FORM_OUTLINE_STRIPS,
    GV_FORM_OUTLINE_POINTS,

    /* Modes with adjacency without it, as lists. */
    GV_FORM_BARE_LINES,
    GV_FORM_BARE_TRIANGLES,
    GV_FORM_BARE_TURNED, /* either, the last vertex of each primitive first */
};

/* What reaches the rasterizer: bits. */
enum {
    GV_DRAWS_POINTS = 1 << 0,    /* so sprites matter */
    GV_DRAWS_LINES = 1 << 1,     /* that are no edges of triangles */
    GV_DRAWS_FILLED = 1 << 2,    /* filled triangles, so stipple matters */
    GV_DRAWS_TRIANGLES = 1 << 3, /* filled or not */
};

enum {
    GV_MAX_PASS_CONSTANTS_B = 96, /* of a shader of the driver's own */
};

struct gv_pass {
    const struct gv_rasterizer *rasterizer; /* the bound one, or a part of it */
    const struct gv_primitive *primitive;
    struct gv_shader *vertex;   /* a generated shader that replaces all bound shaders of
                                   vertices, and reads vertex entries; NULL: the bound ones */
    struct gv_shader *geometry; /* of the driver's own; NULL: the bound one, if there is any */
    bool lowered;               /* the stages up to geometry are lowered */
    const void *constants;      /* of geometry */
    uint32_t constants_B;
    struct gv_pass_kind {
        uint8_t form;        /* enum gv_index_form */
        uint8_t draws;       /* GV_DRAWS_* */
        uint8_t sample;      /* 1 + the index of the one that is drawn; 0: all */
        bool back_faces : 1; /* lines or points that stand for back faces */
        bool uncounted : 1;  /* an earlier pass was captured and counted as primitives */
        bool entries : 1;    /* its vertices are vertex entries: vertex is not NULL */
        uint8_t unused : 5;
        uint16_t layer;     /* 1 + the one that it shows; 0: all */
        uint16_t viewports; /* mask of those that it shows, where it does not show all; 0: all */
    } kind;
};

/* The viewport of a pass: the first or, if the pass draws some viewports only, any of these. */
static inline unsigned gv_pass_viewport(const struct gv_pass *pass)
{
    return pass->kind.viewports ? (unsigned)__builtin_ctz(pass->kind.viewports) : 0;
}

#endif
