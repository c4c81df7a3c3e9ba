/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An OpenGL of a caller of libvirglrenderer that a program finds as "libEGL.so.1" (the linker sends
 * dlopen(), dlsym() and dlclose() here: --wrap): it checks what it is given, and reads all pixels,
 * so that a sanitizer sees when there are less. */
#ifndef GV_FUZZ_FAKE_GL_H
#define GV_FUZZ_FAKE_GL_H

#include <stdbool.h>

/* Forgets all textures, and is desktop OpenGL that has memory. */
void fake_gl_reset(void);

/* From now on. is_es: says that it is OpenGL ES. fails: has no memory for a texture. */
void fake_gl_become(bool is_es, bool fails);

void fake_gl_make_current(bool current);

/* Textures that nobody has deleted. */
unsigned fake_gl_num_textures(void);

#endif
