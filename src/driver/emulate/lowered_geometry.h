/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The geometry shader as a kernel: it reads the records of each primitive and stores what it emits
 * to places of its own. Then the primitives are counted (shaders/geometry_scan.comp) and put in
 * order as indices of these places (shaders/geometry_assemble.comp). */
#ifndef GV_LOWERED_GEOMETRY_H
#define GV_LOWERED_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/lowered_output.h"
#include "driver/emulate/lowered_vertex.h"

struct gv_lowered_geometry {
    struct gv_lowered_vertex kernel;
    struct gv_lowered_output made;
    uint32_t in_corners;                                /* vertices of a primitive that goes in */
    uint32_t max_vertices, max_primitives, invocations; /* of an invocation; of a primitive */
    uint32_t num_primitives;                            /* that there is room for */
    uint32_t marks, counts;                             /* words of the scratch memory */
};

/* The primitives that it gets. */
struct gv_kernel_primitives {
    VkDeviceAddress num_vertices; /* the address of how many vertices they have */
    uint32_t num_vertices_dw;     /* the same, a word of the jobs or of the scratch memory: */
    bool in_scratch;
    bool of_geometry;          /* in_scratch: another geometry shader made them */
    uint32_t records, indices; /* words of the scratch memory */
    uint32_t skipped;          /* how many came before */
    uint32_t group;            /* in_scratch: which of those that go one after the other */
};

/* The dword of the scratch memory that will hold the number of workgroups for such a group. */
static inline uint32_t gv_lowered_geometry_groups_dw(uint32_t group)
{
    return GV_SCRATCH_GEOMETRY_GROUPS + 4 * (group % 2);
}

/* Of a geometry shader; indexed: its primitives are listed, as what patches or another geometry
 * shader became; next: the geometry shader that follows, NULL: none. False when memory ran out. */
bool gv_lowered_geometry_find(struct gv_context *ctx, struct gv_shader *gs, bool indexed,
                              const struct gv_shader *next,
                              struct gv_lowered_geometry *out_geometry);

/* The largest number of output primitives for a number of input primitives. */
uint64_t gv_lowered_geometry_most(const struct gv_lowered_geometry *g);

/* Divides scratch memory from dword `at` on for this number of primitives, and returns its end. */
uint64_t gv_lowered_geometry_lay_out(struct gv_lowered_geometry *g, uint64_t num_primitives,
                                     uint64_t at);

/* Records the kernels. False when memory ran out. */
bool gv_lowered_geometry_run(const struct gv_kernel_run *run, const struct gv_lowered_geometry *g,
                             const struct gv_kernel_primitives *in);

#endif
