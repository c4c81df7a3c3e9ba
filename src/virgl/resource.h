/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_resource: a resource of the client, its backing memory and the pipe_resource
 * behind it. */
#ifndef GV_VIRGL_RESOURCE_H
#define GV_VIRGL_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "virgl/area.h"
#include "virgl/iov.h"
#include "virgl/layout.h"

struct gv_virgl_renderer;
struct pipe_fence_handle;
struct pipe_resource;

struct gv_virgl_resource {
    uint32_t refs; /* the client's handle, and objects and commands that need the backing */
    uint32_t handle;
    uint32_t format;
    uint32_t bind;
    struct gv_virgl_layout layout;
    struct pipe_resource *pipe; /* NULL: shared memory only (fences, query results, staging) */
    struct gv_virgl_iov iov;
    struct pipe_resource *imported;         /* a buffer on the pages of iov; NULL: none (yet) */
    bool import_failed;                     /* do not try again */
    bool is_blob;                           /* pipe is on the pages of iov, ours to unmap */
    struct gv_virgl_resource *next_retired; /* of a blob in gv_virgl_renderer.retired */
    uint64_t charged_B;

    /* For who shows it, see watch.h. */
    bool is_watched;
    uint32_t image_format;       /* of a shader's image, the last one; 0: it was none so far */
    struct gv_virgl_area damage; /* since it was last asked about; watched ones only */
    uint64_t seen_submits;       /* num_submits when it was last asked about */
    struct gv_virgl_resource *next_watched;

    /* What a busy question about a buffer bound CUSTOM is about, see busy.c. */
    bool is_custom;
    bool rearm;                      /* capture a fence at the next question */
    struct pipe_fence_handle *fence; /* NULL: nothing to wait for */
    uint32_t num_pending;            /* query results not yet in the backing */
};

struct gv_virgl_resource *gv_virgl_resource_ref(struct gv_virgl_resource *res);
void gv_virgl_resource_release(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* A buffer on whole pages from memory on, so that the device can write there by itself; NULL where
 * it cannot. Whoever may touch one byte of a page may touch all of it, so the last page counts
 * whole. flags: PIPE_RESOURCE_FLAG_*. */
struct pipe_resource *gv_virgl_import_pages(struct gv_virgl_renderer *r, void *memory,
                                            uint64_t size_B, unsigned flags);

/* The same for the pages of the backing, made once; its byte 0 is the backing's. NULL also where
 * the backing is in several pieces. */
struct pipe_resource *gv_virgl_resource_import(struct gv_virgl_renderer *r,
                                               struct gv_virgl_resource *res);

/* The backing is one that the caller may want to hear of. */
void gv_virgl_resource_set_hook(const struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Lets go of the backing, which is not touched any more. A blob keeps its pages: they are its
 * contents. */
void gv_virgl_resource_drop_backing(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Ends the retired blobs that the driver has let go of, or all of them when nothing is bound any
 * more. */
void gv_virgl_resources_reap(struct gv_virgl_renderer *r, bool all);

static inline bool gv_virgl_resource_is_buffer(const struct gv_virgl_resource *res)
{
    return res->layout.target == 0;
}

/* Bytes of a buffer. */
static inline uint64_t gv_virgl_buffer_size(const struct gv_virgl_resource *res)
{
    return res->layout.levels[0].width;
}

#endif
