/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The draws and dispatches that emulation_bench measures. */
#ifndef EMULATION_CASES_H
#define EMULATION_CASES_H

#include <stdbool.h>

struct emulation_case {
    const char *name;
    const char *mask; /* GALVAN_MASK of the screen that emulates; it hides the device's feature */
    double aim; /* wanted minimum of the ratio of the two speeds: the speed with emulation, divided
                   by the speed with the feature; 0: no minimum */
    bool same;  /* true if the case does not use the hidden feature, so that both screens record the
                   same commands */

    /* The draw. If vs or fs is NULL, the kit's shader is used; other shaders that are NULL are
     * absent. */
    unsigned mode, num_vertices;
    const char *vs, *tcs, *tes, *gs, *fs;
    unsigned level;        /* tessellation level of each side of a patch */
    unsigned num_captured; /* number of vertices whose outputs 0 and 1 are captured */
    bool discards;
    float line_width; /* 0: 1 */
    float point_size; /* 0: the kit's */
    bool outlines;    /* draws faces as outlines; all are front faces */
    bool stipples;    /* stipples lines */

    /* If cs is not NULL, a dispatch in place of the draw: num_blocks work groups of 1024 threads,
     * each of which stores a dword. */
    const char *cs;
    unsigned num_blocks;
};

extern const struct emulation_case emulation_cases[];
extern const unsigned num_emulation_cases;

#endif
