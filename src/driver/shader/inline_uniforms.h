/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uniforms that alone decide branches of a fragment shader are inlined into its variants. Programs
 * write shaders that do many things and choose by uniforms, which seldom change. A device that runs
 * shaders on a processor pays for each branch at each pixel, and cannot test depth early while an
 * arm that is never taken discards. So on such devices these uniforms are part of the variant key,
 * for the first few values that a shader is seen with. Later values, as of a uniform that always
 * changes, share the variant that reads them. Other stages run seldom, and each of their variants
 * costs a pipeline, of which those with tessellation take a second. */
#ifndef GV_INLINE_UNIFORMS_H
#define GV_INLINE_UNIFORMS_H

#include <stdbool.h>

struct galvan_spirv_key;
struct gv_context;
struct gv_program;
struct gv_shader;

/* Puts the values that are bound for shader into its key, where they are inlined. */
void gv_inline_uniforms_key(struct gv_context *ctx, struct gv_shader *shader,
                            struct galvan_spirv_key *key);

/* Chooses the variants of p again whose values are no longer those that are bound. False: there is
 * no such variant. */
bool gv_inline_uniforms_update(struct gv_context *ctx, struct gv_program *p);

/* Comes behind each change of a stage's constant buffer 0: the next draw looks at the values of the
 * fragment shader if they have changed. */
void gv_inline_uniforms_bound(struct gv_context *ctx, unsigned stage);

#endif
