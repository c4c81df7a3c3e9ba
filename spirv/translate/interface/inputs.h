/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Loads the registers of IN and SV. */
#ifndef GV_SPV_INPUTS_H
#define GV_SPV_INPUTS_H

#include "spirv/translate/base/context.h"

/* Loads the registers of IN by the stage's load_inputs. Registers that load_inputs does not set
 * read as (0, 0, 0, 1). */
void gv_spv_load_inputs(struct gv_spv_ctx *c);

/* Implement load_inputs of a stage: gv_spv_load_vertex_inputs() loads vertex attributes,
 * gv_spv_load_fragment_inputs() loads the varyings of a fragment. */
void gv_spv_load_vertex_inputs(struct gv_spv_ctx *c);
void gv_spv_load_fragment_inputs(struct gv_spv_ctx *c);
/* inputs_vertex_entries.c: load vertex entries that a lowered stage has stored, for the key's
 * entry_inputs, entry_lines and point_quads. */
void gv_spv_load_vertex_entry(struct gv_spv_ctx *c);
void gv_spv_load_line_vertex(struct gv_spv_ctx *c);
void gv_spv_load_point_vertex(struct gv_spv_ctx *c);

/* Reads a register of IN in stages that read the vertices of a primitive or patch. */
void gv_spv_read_vertex_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                              struct gv_val out_vals[4]);
/* inputs_entries.c: reads a register of IN of a lowered stage from c->task.entries. */
void gv_spv_read_entry_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                             struct gv_val out_vals[4]);
/* The two interface arrays: varyings of vertices, and varyings of the patch. */
enum {
    GV_VARYING_SLOTS = 1,
    GV_VARYING_PATCHES,
};
/* Returns the array that contains IN[index], and in *out_element the index of the register in this
 * array. Returns 0 if no array contains the register. */
unsigned gv_spv_input_array(const struct gv_spv_ctx *c, unsigned index, unsigned *out_element);
bool gv_spv_is_patch_varying(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
/* Load `num` dwords as uint, beginning at dword `at`: gv_spv_load_entry() from a vertex's entry,
 * gv_spv_load_patch() from the patch's entry. */
uint32_t gv_spv_load_entry(struct gv_spv_ctx *c, uint32_t vertex, unsigned at, unsigned num);
uint32_t gv_spv_load_patch(struct gv_spv_ctx *c, unsigned at, unsigned num);
/* Returns the index of a primitive in its instance, from the vertex entry of its first vertex.
 * `num_vertices`, an id, is the number of vertices of a primitive. */
uint32_t gv_spv_primitive_id(struct gv_spv_ctx *c, uint32_t num_vertices);
enum {
    GV_SPV_MAX_PATCH_VERTICES = 32, /* vertices of an input patch; the smallest limit that Vulkan
                                       allows */
};
/* Returns the index of the vertex that an operand of IN or OUT names. `num` is the number of
 * vertices that can be named. */
uint32_t gv_spv_vertex_index(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned num);

/* vertex_pulling.c: loads `size_B` bytes (not 0) of an input of kind GALVAN_ATTRIB_PULLED into as
 * many dwords of `out_words` as these bytes need. Bytes out of bounds are zeros. */
enum {
    GV_MAX_ATTRIB_WORDS = 8,
};
void gv_spv_pull_attrib(struct gv_spv_ctx *c, unsigned location, uint32_t layout, unsigned size_B,
                        uint32_t out_words[GV_MAX_ATTRIB_WORDS]);

/* system_values.c: loads all system values that the shader uses into c->sv. */
void gv_spv_load_system_values(struct gv_spv_ctx *c);

#endif
