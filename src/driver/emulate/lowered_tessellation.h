/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lowered tessellation. The control shader stores the vertex entries and levels of each patch.
 * tess_count.comp counts the points and primitives of each patch, and tess_scan.comp computes their
 * prefix sums. Patches are then tessellated in rounds: tess_window.comp selects the patches that
 * fit into scratch memory, tess_make.comp generates their points and primitives, and the evaluation
 * shader stores the vertex entries of the points. */
#ifndef GV_LOWERED_TESSELLATION_H
#define GV_LOWERED_TESSELLATION_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/lowered_geometry.h"
#include "driver/emulate/lowered_output.h"
#include "driver/emulate/lowered_vertex.h"

struct gv_lowered_tessellation {
    struct gv_lowered_vertex control, evaluation;
    struct gv_lowered_output output;
    const struct gv_shader *ctrl;          /* the control shader, which reads the patches'
                                              vertices */
    uint32_t patch_vertices, out_vertices; /* numbers of input and output vertices of the
                                              control shader */
    uint32_t out_vertex_dw, patch_dw; /* numbers of dwords of a vertex entry and of a patch entry */
    uint32_t control_group;           /* the control shader's workgroup size */
    uint32_t round_patches;           /* number of patches that fit in any round, with any
                                         levels */
    uint32_t max_points, max_primitives;        /* limits of the points and primitives of a round */
    const struct gv_lowered_geometry *geometry; /* the stage after tessellation, or NULL */
    uint32_t vertices, patches, counts, points; /* offsets in the scratch memory, in dwords */
};

/* Creates the lowered stages of the bound tessellation shaders, for patches of patch_vertices
 * vertices and rounds of round_B bytes of scratch memory. `gs`: the geometry shader that follows
 * tessellation, or NULL. `no_stores`: see struct gv_pass. Returns false if there are no
 * tessellation shaders or memory runs out. */
bool gv_lowered_tessellation_find(struct gv_context *ctx, uint32_t patch_vertices, uint32_t round_B,
                                  const struct gv_shader *gs, bool no_stores,
                                  struct gv_lowered_tessellation *out_tessellation);

/* Limits the primitives of a round to max_primitives, or to the primitives of one patch if a patch
 * may have more. */
void gv_lowered_tessellation_limit(struct gv_lowered_tessellation *t, uint64_t max_primitives);

/* Assigns scratch memory for num_patches patches. The memory begins at dword `at`. Returns the
 * index of the dword after this memory. */
uint64_t gv_lowered_tessellation_lay_out(struct gv_lowered_tessellation *t, uint64_t num_patches,
                                         uint64_t at);

/* Records the dispatches before the first round. At dword `entries` of the scratch memory, the
 * vertex entries of at most num_patches patches begin. Returns false if memory runs out. */
bool gv_lowered_tessellation_begin(const struct gv_lowered_run *run,
                                   const struct gv_lowered_tessellation *t, uint32_t entries,
                                   uint32_t num_patches);
/* Records the dispatches of one round. A part needs at most num_patches / round_patches rounds,
 * rounded up. */
bool gv_lowered_tessellation_round(const struct gv_lowered_run *run,
                                   const struct gv_lowered_tessellation *t);

/* Returns the dword of the scratch memory that holds the number of vertices of the round's
 * primitives. */
uint32_t gv_lowered_tessellation_vertices(void);

#endif
