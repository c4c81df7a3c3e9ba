/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generated vertex shaders that read vertex entries from memory (struct galvan_geometry_task). They
 * draw the output of lowered stages. */
#ifndef GV_ENTRY_SHADER_H
#define GV_ENTRY_SHADER_H

#include "driver/shader/text_shader.h"

struct gv_shader;
struct gv_shader_cache;
struct gv_state;

/* Sets *out_key, which must be zeroed before, to how the bound state expands lines. */
void gv_line_quads_key(const struct gv_state *state, struct gv_line_quads_key *out_key);

/* Returns the vertex shader for draws with galvan_spirv_key.vertex.entry_inputs. If lines or points
 * are expanded, returns the shader for entry_lines or point_quads. `capturing`: the shader whose
 * captured outputs are in the entries. Returns NULL if memory runs out. */
struct gv_shader *gv_entry_shader_get(struct gv_shader_cache *cache,
                                      const struct gv_shader *capturing,
                                      const struct gv_entry_shader_key *key);

#endif
