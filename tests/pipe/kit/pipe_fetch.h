/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads the exact inputs of a vertex shader. Each vertex is drawn as a point: vertex v of instance
 * i writes its value to pixel (v, i) of a target whose pixels have four 32-bit dwords. */
#ifndef PIPE_FETCH_H
#define PIPE_FETCH_H

#include "pipe_fixture.h"

enum {
    FETCH_WIDTH = 64,
    FETCH_HEIGHT = 8,
};

/* The value of a pixel that no point wrote. */
#define FETCH_NOTHING 0xdeadbeefu

struct fetch_kit {
    struct pipe_fixture *f;
    struct pipe_resource *target;
    struct pipe_surface *surface;
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements;
};

void fetch_init(struct fetch_kit *k, struct pipe_fixture *f);
void fetch_finish(struct fetch_kit *k);

/* Makes each vertex write IN[input]; the shader declares the inputs 0 to `input`. */
void fetch_use_input(struct fetch_kit *k, unsigned input);

/* Makes each vertex write OUT[1], to which `code` must assign a value. `declarations` precede
 * `code`; both may be "". TEMP[1] to TEMP[3] and IMM[2] are free. */
void fetch_use_code(struct fetch_kit *k, const char *declarations, const char *code);

/* Replaces the default fragment shader, which writes GENERIC[0] unchanged. */
void fetch_use_fragment_shader(struct fetch_kit *k, const char *text);

void fetch_use_elements(struct fetch_kit *k, unsigned num,
                        const struct pipe_vertex_element *elements);

/* fetch_draw() draws `num_vertices` points in `num_instances` instances; fetch_draw_info() makes
 * the draw that `info` describes. Both return FETCH_WIDTH * FETCH_HEIGHT values, which the caller
 * must free(). */
typedef uint32_t fetch_value[4];
fetch_value *fetch_draw(struct fetch_kit *k, unsigned num_vertices, unsigned num_instances);
fetch_value *fetch_draw_info(struct fetch_kit *k, const struct pipe_draw_info *info);

/* Creates a buffer that contains these bytes. */
struct pipe_resource *fetch_buffer(struct fetch_kit *k, const void *data, unsigned size_B);

#endif
