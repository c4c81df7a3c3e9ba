/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Primitive assembly on the CPU, one primitive after the other, as the tables of the OpenGL
 * specification list them. The model shares no code with the driver. */
#ifndef PIPE_ASSEMBLY_MODEL_H
#define PIPE_ASSEMBLY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MODEL_MAX_VERTICES = 6 /* of a primitive */
};

/* How a run of vertices is assembled to primitives. */
struct model_assembly {
    unsigned mode;
    bool last;      /* provoking vertex; the primitive is rotated so that it has this index */
    bool adjacency; /* primitives contain their adjacent vertices */
};

/* Takes the vertices of one primitive. */
typedef void (*model_sink)(void *data, const uint32_t *vertices, unsigned num);

/* Assembles num vertices between two restarts, and passes each primitive to sink. */
void model_assemble(const struct model_assembly *assembly, const uint32_t *vertices, unsigned num,
                    model_sink sink, void *data);

#endif
