/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_renderer: what one client has, and how its mistakes are reported and its shares
 * of memory and objects are counted. */
#ifndef GV_VIRGL_RENDERER_H
#define GV_VIRGL_RENDERER_H

#include <stdarg.h>

#include "galvan/log.h"
#include "util/hash.h"
#include "virgl/api/renderer.h"

struct gv_virgl_context;
struct gv_virgl_object;
struct gv_virgl_sub_context;
struct pipe_context;
struct pipe_fence_handle;

enum {
    GV_VIRGL_NAME_MAX = 64
};

struct gv_virgl_renderer {
    struct pipe_screen *screen;
    struct galvan_log log;
    struct gv_virgl_limits limits;
    char client_name[GV_VIRGL_NAME_MAX];
    const struct gv_virgl_shader_hook *shader_hook; /* may be NULL */

    bool blobs_wanted; /* the transport makes blobs */

    struct gv_hash resources;          /* struct gv_virgl_resource */
    struct gv_virgl_resource *retired; /* blobs that only the driver still uses */
    struct gv_virgl_context *contexts; /* linked by their next */
    unsigned num_contexts;

    /* The sub-context that worked last, of whichever context; never NULL. The renderer has one of
     * its own, for transfers while there is no other. */
    struct gv_virgl_sub_context *own, *current;

    uint64_t memory_used_B;
    uint32_t num_objects;
    uint64_t num_errors;
    bool lost; /* the device; every further submit fails */

    /* Only the current sub-context's pipe_context can hold work that was not flushed. */
    bool has_work;
    bool flush_at_end;                    /* this submit did something worth starting at once */
    struct pipe_fence_handle *last_fence; /* of the last flush; NULL when there was none */

    /* Results that clients wait for, oldest first. */
    struct gv_virgl_object *pending_head, *pending_tail;
};

/* Reports something refused outside a command stream and returns result. */
enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same for a command of ctx at a dword of the submit. */
enum galvan_result gv_virgl_refuse_at(struct gv_virgl_context *ctx, enum galvan_result result,
                                      const char *command, size_t offset_dw, const char *format,
                                      va_list args) __attribute__((format(printf, 5, 0)));

/* Copies a name for log lines to out, without what would break a line. */
void gv_virgl_clean_name(char out[GV_VIRGL_NAME_MAX], const char *name);

/* Bytes of the client's memory that nothing was taken from. */
uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r);

/* Takes from the client's memory; false and nothing taken past the limit. */
bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B);

/* Counts one more object or resource; false past the limit. */
bool gv_virgl_count_object(struct gv_virgl_renderer *r);
void gv_virgl_uncount_object(struct gv_virgl_renderer *r);

/* Makes sub the one that commands go to. Work of the one before is submitted first, so that what
 * one sub-context did is seen by the next. */
void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub);

/* The current sub-context's pipe_context, made if need be; NULL when that fails. */
struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r);

/* Submits the current context's work, if there is any, and keeps its fence. */
void gv_virgl_flush_work(struct gv_virgl_renderer *r);

/* Asks the device whether it is lost, and marks it so. Neither waits nor submits. */
bool gv_virgl_check_device(struct gv_virgl_renderer *r);

#endif
