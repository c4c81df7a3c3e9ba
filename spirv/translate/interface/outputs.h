/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stores the registers of OUT. */
#ifndef GV_SPV_OUTPUTS_H
#define GV_SPV_OUTPUTS_H

#include "spirv/translate/base/context.h"

/* Stores the outputs of a vertex: at the end of VERT and TESS_EVAL, at each EMIT of GEOM. */
void gv_spv_vertex_outputs(struct gv_spv_ctx *c);
/* Whether gv_spv_vertex_outputs() reads struct galvan_driver_block. */
bool gv_spv_vertex_reads_driver_block(const struct galvan_tgsi *tgsi,
                                      const struct galvan_spirv_key *key);
/* Stores colours, depth, stencil and sample mask of a fragment. */
void gv_spv_fragment_outputs(struct gv_spv_ctx *c);

/* outputs_patch.c: access OUT of TESS_CTRL. gv_spv_patch_outputs() is called once, at the start. */
void gv_spv_patch_outputs(struct gv_spv_ctx *c);
void gv_spv_patch_output_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              struct gv_val out_vals[4]);
void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4]);

/* outputs_patch_entries.c: access OUT of a lowered TESS_CTRL. The stage must have set
 * c->task.out_entries. */
void gv_spv_patch_entries(struct gv_spv_ctx *c);
void gv_spv_patch_entry_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                             struct gv_val out_vals[4]);
void gv_spv_patch_entry_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              const struct gv_val vals[4]);

/* Sets c->num_captures to the number of outputs that stream output captures. The number remains 0
 * if the key has no captures, or an invalid capture. If `at_locations` is set, captures need output
 * locations, and more locations than the limit are invalid. */
void gv_spv_count_captures(struct gv_spv_ctx *c, bool at_locations);

/* Stream output by the device. gv_spv_stream_output_modes() declares the capability and the
 * execution mode; gv_spv_stream_output() stores the captured outputs of a vertex. */
void gv_spv_stream_output_modes(struct gv_spv_ctx *c);
void gv_spv_stream_output(struct gv_spv_ctx *c, unsigned stream);

#endif
