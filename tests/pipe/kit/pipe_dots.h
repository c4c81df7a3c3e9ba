/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws one point for each pixel of a target, each point with its own four dwords: one draw gives
 * the results of a fragment shader for many inputs. */
#ifndef PIPE_DOTS_H
#define PIPE_DOTS_H

#include "pipe_fixture.h"

typedef uint32_t dots_value[4];

/* A fragment shader that does one lookup with a given opcode, target and type. */
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
    const float *depths;             /* depths of the points, 0 to 1; NULL: 0 */
    unsigned num;
    void *fs;            /* fragment shader; NULL: one that writes the point's value */
    unsigned stencil;    /* written if zs has stencil */
    bool add;            /* blend: add to the target's contents */
    unsigned mask_first; /* samples below this index are masked out */
};

void dots_draw(struct dots *d, const struct dots_draw *draw);

/* Looks up the texel at coords[i] for each pixel i, and returns the four dwords of each result.
 * `coords` are integers for TXF and floats for other opcodes. `type` is that of the result: 0
 * float, 1 unsigned, 2 signed. The caller must free() the result. */
dots_value *dots_lookup(struct dots *d, struct pipe_resource *res,
                        const struct pipe_sampler_view *view, const char *opcode,
                        const char *target, unsigned type, const dots_value *coords, unsigned num);

#endif
