/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The generated geometry shaders of passes. */
#ifndef GV_PASS_SHADER_H
#define GV_PASS_SHADER_H

#include "driver/shader/text_shader.h"

struct gv_shader;
struct gv_shader_cache;
struct gv_state;

/* Sets in `key` the mask of the varyings that the bound vertex stages pass to the bound fragment
 * shader, the mask of the flat varyings, and the clip distances. */
void gv_pass_shader_set_varyings(const struct gv_state *state, struct gv_pass_shader_key *key);

/* Returns the generated shader for GV_TEXT_OUTLINE or GV_TEXT_LINE_END. If a geometry shader is
 * bound, the returned shader can run after it as a lowered stage. */
struct gv_shader *gv_pass_shader_get(struct gv_shader_cache *cache, enum gv_text_shader_kind kind,
                                     const struct gv_pass_shader_key *key);

#endif
