/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tessellation by kernels: the control shader stores records of the vertices of each patch and its
 * levels; the points and primitives of patches are counted (shaders/tess_count.comp) and added up
 * (tess_scan.comp). Then, in rounds, as many patches as the scratch memory has room for
 * (tess_window.comp) become points and primitives (tess_make.comp), and the evaluation shader
 * stores records of the points. */
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
    struct gv_lowered_output made;
    const struct gv_shader *ctrl;               /* that reads the patches' vertices */
    uint32_t patch_vertices, out_vertices;      /* that go into the control shader, and come out */
    uint32_t out_vertex_dw, patch_dw;           /* of records */
    uint32_t control_group;                     /* threads of its workgroups */
    uint32_t round_patches;                     /* the number of patches that fit in any round,
                                                   whatever the levels */
    uint32_t max_points, max_primitives;        /* of a round */
    const struct gv_lowered_geometry *geometry; /* that follows; NULL: none */
    uint32_t vertices, patches, counts, points; /* words of the scratch memory */
};

/* Of the bound shaders, for patches of so many vertices, with rounds of so much scratch memory;
 * gs: the geometry shader that follows, NULL: none. False: there are none, or memory ran out. */
bool gv_lowered_tessellation_find(struct gv_context *ctx, uint32_t patch_vertices, uint32_t round_B,
                                  const struct gv_shader *gs,
                                  struct gv_lowered_tessellation *out_tessellation);

/* Limits the primitives of a round, but not below those of one patch. */
void gv_lowered_tessellation_limit(struct gv_lowered_tessellation *t, uint64_t max_primitives);

/* Divides scratch memory from dword `at` on for this number of patches, and returns its end. */
uint64_t gv_lowered_tessellation_lay_out(struct gv_lowered_tessellation *t, uint64_t num_patches,
                                         uint64_t at);

/* Records the kernels that come before the first round: records has the vertices of num_patches at
 * most. False when memory ran out. */
bool gv_lowered_tessellation_begin(const struct gv_kernel_run *run,
                                   const struct gv_lowered_tessellation *t, uint32_t records,
                                   uint32_t num_patches);
/* Those of a round, of which some patches of a part need num_patches / round_patches at most. */
bool gv_lowered_tessellation_round(const struct gv_kernel_run *run,
                                   const struct gv_lowered_tessellation *t);

/* The dword of the scratch memory with the number of vertices of a round's primitives. */
uint32_t gv_lowered_tessellation_vertices(void);

#endif
