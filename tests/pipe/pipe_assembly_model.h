/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Primitive assembly on the CPU, one primitive after the other as the tables of the OpenGL
 * specification list them. It shares no code with the driver. */
#ifndef PIPE_ASSEMBLY_MODEL_H
#define PIPE_ASSEMBLY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MODEL_MAX_VERTICES = 6 /* of a primitive */
};

/* What a run of vertices is assembled to. */
struct model_assembly {
    unsigned mode;
    bool last;      /* provoking vertex; the primitive is rotated so that it has this index */
    bool adjacency; /* primitives keep the vertices beside them */
};

/* Takes the vertices of one primitive. */
typedef void (*model_sink)(void *data, const uint32_t *vertices, unsigned num);

/* A mode's primitives of num vertices between two restarts. */
void model_assemble(const struct model_assembly *assembly, const uint32_t *vertices, unsigned num,
                    model_sink sink, void *data);

#endif
