/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose vertex stages run as compute shaders, because the device lacks a stage, stream
 * output, primitive ids, or the state's lines, points or outlines. A draw, or one pass of it,
 * becomes a list of the primitives of its last stage. If the list needs too much memory, the draw
 * is executed in parts. If only the device knows the number of instances, a fixed number of parts
 * is recorded (unbounded_draws.h). */
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
    bool uncounted; /* the output has been captured and counted already */
    bool unbounded; /* only the device has the number of instances (unbounded_draws.h) */
    struct gv_scratch_sizes sizes;
    struct gv_lowered_vertex vertex;
    struct gv_lowered_tessellation tessellation;
    struct gv_lowered_geometry geometry;
    struct gv_lowered_geometry outline; /* the stage after geometry, if has_outline */
    struct gv_lowered_output *output;   /* of the last stage */
    uint64_t in_slots;                  /* the slots of the vertex shader's entries, */
    uint8_t in_header;                  /* and the dwords of their headers that are read */
    uint32_t in_dw, in_vertices;        /* size of a vertex entry; vertices of a primitive or
                                          patch */
    uint32_t in_entries;                /* dword of the scratch memory */
    struct gv_vertex_tasks tasks;
    struct gv_scratch scratch;

    /* Parts: ranges of primitives, across instances. A dword can count all primitives. */
    uint32_t all_instances, num_instances;
    uint32_t instance_primitives; /* the most that an instance has */
    uint32_t part_primitives;
    uint32_t first_instance, first_primitive; /* where the current part begins */
    /* A part has its patches in rounds, and a round has its primitives in groups for the
     * geometry shader. Without tessellation there is one round, without a geometry shader one
     * group. */
    uint32_t round, group;
    bool in_main;          /* a part has been drawn, so that later dispatches go to `main` */
    uint64_t batch_serial; /* the batch that owns the scratch memory */
};

/* Begins a draw of the bound shaders or, if `of` is not NULL, one of its resolved passes; the
 * constants of the pass's geometry shader are bound. False if there is nothing to draw. */
bool gv_lowered_draw_begin(struct gv_context *ctx, const struct gv_draw *draw,
                           const struct gv_pass *of, struct gv_lowered_draw *out_draw);

/* Computes the next part. False if there is none, or memory runs out. */
bool gv_lowered_draw_next(struct gv_context *ctx, const struct gv_draw *draw,
                          struct gv_lowered_draw *d);

#endif
