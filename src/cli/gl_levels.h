/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which OpenGL version Mesa derives from a virgl capability set, and what the next version lacks.
 */
#ifndef GV_CLI_GL_LEVELS_H
#define GV_CLI_GL_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

/* The OpenGL versions that Mesa can reach through virpipe, lowest first. Desktop and ES versions
 * are counted separately. Versions above OpenGL 4.3 require Mesa 25. */
struct gv_gl_level {
    const char *name; /* "OpenGL 3.3", "OpenGL ES 3.1" */
    bool es;
};

/* The level with index idx, from 0 on; NULL after the last one. */
const struct gv_gl_level *gv_gl_level(unsigned idx);

/* The name of a requirement of this level that the capability set 2 in caps does not meet; idx
 * counts such requirements from 0. NULL after the last one. A level's requirements do not include
 * those of lower levels. */
const char *gv_gl_level_missing(unsigned level, const void *caps, size_t caps_size_B, unsigned idx);

/* The highest desktop (or ES) level whose requirements are met, together with those of all lower
 * levels; NULL if there is none. */
const struct gv_gl_level *gv_gl_level_reached(bool es, const void *caps, size_t caps_size_B);

#endif
