/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose vertex stages are kernels, because the device lacks one of them, cannot capture what
 * it makes, cannot number primitives, or cannot draw the state's lines, points or outlines: a draw,
 * or a pass of it, becomes lists of the primitives that its last stage makes, in parts if those
 * would take too much memory. Where the device alone knows how many instances there are, so many
 * parts are recorded as it may need (unbounded_draws.h). */
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
#include "driver/emulate/vertex_jobs.h"

struct gv_assembly;
struct gv_context;
struct gv_draw;

struct gv_lowered_draw {
    bool has_tessellation, has_geometry, has_outline;
    bool inserted;  /* a geometry shader is Galvan's own (numbering.h, shader_text.h) */
    bool uncounted; /* what is made was captured and counted before */
    bool unbounded; /* only the device has the number of instances (unbounded_draws.h) */
    struct gv_scratch_sizes sizes;
    struct gv_lowered_vertex vertex_kernel;
    struct gv_lowered_tessellation tessellation;
    struct gv_lowered_geometry geometry;
    struct gv_lowered_geometry outline; /* follows it, if has_outline */
    struct gv_lowered_output *made;     /* of the last stage */
    uint64_t in_slots;                  /* of the vertex shader's records, */
    uint8_t in_head;                    /* and words of their heads that are read */
    uint32_t in_dw, in_corners;         /* of a record; of a primitive or patch */
    uint32_t in_records;                /* word of the scratch memory */
    struct gv_vertex_jobs jobs;
    struct gv_scratch scratch;

    /* Parts: primitives of so many instances that a word counts them, which follow each other. */
    uint32_t all_instances, num_instances;
    uint32_t instance_primitives; /* of an instance, at most */
    uint32_t part_primitives;
    uint32_t first_instance, first_primitive; /* of the present part */
    /* Patches of a part in rounds, and the primitives of a round in groups for the geometry shader;
     * one of each where there is no such stage. */
    uint32_t round, group;
    bool in_main;          /* something was drawn already */
    uint64_t batch_serial; /* of the batch that holds the scratch memory */
};

/* Begins a draw of the bound shaders or, if `of` is not NULL, one of its resolved passes; the
 * constants of the pass's geometry shader are bound. False if there is nothing to draw. */
bool gv_lowered_draw_begin(struct gv_context *ctx, const struct gv_draw *draw,
                           const struct gv_pass *of, struct gv_lowered_draw *out_draw);

/* Computes the next part. False if there is none, or memory runs out. */
bool gv_lowered_draw_next(struct gv_context *ctx, const struct gv_draw *draw,
                          struct gv_lowered_draw *d);

#endif
