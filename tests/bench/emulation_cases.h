/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The draws and grids that emulation_bench measures. */
#ifndef EMULATION_CASES_H
#define EMULATION_CASES_H

#include <stdbool.h>

struct emulation_case {
    const char *name;
    const char *mask; /* what takes the device's own feature away */
    double aim;       /* the least ratio to the device's own; 0: none is set */
    bool same;        /* the mask does not concern it: both sides record the same commands */

    /* The draw. Shaders that are NULL: those of the kit, or none. */
    unsigned mode, num_vertices;
    const char *vs, *tcs, *tes, *gs, *fs;
    unsigned level;        /* of tessellation, on every side */
    unsigned num_captured; /* vertices whose outputs 0 and 1 stream output gets; 0: none */
    bool discards;
    float line_width; /* 0: 1 */
    float point_size; /* 0: the kit's */
    bool outlines;    /* of front faces, which all are */
    bool stipples;    /* lines */

    /* A dispatch instead: this number of blocks of 1024 threads, each of which stores a dword. */
    const char *cs;
    unsigned num_blocks;
};

extern const struct emulation_case emulation_cases[];
extern const unsigned num_emulation_cases;

#endif
