/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_pass describes one of the Vulkan draws that implement an API draw. Functions that
 * derive state for a draw take a pass as an argument; no field of the context is overwritten for a
 * pass. */
#ifndef GV_PASS_H
#define GV_PASS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_primitive;
struct gv_rasterizer;
struct gv_shader;

/* How the primitives of a pass are assembled from the vertices of the draw. */
enum gv_index_form {
    GV_FORM_PRIMITIVES, /* the mode's primitives: lines as strips, all other modes as lists */
    GV_FORM_TURNED,     /* lists with the provoking vertex rotated from last to first, for devices
                           on which only the first vertex can be the provoking vertex. Triangles
                           keep their winding; lines change their direction. */
    GV_FORM_LISTS,      /* the mode's primitives as lists, including lines */
    GV_FORM_STRIPS,     /* strips and fans in their order, each followed by a restart, if the device
                           cannot read the client's indices directly. The vertex count remains
                           that of the draw. */
    GV_FORM_LINE_ENDS,  /* points: the last vertex of each line (PIPE_PRIM_LINES) or strip */
    GV_FORM_LAST_LINES, /* lines: each line (PIPE_PRIM_LINES) or the last line of each strip */

    /* Outlines: the primitives from which the edges or vertices of triangles are drawn. With an
     * outline shader (shader_text.h): triangles with adjacency. Vertices 0 to 3 run along the
     * outline. Vertex 4 repeats the first vertex if the outline is closed; otherwise vertex 4 is a
     * vertex on the opposite side of the polygon. Vertex 5 is the provoking vertex. Without an
     * outline shader: line strips or points. */
    GV_FORM_OUTLINE_SHADER,
    GV_FORM_OUTLINE_STRIPS,
    GV_FORM_OUTLINE_POINTS,

    /* Lists without adjacency, for modes with adjacency. */
    GV_FORM_BARE_LINES,
    GV_FORM_BARE_TRIANGLES,
    GV_FORM_BARE_TURNED, /* lines or triangles, with the provoking vertex rotated from last to
                            first */
};

/* The kinds of primitives that reach the rasterizer: bits. */
enum {
    GV_DRAWS_POINTS = 1 << 0,    /* points, to which point sprite state applies */
    GV_DRAWS_LINES = 1 << 1,     /* lines that are not edges of triangles */
    GV_DRAWS_FILLED = 1 << 2,    /* filled triangles, to which polygon stipple applies */
    GV_DRAWS_TRIANGLES = 1 << 3, /* triangles, filled or not */
};

enum {
    GV_MAX_PASS_CONSTANTS_B = 96, /* size limit of the constants of an internal shader */
};

struct gv_pass {
    const struct gv_rasterizer *rasterizer; /* the bound rasterizer state, or one of its derived
                                               states */
    const struct gv_primitive *primitive;
    struct gv_shader *vertex;   /* an internal shader that reads vertex entries and replaces all
                                   bound vertex stages; NULL: the bound stages are used */
    struct gv_shader *geometry; /* an internal shader; NULL: the bound geometry shader, if any */
    bool lowered;               /* the stages up to the geometry shader are lowered */
    const void *constants;      /* constants of the internal geometry shader */
    uint32_t constants_B;
    struct gv_pass_kind {
        uint8_t form;        /* enum gv_index_form */
        uint8_t draws;       /* GV_DRAWS_* */
        uint8_t sample;      /* 1 + the index of the sample that is drawn; 0: all samples */
        bool back_faces : 1; /* lines or points that are drawn for back faces */
        bool uncounted : 1;  /* primitive queries and stream output count an earlier pass instead of
                                this pass */
        bool no_stores : 1;  /* vertex stages do not store: another pass of the draw does */
        bool entries : 1;    /* the vertices are vertex entries, and `vertex` is not NULL */
        uint8_t unused : 4;
        uint16_t layer;     /* 1 + the layer that is drawn; 0: all layers */
        uint16_t viewports; /* mask of the viewports that are drawn; 0: all viewports */
    } kind;
};

/* Returns the index of the first viewport that the pass draws; 0 if the pass draws all
 * viewports. */
static inline unsigned gv_pass_viewport(const struct gv_pass *pass)
{
    return pass->kind.viewports ? (unsigned)__builtin_ctz(pass->kind.viewports) : 0;
}

#endif
