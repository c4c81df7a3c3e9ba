/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The generated geometry shader that writes primitive ids, for devices whose fragment shaders
 * receive no primitive ids. The shader runs as a lowered stage in draws without a geometry shader,
 * even if such a draw is computed for another reason. */
#ifndef GV_NUMBERING_H
#define GV_NUMBERING_H

#include <stdbool.h>

struct gv_path;
struct gv_primitive;
struct gv_shader;
struct gv_shader_cache;
struct gv_state;

/* Returns the shader for lists of `primitive`. The shader passes on those outputs of the bound
 * vertex shader that the bound fragment shader reads or that stream output captures. Returns NULL
 * if memory runs out. */
struct gv_shader *gv_numbering_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                      const struct gv_path *path,
                                      const struct gv_primitive *primitive);

#endif
