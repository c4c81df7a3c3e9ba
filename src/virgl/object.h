/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_object: an object that CREATE_OBJECT has created. It is reference-counted: the
 * sub-context's handle table holds one reference and each bind point another. So an object that is
 * destroyed while bound stays usable until another object is bound in its place. */
#ifndef GV_VIRGL_OBJECT_H
#define GV_VIRGL_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "virgl/wire.h"

struct gv_virgl_resource;
struct gv_virgl_sub_context;
struct pipe_query;
struct pipe_sampler_view;
struct pipe_stream_output_target;
struct pipe_surface;

struct gv_virgl_query {
    struct pipe_query *pipe;
    struct gv_virgl_resource *result; /* holds a reference */
    uint32_t offset_B;                /* offset of the query's record in result's backing */
    uint8_t type;                     /* enum gv_virgl_query_type */
    uint8_t index;
    bool active;
    bool ended;   /* the query has ended at least once, so it has or will have a result */
    bool pending; /* GET_QUERY_RESULT was executed, and the record is not written yet */
    struct gv_virgl_object *pending_prev, *pending_next;
};

struct gv_virgl_object {
    uint32_t refs;
    uint32_t handle;                /* 0 after the object was removed from the table */
    enum gv_virgl_object_type type; /* an MSAA_SURFACE has type SURFACE */
    struct gv_virgl_sub_context *sub;
    union {
        void *cso; /* the driver's object, for BLEND, DSA, RASTERIZER, VERTEX_ELEMENTS,
                      SAMPLER_STATE and SHADER; NULL: an invalid object */
        struct pipe_sampler_view *view;
        struct pipe_surface *surface; /* NULL: the surface's format cannot be rendered to */
        struct pipe_stream_output_target *target;
        struct gv_virgl_query query;
    } u;
    uint8_t stage;            /* SHADER: its stage */
    bool rasterizer_discard;  /* RASTERIZER: primitives are discarded */
    bool rasterizer_unfilled; /* RASTERIZER: a face that is not
                                 culled is drawn as lines or points */
    bool rasterizer_first;    /* RASTERIZER: the first vertex is the provoking vertex */
    bool rasterizer_scissor;  /* RASTERIZER: the scissor test is enabled */
    bool reads_primitive_id;  /* SHADER: reads gl_PrimitiveID */
    uint64_t captured_at;     /* STREAMOUT_TARGET: the value of so_clock when the target was last
                                 bound; 0: never */
    uint32_t charged_B;       /* memory charged to the client */
};

/* Creates an object with one reference and an empty union in the sub-context's table. The handle
 * must not be 0 or in use. On GALVAN_ERROR_LIMIT or GALVAN_ERROR_NO_MEMORY *out is unchanged. */
enum galvan_result gv_virgl_object_create(struct gv_virgl_sub_context *sub, uint32_t handle,
                                          enum gv_virgl_object_type type,
                                          struct gv_virgl_object **out);

/* Removes the object from the sub-context's table and drops the table's reference. Used for
 * DESTROY_OBJECT, and for a creation that failed. */
void gv_virgl_object_remove(struct gv_virgl_object *obj);

/* Puts obj (NULL: no object) into a bind point. Call after obj was bound in the pipe_context, since
 * this function may delete the previous object. */
void gv_virgl_object_bind(struct gv_virgl_object **slot, struct gv_virgl_object *obj);

void gv_virgl_object_unref(struct gv_virgl_object *obj);

#endif
