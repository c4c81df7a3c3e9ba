/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The exact inputs of a vertex shader: each vertex is drawn as a point, and vertex v of instance i
 * writes its value to the pixel (v, i) of a target with four 32-bit dwords a pixel. */
#ifndef PIPE_FETCH_H
#define PIPE_FETCH_H

#include "pipe_fixture.h"

enum {
    FETCH_WIDTH = 64,
    FETCH_HEIGHT = 8,
};

/* The value of pixels that no point wrote. */
#define FETCH_NOTHING 0xdeadbeefu

struct fetch_kit {
    struct pipe_fixture *f;
    struct pipe_resource *target;
    struct pipe_surface *surface;
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements;
};

void fetch_init(struct fetch_kit *k, struct pipe_fixture *f);
void fetch_finish(struct fetch_kit *k);

/* The value is IN[input]; the shader declares the inputs 0 to input. */
void fetch_use_input(struct fetch_kit *k, unsigned input);

/* The value is what the lines of code write to OUT[1], after declarations; either may be "".
 * TEMP[1] to TEMP[3] and IMM[2] are free. */
void fetch_use_code(struct fetch_kit *k, const char *declarations, const char *code);

/* Replaces the fragment shader that passes GENERIC[0] on. */
void fetch_use_fragment_shader(struct fetch_kit *k, const char *text);

void fetch_use_elements(struct fetch_kit *k, unsigned num,
                        const struct pipe_vertex_element *elements);

/* Draws num_vertices points in num_instances instances, or the draw that info describes. Returns
 * FETCH_WIDTH * FETCH_HEIGHT values, which the caller must free(). */
typedef uint32_t fetch_value[4];
fetch_value *fetch_draw(struct fetch_kit *k, unsigned num_vertices, unsigned num_instances);
fetch_value *fetch_draw_info(struct fetch_kit *k, const struct pipe_draw_info *info);

/* A buffer with these bytes. */
struct pipe_resource *fetch_buffer(struct fetch_kit *k, const void *data, unsigned size_B);

#endif
