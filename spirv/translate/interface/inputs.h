/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sources of IN. */
#ifndef GV_SPV_INPUTS_H
#define GV_SPV_INPUTS_H

#include "spirv/translate/base/context.h"

/* The registers of IN as the stage has them: (0, 0, 0, 1) where it loads nothing. */
void gv_spv_load_inputs(struct gv_spv_ctx *c);

/* What stages load: vertices by attribute, fragments by varying. */
void gv_spv_load_vertex_inputs(struct gv_spv_ctx *c);
void gv_spv_load_fragment_inputs(struct gv_spv_ctx *c);
/* inputs_vertex_entries.c: vertices that a kernel stored, by the key's record_inputs,
 * record_lines and point_quads. */
void gv_spv_load_vertex_entry(struct gv_spv_ctx *c);
void gv_spv_load_line_vertex(struct gv_spv_ctx *c);
void gv_spv_load_point_vertex(struct gv_spv_ctx *c);

/* A register of IN in the stages that see the vertices of a primitive or patch. */
void gv_spv_read_vertex_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                              struct gv_val out_vals[4]);
/* inputs_entries.c: the same in kernels, by c->task.entries and what belongs to them. */
void gv_spv_read_entry_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                             struct gv_val out_vals[4]);
/* Where varyings of vertices lie: in one array by location, those of the patch in another. */
enum {
    GV_VARYING_SLOTS = 1,
    GV_VARYING_PATCHES,
};
/* The array that register index of IN lies in, and its element there; 0: in none. */
unsigned gv_spv_input_array(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element);
bool gv_spv_is_patch_varying(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* num words from a number on of a vertex's record, or of the patch, as uint. */
uint32_t gv_spv_load_entry(struct gv_spv_ctx *c, uint32_t vertex, unsigned at, unsigned num);
uint32_t gv_spv_load_patch(struct gv_spv_ctx *c, unsigned at, unsigned num);
/* The number of a primitive in its instance, by the record of its first vertex; corners, an id, are
 * the vertices of each. */
uint32_t gv_spv_primitive_id(struct gv_spv_ctx *c, uint32_t num_vertices);
enum {
    GV_SPV_MAX_PATCH_VERTICES = 32, /* of what goes in; the smallest limit that Vulkan allows */
};
/* The vertex of num that an operand of IN or OUT names. */
uint32_t gv_spv_vertex_index(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned num);

/* vertex_pulling.c: the bytes of an input of kind GALVAN_ATTRIB_PULLED, zeros where it has no
 * element; as many words are set as size_B (not 0) needs. */
enum {
    GV_MAX_ATTRIB_WORDS = 8,
};
void gv_spv_pull_attrib(struct gv_spv_ctx *c, unsigned location, uint32_t layout, unsigned size_B,
                        uint32_t out_words[GV_MAX_ATTRIB_WORDS]);

/* system_values.c: all that the shader uses, into c->sv. */
void gv_spv_load_system_values(struct gv_spv_ctx *c);

#endif
