/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rows of all stages, and which of them translates a shader. */
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

/* The row by the shader's stage. A key that has a stage run as another chooses its row here, too.
 */
const struct gv_spv_stage *gv_spv_stage_of(const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key);

/* The modes that say what a geometry shader takes and makes, and c->num_in_vertices; false after
 * recording why there are none. */
bool gv_spv_geometry_primitives(struct gv_spv_ctx *c, SpvExecutionMode *out_input,
                                SpvExecutionMode *out_output);

/* The levels of set_tess_state as system values. */
bool gv_spv_default_level_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);

/* The system values of vertices, by the stage's draw_value. */
bool gv_spv_vertex_system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);

#endif
