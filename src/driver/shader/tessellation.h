/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The tessellation control shader of draws with patches: the bound shader, or a generated
 * shader. */
#ifndef GV_TESSELLATION_H
#define GV_TESSELLATION_H

#include <stdint.h>

struct gv_shader;
struct gv_shader_cache;
struct gv_state;

/* Returns the tessellation control shader of a draw: the bound shader, or a generated shader that
 * passes on the inputs of the evaluation shader and writes the levels of set_tess_state. NULL if
 * there is no evaluation shader or the control shader cannot be created. Valid until the next
 * call. */
struct gv_shader *gv_tess_ctrl_shader(struct gv_shader_cache *cache, const struct gv_state *state,
                                      uint32_t patch_vertices);

#endif
