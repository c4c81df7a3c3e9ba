/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_resource: a resource of the client, with its backing memory and its
 * pipe_resource. */
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
    uint32_t refs; /* number of references; the client's handle holds one, and so does each object
                      or command that needs the backing */
    uint32_t handle;
    uint32_t format;
    uint32_t bind;
    struct gv_virgl_layout layout;
    struct pipe_resource *pipe; /* NULL: the resource is only shared memory
                                   (fences, query results, staging) */
    struct gv_virgl_iov iov;
    struct pipe_resource *imported;         /* a buffer on the pages of iov;
                                               NULL: not created (yet) */
    bool import_failed;                     /* do not try to import again */
    bool is_blob;                           /* pipe is a buffer on the pages of iov,
                                               which the renderer must unmap */
    struct gv_virgl_resource *next_retired; /* next blob in gv_virgl_renderer.retired */
    uint64_t charged_B;

    /* For callers that display the resource, see watch.h. */
    bool is_watched;
    uint32_t image_format;       /* format of the last shader image on
                                    this resource; 0: there was none */
    struct gv_virgl_area damage; /* changes since the last gv_virgl_watch_take(); valid only if
                                    is_watched is true */
    uint64_t seen_submits;       /* num_submits at the last gv_virgl_watch_take() */
    struct gv_virgl_resource *next_watched;

    /* For a buffer bound CUSTOM: the state that decides whether the buffer is busy, see busy.c. */
    bool is_custom;
    bool rearm;                      /* capture a fence at the next busy question */
    struct pipe_fence_handle *fence; /* NULL: nothing to wait for */
    uint32_t num_pending;            /* number of query results that are not yet in the backing */
};

struct gv_virgl_resource *gv_virgl_resource_ref(struct gv_virgl_resource *res);
void gv_virgl_resource_release(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Creates a buffer on the whole pages that begin at `memory`. The device writes directly to these
 * pages; NULL if the device cannot access the pages. size_B is rounded up to whole pages, because a
 * process that may access one byte of a page may access the whole page. flags:
 * PIPE_RESOURCE_FLAG_*. */
struct pipe_resource *gv_virgl_import_pages(struct gv_virgl_renderer *r, void *memory,
                                            uint64_t size_B, unsigned flags);

/* Returns the buffer on the pages of the resource's backing; creates it at the first call. Byte 0
 * of the buffer is byte 0 of the backing. NULL if the device cannot access the pages, or if the
 * backing has several pieces. */
struct pipe_resource *gv_virgl_resource_import(struct gv_virgl_renderer *r,
                                               struct gv_virgl_resource *res);

/* Sets the renderer's backing hook in the resource's iov. */
void gv_virgl_resource_set_hook(const struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Releases the backing, which is not accessed any more. A blob keeps its pages, because the pages
 * are its contents. */
void gv_virgl_resource_drop_backing(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Frees the retired blobs that the driver does not use any more. all: frees all retired blobs,
 * since nothing is bound any more. */
void gv_virgl_resources_reap(struct gv_virgl_renderer *r, bool all);

static inline bool gv_virgl_resource_is_buffer(const struct gv_virgl_resource *res)
{
    return res->layout.target == 0;
}

/* Returns the size of a buffer resource in bytes. */
static inline uint64_t gv_virgl_buffer_size(const struct gv_virgl_resource *res)
{
    return res->layout.levels[0].width;
}

#endif
