/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws one point for each pixel of a target, each point with its own four dwords: one draw gives
 * the results of a fragment shader for many inputs. */
#ifndef PIPE_DOTS_H
#define PIPE_DOTS_H

#include "pipe_fixture.h"

typedef uint32_t dots_value[4];

/* A fragment shader that does one lookup of a kind. */
struct dots_lookup_shader {
    const char *opcode, *target; /* string literals; NULL: unused entry */
    unsigned type;
    void *fs;
};

struct dots {
    struct pipe_fixture *f;
    struct dots_lookup_shader lookups[32]; /* cached: validating a module takes time */
    void *vs, *pass, *blend, *blend_add, *dsa, *dsa_write, *rasterizer, *elements;
};

void dots_init(struct dots *d, struct pipe_fixture *f);
void dots_finish(struct dots *d);

struct dots_draw {
    struct pipe_surface *color, *zs; /* either may be NULL */
    const dots_value *values;        /* GENERIC[0] of point i at (i % width, i / width) */
    const float *depths;             /* 0 to 1; NULL: 0 */
    unsigned num;
    void *fs;            /* NULL: writes the value */
    unsigned stencil;    /* written where zs has one */
    bool add;            /* blend: add to the target's contents */
    unsigned mask_first; /* samples before this one are masked out */
};

void dots_draw(struct dots *d, const struct dots_draw *draw);

/* Returns the four dwords of a pixel for each lookup of the texel at coords[i], which are integers
 * for TXF and floats for other opcodes. type: 0 float, 1 unsigned, 2 signed. The caller must free()
 * them. */
dots_value *dots_lookup(struct dots *d, struct pipe_resource *res,
                        const struct pipe_sampler_view *view, const char *opcode,
                        const char *target, unsigned type, const dots_value *coords, unsigned num);

#endif
