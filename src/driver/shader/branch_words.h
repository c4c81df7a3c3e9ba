/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Constants that alone decide branches of a shader, told to its variants. Programs write shaders
 * that do many things and choose by uniforms, which seldom change; a device that runs shaders on a
 * processor pays for each branch at each pixel, and one that discards in an arm not taken keeps it
 * from testing depth early. So there such constants are part of the variant key, for as many values
 * as a shader is seen with first: others, of a uniform that changes always, share the variant that
 * reads them. */
#ifndef GV_BRANCH_WORDS_H
#define GV_BRANCH_WORDS_H

#include <stdbool.h>

struct galvan_spirv_key;
struct gv_context;
struct gv_program;
struct gv_shader;

/* The words that are bound for a shader of ctx, into its key; none where they are not told. */
void gv_branch_words_key(struct gv_context *ctx, struct gv_shader *shader,
                         struct galvan_spirv_key *key);

/* Chooses variants of p anew where they were chosen for other words than those that are bound now.
 * False: there is none. */
bool gv_branch_words_retell(struct gv_context *ctx, struct gv_program *p);

/* Constant buffer 0 of a stage was bound anew: the next draw looks at the words if they are others
 * than the bound shader's last ones. */
void gv_branch_words_bound(struct gv_context *ctx, unsigned stage);

#endif
