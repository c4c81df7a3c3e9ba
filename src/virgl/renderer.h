/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_renderer: what one client has, in all its contexts together. */
#ifndef GV_VIRGL_RENDERER_H
#define GV_VIRGL_RENDERER_H

#include "galvan/log.h"
#include "util/hash.h"
#include "util/log_kinds.h"
#include "virgl/api/notes.h"
#include "virgl/api/renderer.h"

struct gv_virgl_context;
struct gv_virgl_object;
struct gv_virgl_sub_context;
struct pipe_fence_handle;

enum {
    GV_VIRGL_NAME_MAX = 64
};

struct gv_virgl_renderer {
    struct pipe_screen *screen;
    struct galvan_log log;
    struct gv_virgl_limits limits;
    char client_name[GV_VIRGL_NAME_MAX];
    const struct gv_virgl_shader_hook *shader_hook;   /* may be NULL */
    const struct gv_virgl_memory_hook *memory_hook;   /* may be NULL */
    const struct gv_virgl_backing_hook *backing_hook; /* may be NULL */

    struct gv_virgl_notes *notes; /* those below, unless somebody wants to see them */
    struct gv_virgl_notes own_notes;

    bool blobs_wanted; /* the transport makes blobs */

    struct gv_hash resources;          /* struct gv_virgl_resource */
    struct gv_virgl_resource *retired; /* blobs that only the driver still uses */
    struct gv_virgl_resource *watched; /* linked by their next_watched */
    struct gv_virgl_context *contexts; /* linked by their next */
    unsigned num_contexts;

    /* The sub-context that worked last, of whichever context; never NULL. The renderer has one of
     * its own, for transfers while there is no other. */
    struct gv_virgl_sub_context *own, *current;

    uint64_t memory_used_B;
    uint32_t num_objects;
    uint64_t num_submits; /* buffers of commands so far */
    uint64_t num_errors;  /* of the client */
    struct gv_log_kinds error_kinds;
    bool refused_creation; /* of a resource or an object */
    const char *hint;      /* see gv_virgl_renderer_set_hint() */
    uint64_t num_unknown;  /* of these, names of what is not there */
    bool lost;             /* the device; every further submit fails */

    /* Only the current sub-context's pipe_context can hold work that was not flushed. */
    bool has_work;
    bool worth_starting;                  /* ... at once, what a submit did */
    bool starts_work;                     /* whoever submits says when */
    struct pipe_fence_handle *last_fence; /* of the last flush; NULL when there was none */

    /* Results that clients wait for, oldest first. */
    struct gv_virgl_object *pending_head, *pending_tail;
};

#endif
