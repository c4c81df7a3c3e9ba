/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sinks of OUT. */
#ifndef GV_SPV_OUTPUTS_H
#define GV_SPV_OUTPUTS_H

#include "spirv/translate/base/context.h"

/* The outputs of a vertex: at the end of VERT and TESS_EVAL, at each EMIT of GEOM. */
void gv_spv_vertex_outputs(struct gv_spv_ctx *c);
/* Whether they read struct galvan_driver_block. */
bool gv_spv_vertex_reads_driver_block(const struct galvan_tgsi *tgsi,
                                      const struct galvan_spirv_key *key);
/* The colours, depth, stencil and sample mask of a fragment. */
void gv_spv_fragment_outputs(struct gv_spv_ctx *c);

/* outputs_patch.c: OUT of TESS_CTRL. The first is called once, at the start. */
void gv_spv_patch_outputs(struct gv_spv_ctx *c);
void gv_spv_patch_output_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              struct gv_val out_vals[4]);
void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4]);

/* outputs_patch_entries.c: the same in kernels, where the stage has found c->task.out_entries. */
void gv_spv_patch_entries(struct gv_spv_ctx *c);
void gv_spv_patch_entry_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                             struct gv_val out_vals[4]);
void gv_spv_patch_entry_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              const struct gv_val vals[4]);

/* The outputs that stream output captures, as the key asks for: into c->num_captures, which stays 0
 * where there are none or something is wrong with them; at_locations: as many as outputs may be. */
void gv_spv_count_captures(struct gv_spv_ctx *c, bool at_locations);

/* The same as the device captures them: the modes, and what a vertex of a stream adds. */
void gv_spv_stream_output_modes(struct gv_spv_ctx *c);
void gv_spv_stream_output(struct gv_spv_ctx *c, unsigned stream);

#endif
