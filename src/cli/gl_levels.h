/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds the OpenGL version that Mesa derives from a virgl capability set, and which requirements of
 * the next version the set does not meet. */
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

/* Returns the level with index idx, from 0 on; NULL after the last level. */
const struct gv_gl_level *gv_gl_level(unsigned idx);

/* Returns the name of the requirement with index idx, from 0 on, among the requirements of this
 * level that `caps`, a virgl capability set 2, does not meet. Returns NULL after the last of these
 * requirements. A level's requirements do not include those of lower levels. */
const char *gv_gl_level_missing(unsigned level, const void *caps, size_t caps_size_B, unsigned idx);

/* Returns the highest desktop (or ES) level whose requirements, and those of all lower levels, are
 * met; NULL if no level is reached. */
const struct gv_gl_level *gv_gl_level_reached(bool es, const void *caps, size_t caps_size_B);

#endif
