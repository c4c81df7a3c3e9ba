/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which OpenGL version Mesa makes of a virgl capability set, and what is missing for the next. */
#ifndef GV_CLI_GL_LEVELS_H
#define GV_CLI_GL_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

/* The versions that Mesa can reach through virpipe, lowest first. Desktop and ES count apart. Those
 * above OpenGL 4.3 want Mesa 25. */
struct gv_gl_level {
    const char *name; /* "OpenGL 3.3", "OpenGL ES 3.1" */
    bool es;
};

/* Level idx (0, 1, ...), or NULL past the last. */
const struct gv_gl_level *gv_gl_level(unsigned idx);

/* The idx-th thing that level (an index as above) itself asks for and that the capability set 2 in
 * caps does not offer; NULL past the last. Levels include those below them. */
const char *gv_gl_level_missing(unsigned level, const void *caps, size_t caps_size_B, unsigned idx);

/* The highest desktop (or ES) level for which nothing is missing on the way, or NULL. */
const struct gv_gl_level *gv_gl_level_reached(bool es, const void *caps, size_t caps_size_B);

#endif
