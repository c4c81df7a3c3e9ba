/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_object: what CREATE_OBJECT makes. Counted: the sub-context's handle table holds
 * one reference and every bind point another, so that an object destroyed while bound stays usable
 * until something else is bound in its place. */
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
    uint32_t offset_B;                /* of the record in result's backing */
    uint8_t type;                     /* enum gv_virgl_query_type */
    uint8_t index;
    bool active;
    bool ended;   /* at least once: there is or will be a result */
    bool pending; /* GET_QUERY_RESULT asked for a record that was not written yet */
    struct gv_virgl_object *pending_prev, *pending_next;
};

struct gv_virgl_object {
    uint32_t refs;
    uint32_t handle;                /* 0 once it is out of its table */
    enum gv_virgl_object_type type; /* MSAA_SURFACE is kept as SURFACE */
    struct gv_virgl_sub_context *sub;
    union {
        void *cso; /* BLEND DSA RASTERIZER VERTEX_ELEMENTS SAMPLER_STATE SHADER; NULL: invalid */
        struct pipe_sampler_view *view;
        struct pipe_surface *surface; /* NULL: of a format that cannot be rendered to */
        struct pipe_stream_output_target *target;
        struct gv_virgl_query query;
    } u;
    uint8_t stage;            /* SHADER */
    bool rasterizer_discard;  /* RASTERIZER */
    bool rasterizer_unfilled; /* RASTERIZER: a face that shows is drawn as lines or points */
    bool rasterizer_first;    /* RASTERIZER: the first vertex provokes */
    bool rasterizer_scissor;  /* RASTERIZER: nothing is drawn outside of the scissor */
    bool reads_primitive_id;  /* SHADER */
    uint64_t captured_at;     /* STREAMOUT_TARGET: when it was last bound, 0 never */
    uint32_t charged_B;       /* against the client's memory */
};

/* A new object in the sub-context's table, under a handle that is not 0 and not in use, with refs 1
 * and an empty union. GALVAN_ERROR_LIMIT or GALVAN_ERROR_NO_MEMORY, and *out untouched. */
enum galvan_result gv_virgl_object_create(struct gv_virgl_sub_context *sub, uint32_t handle,
                                          enum gv_virgl_object_type type,
                                          struct gv_virgl_object **out);

/* Takes the object out of its table again and drops the table's reference: for creation that
 * failed half way, and for DESTROY_OBJECT. */
void gv_virgl_object_remove(struct gv_virgl_object *obj);

/* Puts obj (NULL: nothing) into a bind point, after the pipe_context was given it: the object that
 * was there may be deleted here. */
void gv_virgl_object_bind(struct gv_virgl_object **slot, struct gv_virgl_object *obj);

void gv_virgl_object_unref(struct gv_virgl_object *obj);

#endif
