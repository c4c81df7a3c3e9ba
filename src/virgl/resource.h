/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_resource: a resource of the client, its backing memory and the pipe_resource
 * behind it. */
#ifndef GV_VIRGL_RESOURCE_H
#define GV_VIRGL_RESOURCE_H

#include "virgl/api/renderer.h"
#include "virgl/iov.h"
#include "virgl/layout.h"

struct gv_virgl_cmd;
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
    bool is_blob;                           /* pipe is imported, and the pages are ours to unmap */
    struct gv_virgl_resource *next_retired; /* of a blob in gv_virgl_renderer.retired */
    uint64_t charged_B;

    /* What a busy question about a buffer bound CUSTOM is about, see busy.c. */
    bool is_custom;
    bool rearm;                      /* capture a fence at the next question */
    struct pipe_fence_handle *fence; /* NULL: nothing to wait for */
    uint32_t num_pending;            /* query results not yet in the backing */
};

/* Looks a handle up; NULL when unknown. */
struct gv_virgl_resource *gv_virgl_resource_get(const struct gv_virgl_renderer *r, uint32_t handle);

/* Lookups for decoders: they report what is wrong and return NULL. The first takes any resource,
 * the others one with device memory, a buffer, a texture. */
struct gv_virgl_resource *gv_virgl_need_resource(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_device_resource(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_buffer(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_texture(struct gv_virgl_cmd *cmd, uint32_t handle);

struct gv_virgl_resource *gv_virgl_resource_ref(struct gv_virgl_resource *res);
void gv_virgl_resource_release(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* A buffer on the pages of the backing, which is in one piece, so that the device can write there
 * by itself; byte 0 of the backing is its byte 0. NULL where that cannot be had. */
struct pipe_resource *gv_virgl_resource_import(struct gv_virgl_renderer *r,
                                               struct gv_virgl_resource *res);

/* Makes a buffer on the pages of memory, which become the renderer's unless that fails. */
enum galvan_result gv_virgl_resource_create_on(struct gv_virgl_renderer *r,
                                               const struct gv_virgl_resource_args *args,
                                               const struct iovec *memory);

/* Frees the structure and gives back what it was charged: the end of each release. */
void gv_virgl_resource_free(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* A new resource is busy until all work before its creation is done, if it is a fence: busy.c. */
void gv_virgl_resource_arm(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

/* Ends all resources of the client. */
void gv_virgl_resources_finish(struct gv_virgl_renderer *r);

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
