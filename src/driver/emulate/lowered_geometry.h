/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The lowered geometry shader reads the vertex entries of each primitive. Each invocation stores
 * its vertices in its own range of entries. Then geometry_scan.comp counts the primitives, and
 * geometry_assemble.comp lists them in order, as indices of entries. */
#ifndef GV_LOWERED_GEOMETRY_H
#define GV_LOWERED_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/lowered_output.h"
#include "driver/emulate/lowered_vertex.h"

struct gv_lowered_geometry {
    struct gv_lowered_vertex lowered;
    struct gv_lowered_output output;
    uint32_t in_vertices; /* number of vertices of an input
                             primitive */
    uint32_t max_vertices, max_primitives,
        invocations;         /* max_*: limits for one invocation; invocations: number of
                                invocations for each input primitive */
    uint32_t num_primitives; /* capacity in input primitives */
    uint32_t marks, counts;  /* offsets in the scratch memory, in
                                dwords */
};

/* The input primitives of a geometry shader. */
struct gv_lowered_primitives {
    VkDeviceAddress num_vertices; /* address of the number of vertices of all input primitives */
    uint32_t num_vertices_dw;     /* index of the dword, in the tasks or in the scratch memory, that
                                     holds the number of vertices */
    bool in_scratch;
    bool of_geometry;          /* if in_scratch: another geometry shader generated the primitives */
    uint32_t entries, indices; /* offsets in the scratch memory, in dwords */
    uint32_t skipped;          /* number of primitives in earlier parts or groups */
    uint32_t group;            /* if in_scratch: index of these primitives' group in its round */
};

/* Returns the index of the dword of the scratch memory at which the dispatch command for a group
 * begins. Successive groups alternate between two commands. */
static inline uint32_t gv_lowered_geometry_groups_dw(uint32_t group)
{
    return GV_SCRATCH_GEOMETRY_GROUPS + 4 * (group % 2);
}

/* Creates the lowered stage of a geometry shader. `indexed`: an earlier stage listed the input
 * primitives. `next`: the following geometry shader, or NULL. `no_stores`: see struct gv_pass.
 * Returns false if memory runs out. */
bool gv_lowered_geometry_find(struct gv_context *ctx, struct gv_shader *gs, bool indexed,
                              const struct gv_shader *next, bool no_stores,
                              struct gv_lowered_geometry *out_geometry);

/* Returns the largest number of output primitives for g->num_primitives input primitives. */
uint64_t gv_lowered_geometry_most(const struct gv_lowered_geometry *g);

/* Assigns scratch memory from dword `at` on for num_primitives input primitives. Returns the index
 * of the dword after this memory. */
uint64_t gv_lowered_geometry_lay_out(struct gv_lowered_geometry *g, uint64_t num_primitives,
                                     uint64_t at);

/* Records the dispatches of the lowered geometry shader. Returns false if memory runs out. */
bool gv_lowered_geometry_run(const struct gv_lowered_run *run, const struct gv_lowered_geometry *g,
                             const struct gv_lowered_primitives *in);

#endif
