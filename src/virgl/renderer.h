/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_renderer: the state of one client, shared by all its contexts. */
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

    struct gv_virgl_notes *notes; /* own_notes, or notes that the caller shares */
    struct gv_virgl_notes own_notes;

    bool blobs_wanted; /* the transport creates blobs */

    struct gv_hash resources;          /* struct gv_virgl_resource by handle */
    struct gv_virgl_resource *retired; /* blobs that only the driver still
                                          uses; linked by next_retired */
    struct gv_virgl_resource *watched; /* linked by next_watched */
    struct gv_virgl_context *contexts; /* linked by next */
    unsigned num_contexts;

    /* `current` is the sub-context that was used last, among the sub-contexts of all contexts;
     * never NULL. `own` belongs to the renderer itself, for transfers while no other sub-context
     * exists. */
    struct gv_virgl_sub_context *own, *current;

    uint64_t memory_used_B;
    uint32_t num_objects;
    uint64_t num_submits; /* number of command buffers so far */
    uint64_t num_errors;  /* number of errors of the client so far */
    struct gv_log_kinds error_kinds;
    bool refused_creation; /* the creation of a resource or an object was refused */
    const char *hint;      /* see gv_virgl_renderer_set_hint() */
    uint64_t num_unknown; /* number of errors that name an unknown handle; included in num_errors */
    bool lost;            /* the device is lost, and every later submit fails */

    /* The current sub-context's pipe_context has recorded work that was not flushed. No other
     * pipe_context can have work that was not flushed. */
    bool has_work;
    bool worth_starting;                  /* a submit recorded work that should be submitted now */
    bool starts_work;                     /* the caller submits work by gv_virgl_start_work() */
    struct pipe_fence_handle *last_fence; /* fence of the last flush; NULL if nothing was flushed */

    /* Queries whose results clients wait for, oldest first. */
    struct gv_virgl_object *pending_head, *pending_tail;
};

#endif
