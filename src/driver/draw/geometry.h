/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Geometry shaders as kernels, where the device has none: a draw becomes a list of the primitives
 * that they make, in parts if those would take too much memory. */
#ifndef GV_GEOMETRY_H
#define GV_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/draw/vertex_jobs.h"
#include "driver/draw/vertex_kernel.h"

struct gv_assembly;
struct gv_context;
struct gv_draw;
struct gv_shader;
struct pipe_draw_info;

struct gv_geometry {
    struct gv_vertex_kernel vertex_kernel, geometry_kernel;
    struct gv_shader *vertex;                           /* of passes that draw what was made */
    unsigned mode;                                      /* of that: a list */
    uint64_t out_slots;                                 /* of records of what was made */
    uint32_t in_dw, out_dw;                             /* of records */
    uint32_t in_corners, corners;                       /* vertices of primitives */
    uint32_t max_vertices, max_primitives, invocations; /* of an invocation; of a primitive */
    struct gv_vertex_jobs jobs;

    /* Parts: primitives of one instance, or whole instances. */
    uint32_t num_primitives; /* of an instance */
    uint32_t part_primitives, part_instances;
    uint32_t first_primitive, first_instance; /* of the next part */
    bool in_main;                             /* parts before it were drawn */

    /* Words of the scratch memory, the same for all parts. */
    struct gv_vk_ring_slice scratch;
    VkDeviceSize scratch_B;
    uint32_t in_records, out_records, marks, counts, indices, size;
};

/* Begins a draw whose numbers are those of info. False: there is nothing to draw. */
bool gv_geometry_begin(struct gv_context *ctx, const struct gv_draw *draw,
                       struct gv_geometry *out_geometry);

/* Has kernels make the next part; false: there is none, or memory ran out. */
bool gv_geometry_next(struct gv_context *ctx, const struct gv_draw *draw, struct gv_geometry *g);

/* Whether something but kernels shows that the draw was there. */
bool gv_geometry_must_draw(const struct gv_context *ctx);

/* Comes before each pass that draws a part: where its shader finds it, and the list to draw. */
void gv_geometry_bind(struct gv_context *ctx, const struct gv_geometry *g,
                      struct gv_assembly *out_assembly);

void gv_geometry_finish(struct gv_context *ctx);

#endif
