/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The OpenGL of a caller of libvirglrenderer, as a program finds it in "libEGL.so.1" (the linker
 * redirects dlopen(), dlsym() and dlclose() here: --wrap). It checks its arguments, and reads all
 * pixels, so that a sanitizer detects missing ones. */
#ifndef GV_FUZZ_FAKE_GL_H
#define GV_FUZZ_FAKE_GL_H

#include <stdbool.h>

/* Forgets all textures, and is desktop OpenGL that has memory. */
void fake_gl_reset(void);

/* From now on: with is_es, it reports OpenGL ES; with fails, it has no memory for a texture. */
void fake_gl_become(bool is_es, bool fails);

void fake_gl_make_current(bool current);

/* Textures that nobody has deleted. */
unsigned fake_gl_num_textures(void);

#endif
