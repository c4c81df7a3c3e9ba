/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The reference of the translator benchmark: glslang compiles GLSL of about the same size. */
#ifndef GV_GLSL_BENCH_H
#define GV_GLSL_BENCH_H

#include <stdbool.h>
#include <stddef.h>

/* glsl_bench_begin() initializes glslang; it returns false if this build has no glslang. */
bool glsl_bench_begin(void);
void glsl_bench_end(void);

/* Returns a fragment shader of about `len` bytes, as a person might write it: textures, constants,
 * arithmetic, some branches and loops. The caller must free() it; NULL if memory ran out. */
char *glsl_bench_text(size_t len);

/* Compiles `text` to SPIR-V, without glslang's optimizer. Returns false on failure. */
bool glsl_bench_compile(const char *text, size_t *out_num_words);

#endif
