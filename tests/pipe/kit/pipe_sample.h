/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One texture lookup as a function: a shader executes it, and a 1x1 target receives the result. */
#ifndef PIPE_SAMPLE_H
#define PIPE_SAMPLE_H

#include "pipe_fixture.h"

enum sample_type {
    SAMPLE_FLOAT = 0,
    SAMPLE_UINT,
    SAMPLE_SINT,
};

struct sample_lookup {
    const char *opcode;    /* "TEX", "TXL", "TXF", ...; NULL: "TXL" */
    const char *target;    /* as TGSI spells it: "2D_ARRAY" */
    enum sample_type type; /* the type of the view's format */
    float coord[4];        /* s, t, r; w is the opcode's extra operand */
    int int_coord[4];      /* for TXF, instead of coord */
    const char *text; /* replaces the fragment shader that does the lookup; NULL: not replaced */
};

/* Returns a sampler state with nearest filters, clamped to the edge, for all levels. */
struct pipe_sampler_state sample_nearest(void);

/* Returns a view template for all levels and layers of `res`, in the format of `res`. */
struct pipe_sampler_view sample_view(const struct pipe_resource *res);

/* Returns the result of the lookup, whose dwords have the type lookup->type. */
union pipe_color_union sample(struct pipe_fixture *f, struct pipe_resource *res,
                              const struct pipe_sampler_view *view,
                              const struct pipe_sampler_state *sampler,
                              const struct sample_lookup *lookup);

/* Fails if a component of *actual differs from `r`, `g`, `b` or `a` by more than `tolerance`. */
void sample_expect(const union pipe_color_union *actual, float r, float g, float b, float a,
                   float tolerance, const char *what);

#endif
