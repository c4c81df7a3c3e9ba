/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A fake of the caller's OpenGL, which libvirglrenderer looks up in "libEGL.so.1". The linker
 * redirects dlopen(), dlsym() and dlclose() to the fake (--wrap). The fake checks its arguments and
 * reads all pixels, so that a sanitizer detects pixel arrays that are too short. */
#ifndef GV_FUZZ_FAKE_GL_H
#define GV_FUZZ_FAKE_GL_H

#include <stdbool.h>

/* Forgets all textures. From now on, the fake is desktop OpenGL with enough memory. */
void fake_gl_reset(void);

/* From now on, the fake reports OpenGL ES if `is_es` is set. If `fails` is set, each creation of a
 * texture runs out of memory. */
void fake_gl_become(bool is_es, bool fails);

void fake_gl_make_current(bool current);

/* Returns the number of textures that have not been deleted. */
unsigned fake_gl_num_textures(void);

#endif
