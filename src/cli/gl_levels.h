/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which OpenGL version Mesa derives from a virgl capability set, and what the next version lacks.
 */
#ifndef GV_CLI_GL_LEVELS_H
#define GV_CLI_GL_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

/* The versions that Mesa can reach through virpipe, lowest first. Desktop and ES versions count
 * separately. Versions above OpenGL 4.3 require Mesa 25. */
struct gv_gl_level {
    const char *name; /* "OpenGL 3.3", "OpenGL ES 3.1" */
    bool es;
};

/* Level idx (0, 1, ...), or NULL past the last. */
const struct gv_gl_level *gv_gl_level(unsigned idx);

/* Requirement idx of the level (an index as above) that the capability set 2 in caps does not
 * fulfil; NULL after the last. A level's requirements exclude those of lower levels. */
const char *gv_gl_level_missing(unsigned level, const void *caps, size_t caps_size_B, unsigned idx);

/* The highest desktop (or ES) level whose requirements, and those of all lower levels, are
 * fulfilled; or NULL. */
const struct gv_gl_level *gv_gl_level_reached(bool es, const void *caps, size_t caps_size_B);

#endif
