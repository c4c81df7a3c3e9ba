/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose vertex stages run as compute shaders, because the device lacks a stage, stream output
 * or primitive ids, or cannot draw the state's lines, points or outlines. A draw, or one pass of a
 * draw, becomes a list of the primitives of its last stage. If the list needs too much memory, the
 * draw is executed in parts. If only the device knows the number of instances, a fixed number of
 * parts is recorded (unbounded_draws.h). */
#ifndef GV_LOWERED_DRAW_H
#define GV_LOWERED_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/lowered_geometry.h"
#include "driver/emulate/lowered_output.h"
#include "driver/emulate/lowered_tessellation.h"
#include "driver/emulate/lowered_vertex.h"
#include "driver/emulate/unbounded_draws.h"
#include "driver/emulate/vertex_tasks.h"

struct gv_assembly;
struct gv_context;
struct gv_draw;

struct gv_lowered_draw {
    bool has_tessellation, has_geometry, has_outline;
    bool inserted;  /* one of the geometry shaders is generated (numbering.h, shader_text.h) */
    bool uncounted; /* the output was already captured and counted */
    bool no_stores; /* the shaders do not store: another pass of the draw does */
    bool unbounded; /* only the device has the number of instances (unbounded_draws.h) */
    struct gv_scratch_sizes sizes;
    struct gv_lowered_vertex vertex;
    struct gv_lowered_tessellation tessellation;
    struct gv_lowered_geometry geometry;
    struct gv_lowered_geometry
        outline; /* if has_outline: the lowered outline shader, which follows `geometry` */
    struct gv_lowered_output *output; /* output of the last stage */
    uint64_t in_slots;                /* mask of the varying slots in the vertex shader's
                                         entries */
    uint8_t in_header; /* mask of those header dwords of the entries that the next stage reads */
    uint32_t in_dw, in_vertices; /* in_dw: size of a vertex entry; in_vertices: number of vertices
                                    of an input primitive or patch */
    uint32_t in_entries;         /* dword of the scratch memory where the vertex shader's
                                    entries begin */
    struct gv_vertex_tasks tasks;
    struct gv_scratch scratch;

    /* The number of instances of the draw and of a part. A part is a range of primitives, counted
     * across all instances. The number of primitives fits in a dword. */
    uint32_t all_instances, num_instances;
    uint32_t instance_primitives; /* the largest number of primitives in an instance */
    uint32_t part_primitives;
    uint32_t first_instance, first_primitive; /* start of the current part */
    /* The current round and group. Patches of a part are tessellated in rounds. The geometry shader
     * processes the primitives of a round in groups. Without tessellation there is one round;
     * without a geometry shader there is one group. */
    uint32_t round, group;
    bool in_main;          /* a part was drawn, so later dispatches are recorded in the main command
                              buffer */
    uint64_t batch_serial; /* serial of the batch that owns the scratch memory */
};

/* Begins a draw with the bound shaders. If `of` is not NULL, begins only this resolved pass of the
 * draw, and binds the constants of the pass's geometry shader. Returns false if there is nothing to
 * draw. */
bool gv_lowered_draw_begin(struct gv_context *ctx, const struct gv_draw *draw,
                           const struct gv_pass *of, struct gv_lowered_draw *out_draw);

/* Computes the next part. Returns false if there is no further part or memory runs out. */
bool gv_lowered_draw_next(struct gv_context *ctx, const struct gv_draw *draw,
                          struct gv_lowered_draw *d);

#endif
