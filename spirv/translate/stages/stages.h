/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The tables of all stages, and the choice between them. */
#ifndef GV_SPV_STAGES_H
#define GV_SPV_STAGES_H

#include "spirv/translate/base/stage.h"

extern const struct gv_spv_stage gv_spv_vertex_stage;
extern const struct gv_spv_stage gv_spv_vertex_compute_stage;
extern const struct gv_spv_stage gv_spv_tess_ctrl_stage;
extern const struct gv_spv_stage gv_spv_tess_ctrl_compute_stage;
extern const struct gv_spv_stage gv_spv_tess_eval_stage;
extern const struct gv_spv_stage gv_spv_tess_eval_compute_stage;
extern const struct gv_spv_stage gv_spv_geometry_stage;
extern const struct gv_spv_stage gv_spv_geometry_compute_stage;
extern const struct gv_spv_stage gv_spv_fragment_stage;
extern const struct gv_spv_stage gv_spv_compute_stage;

/* Returns the table of the shader's stage, or of its lowered stage if the key lowers the stage. */
const struct gv_spv_stage *gv_spv_stage_of(const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key);

/* Finds the modes for the input and output primitives of a geometry shader, and sets
 * c->num_in_vertices. Returns false after reporting an unsupported primitive. */
bool gv_spv_geometry_primitives(struct gv_spv_ctx *c, SpvExecutionMode *out_input,
                                SpvExecutionMode *out_output);

/* Loads system values: the default tessellation levels that set_tess_state sets. Returns false for
 * other semantics. */
bool gv_spv_default_level_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);

/* Loads the vertex system values, such as the instance id, from the stage's function
 * draw_value(). */
bool gv_spv_vertex_system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);

#endif
