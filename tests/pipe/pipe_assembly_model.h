/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Assembles primitives on the CPU one after the other, as the tables of the OpenGL specification
 * list them. The model shares no code with the driver. */
#ifndef PIPE_ASSEMBLY_MODEL_H
#define PIPE_ASSEMBLY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MODEL_MAX_VERTICES = 6 /* maximum number of vertices of a primitive */
};

/* How the vertices between two restarts are assembled to primitives. */
struct model_assembly {
    unsigned mode;
    bool last; /* the provoking vertex is the last vertex; each primitive is rotated so that its
                  provoking vertex has the last index */
    bool adjacency; /* primitives contain their adjacent vertices */
};

/* Receives the vertices of one primitive. */
typedef void (*model_sink)(void *data, const uint32_t *vertices, unsigned num);

/* Assembles `num` vertices between two restarts, and passes each primitive to `sink`. */
void model_assemble(const struct model_assembly *assembly, const uint32_t *vertices, unsigned num,
                    model_sink sink, void *data);

#endif
