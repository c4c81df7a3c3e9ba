/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The control shader of draws with patches: the bound one, or a generated one. */
#ifndef GV_TESSELLATION_H
#define GV_TESSELLATION_H

#include <stdint.h>

struct gv_shader;
struct gv_shader_cache;
struct gv_state;

/* The control shader of a draw with an evaluation shader: the bound one, or one that passes on what
 * the evaluation shader reads, with the levels of set_tess_state. NULL: there is no evaluation
 * shader, or the other could not be made. Good until the next call. */
struct gv_shader *gv_tess_ctrl_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                      uint32_t patch_vertices);

#endif
